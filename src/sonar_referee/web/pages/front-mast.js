// @ts-check
// The line on top of front page and lobby.

import { h, icon, s } from "../lib/dom.js";
import { keepSetting, setting } from "../lib/session.js";

/**
 * @param {() => void} redraw
 * @param {...(Node | null | false)} tools what stands right, before the switch for sounds
 */
export function mast(redraw, ...tools) {
  const loud = Boolean(setting("sound", false));
  return h(
    "header.mast",
    {},
    h(
      "a.home",
      { href: "/", "aria-label": "Sonar Referee, front page" },
      s("svg", { class: "logo", "aria-hidden": "true" }, s("use", { href: "/web/img/symbols.svg#mark-logo" })),
      h("b", {}, "Sonar Referee"),
    ),
    h(
      "nav",
      { "aria-label": "Page" },
      tools,
      h(
        `button.tool.loud${loud ? "" : ".off"}`,
        {
          "aria-label": "Sounds",
          "aria-pressed": String(loud),
          title: loud ? "Sounds are on" : "Sounds are off",
          onclick: () => {
            keepSetting("sound", !loud);
            redraw();
          },
        },
        icon("sound"),
      ),
    ),
  );
}

/** A sentence about what was refused, at the place where it was asked. @param {string | null | undefined | false} text @param {string} [id] */
export function problem(text, id) {
  return text ? h("p.refusal", { role: "alert", id }, text) : null;
}
