// @ts-check
// What the top of every player's page shares: the tools, the menu, and the tab bar of phones.

import { h, hidden, icon } from "../lib/dom.js";
import { showSeats } from "./away.js";

/** @typedef {import("../lib/state.js").MatchState} MatchState */
/** @typedef {import("../lib/state.js").Actions} Actions */

/** The right end of a header: connection, sounds, menu. @param {MatchState} state @param {Actions} act @param {string} inMenu what the menu has, in words */
export function tools(state, act, inMenu) {
  const words = { open: "Connected", connecting: "Connecting", waiting: "Connection lost", closed: "Closed" }[
    state.link
  ];
  const loud = act.setting("sound", false);
  return h(
    "div.tools",
    {},
    h(`span.link.${state.link}`, {}, words),
    h(
      "button.tool.wide-only",
      {
        "aria-label": `Sounds: ${loud ? "on" : "off"}`,
        "aria-pressed": String(loud),
        onclick: () => act.set("sound", !loud),
      },
      icon("sound", loud ? "" : "muted-icon"),
    ),
    h(
      "button.tool",
      {
        "aria-label": `Menu: ${inMenu}`,
        "aria-expanded": String(Boolean(state.ui.menu)),
        onclick: () => act.ui({ menu: !state.ui.menu, seats: false }),
      },
      icon("menu"),
    ),
  );
}

/**
 * The menu as a dialog beside the header; empty when shut.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {{orders: any[], keys: string, watched: boolean}} own what the game adds: buttons for orders that stand open, its
 *   keys in words, and whether others may watch
 */
export function menu(state, act, { orders, keys, watched }) {
  if (!state.ui.menu) return null;
  const hosts = state.pass.host && state.view.status === "running";
  const given = orders.filter(Boolean);
  return h(
    "section.menu",
    {
      role: "dialog",
      "aria-label": "Menu",
      onkeydown: (/** @type {KeyboardEvent} */ e) => e.key === "Escape" && act.ui({ menu: false }),
    },
    h("h2", {}, "This device"),
    toggle(act, "sound", false, "Sounds"),
    toggle(act, "speech", false, "Speak the calls"),
    toggle(act, "confirm", true, "Ask before what cannot be undone"),
    toggle(act, "letters", true, "Single letters as shortcuts"),
    (given.length > 0 || hosts) && h("h2", {}, "Match"),
    hosts && h("button.btn.wide", { onclick: () => showSeats(act) }, "Seats…"),
    given,
    h("h2", {}, "Keys"),
    h("p.small.muted", {}, keys),
    watched &&
      h(
        "p.small",
        {},
        h("a", { href: `/match/${state.id}/table`, target: "_blank" }, "Open the table's view for a TV"),
      ),
    h("button.btn.wide", { onclick: () => act.ui({ menu: false, resigning: false }) }, "Close"),
  );
}

/**
 * Giving up, which asks once more.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {string} word "Resign", as the game calls it
 * @param {() => void} give
 */
export function givingUp(state, act, word, give) {
  if (!state.ui.resigning) return h("button.btn.wide", { onclick: () => act.ui({ resigning: true }) }, `${word}…`);
  return h(
    "div.acts",
    {},
    h("button.btn", { onclick: () => act.ui({ resigning: false }) }, "Go on playing"),
    h("button.btn.arm", { onclick: give }, `${word}: the enemy wins`),
  );
}

/** @param {Actions} act @param {string} name @param {boolean} fallback @param {string} words */
function toggle(act, name, fallback, words) {
  const on = Boolean(act.setting(name, fallback));
  return h(
    "button.optline",
    { role: "switch", "aria-checked": String(on), onclick: () => act.set(name, !on) },
    h("span", {}, words),
    h("span.switch", { "aria-hidden": "true", "aria-checked": String(on) }),
  );
}

/**
 * The tab bar of phones: the station's own views, then log, crew and typing.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {{id: string, title: string, icon: string, todo?: number}[]} views
 * @param {{crew?: boolean}} [options] without `crew` nobody is there to talk to
 */
export function tabs(state, act, views, { crew = true } = {}) {
  const talk = { id: "crew", title: "Crew", icon: "chat", todo: state.unread };
  const all = [...views, { id: "log", title: "Log", icon: "log" }, ...(crew ? [talk] : [])];
  const current = state.ui.tab ?? views[0].id;
  return h(
    "nav.tabs",
    { "aria-label": "Views" },
    all.map((one) =>
      h(
        "a",
        {
          href: `#${one.id}`,
          "aria-current": one.id === current ? "page" : null,
          onclick: (/** @type {Event} */ event) => {
            event.preventDefault();
            act.ui({ tab: one.id });
          },
        },
        icon(one.icon),
        h("span", {}, one.title),
        one.todo ? h("span.todo", {}, one.todo, hidden(" new")) : null,
      ),
    ),
  );
}
