// @ts-check
// Parts that the Captain's panels share: the button that sends, the reason why something is not open, large letters.

import { h } from "../../lib/dom.js";
import { refusal } from "../../parts/crew.js";
import { asked, decide, exact, isDanger } from "./captain-aim.js";
import { why } from "./captain-why.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./captain-aim.js").Wanted} Wanted */
/** @typedef {import("../../chart/geometry.js").Heading} Heading */

/**
 * The button that sends; while nothing can be sent it says what is missing.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {{label: string, wanted: Wanted | null, missing: string, types: string[]}} button
 */
export function decideButton(state, act, { label, wanted, missing, types }) {
  const order = exact(state, wanted);
  const busy = types.includes(state.pending?.type);
  const ready = order !== null && state.link === "open";
  const look = ready ? (isDanger(order.type) ? "arm" : "go") : "";
  return h(
    "button.btn.decide",
    {
      type: "button",
      class: [look, busy && "pend"].filter(Boolean).join(" "),
      "aria-disabled": ready ? null : "true",
      "aria-busy": busy ? "true" : null,
      onclick: () => decide(state, act),
    },
    busy && h("i", { "aria-hidden": "true" }),
    order || busy ? label : missing,
  );
}

/** Why what was asked about is not open, and what the server refused: at the place of the gesture. @param {MatchState} state @param {string[]} types */
export function whyBox(state, types) {
  const wanted = asked(state);
  const refused = refusal(state, ...types);
  if (refused || !wanted || !types.includes(wanted.type) || exact(state, wanted)) return refused;
  const { head, text, rule } = why(state, wanted);
  return h(
    "p.refusal",
    { role: "status" },
    h("b", {}, head),
    " ",
    text && h("span.detail", {}, text, " "),
    rule && h("span.rule", {}, rule),
  );
}

/** Large letters and two lines. @param {any} large @param {string} what @param {string} line */
export function bigLine(large, what, line) {
  return h("div.aim", {}, h("span.cell", {}, large), h("span.what", {}, what), h("span.how", {}, line));
}
