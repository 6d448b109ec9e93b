// @ts-check
// The crew's own words, the typed command line, and the banner about the connection.

import { h, icon } from "../lib/dom.js";
import { crewNames } from "./away.js";

/** @typedef {import("../lib/state.js").MatchState} MatchState */
/** @typedef {import("../lib/state.js").Actions} Actions */

/** @param {MatchState} state @param {Actions} act */
export function chat(state, act) {
  const shown = state.words.slice(-30);
  return h(
    `section.sec.chat.${state.team ?? "none"}`,
    { "aria-label": "Crew chat" },
    h("h2", {}, "Crew"),
    state.team && h("p.mates", {}, crewNames(state, state.team)),
    h(
      "div.words",
      { role: "log", "aria-label": "Crew chat" },
      shown.map((word) => h("p", {}, h("b", {}, word.from), " ", word.text)),
      shown.length === 0 && h("p.faint.small", {}, "Only your own crew reads this."),
    ),
    h(
      "form.cmd.chatline",
      {
        autocomplete: "off",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const input = /** @type {HTMLInputElement} */ (
            /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("word")
          );
          if (input.value.trim()) act.chat(input.value.trim());
          input.value = "";
        },
      },
      icon("chat", "s"),
      h("input", { name: "word", maxlength: 500, "aria-label": "Say to your crew", placeholder: "Say to your crew" }),
    ),
  );
}

/**
 * The typed command line. `run` answers with a sentence or nothing.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {(text: string) => string | void} run
 * @param {string} example
 */
export function commandLine(state, act, run, example) {
  return h(
    "sr-command",
    {},
    h(
      "form.cmd",
      {
        autocomplete: "off",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const input = /** @type {HTMLInputElement} */ (
            /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("typed")
          );
          const text = input.value.trim();
          if (!text) return;
          history.push(text);
          input.value = "";
          act.answer(run(text) ?? "");
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          const input = /** @type {HTMLInputElement} */ (event.target);
          if (event.key === "ArrowUp" && history.length) input.value = history[history.length - 1];
          if (event.key === "Escape") input.blur();
        },
      },
      h("label", { for: "typed" }, "›"),
      h("input", {
        id: "typed",
        name: "typed",
        "aria-label": "Type an order",
        placeholder: example,
        spellcheck: "false",
        autocapitalize: "off",
      }),
    ),
    h("p.answer", { role: "status" }, state.ui.answer ?? ""),
  );
}

/** @type {string[]} */
const history = [];

/** @param {MatchState} state */
export function banner(state) {
  const { link, connection } = state;
  if (link === "waiting") {
    const seconds = Math.max(1, Math.round(((state.retryAt ?? 0) - Date.now()) / 1000));
    const [what, kept] = connection.restarting
      ? ["The server is restarting.", "Your orders are kept."]
      : [connection.tooMuch || "Connection lost.", "Your seat is kept."];
    return h(
      "div.banner.warn",
      { role: "status" },
      h("span", {}, h("b", {}, what), ` Trying again in ${seconds} s. ${kept}`),
      h("button.btn.slim", { onclick: () => connection.now() }, "Try now"),
    );
  }
  if (link === "closed") {
    return h(
      "div.banner.warn",
      { role: "status" },
      h("span", {}, h("b", {}, "Your seat has changed."), " Open the match again to go on."),
      h("button.btn.slim", { onclick: () => location.reload() }, "Open again"),
    );
  }
  if (state.backSince && Date.now() - state.backSince < 3000) {
    return h("div.banner.good", { role: "status" }, h("span", {}, h("b", {}, "Back."), " Nothing was missed."));
  }
  return null;
}

/**
 * A refusal in words, to be put where the gesture was made.
 * @param {MatchState} state
 * @param {string[]} types the orders that were given here
 */
export function refusal(state, ...types) {
  const { refusal: refused } = state;
  if (!refused || !types.includes(refused.order.type)) return null;
  return h("p.refusal", { role: "alert" }, refused.detail, refused.rule && h("span.rule", {}, ` ${refused.rule}`));
}
