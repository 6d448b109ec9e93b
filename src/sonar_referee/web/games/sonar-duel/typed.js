// @ts-check
// Typed orders.

import { HEADINGS } from "../../chart/geometry.js";
import { isOpen, whyNot } from "./hand.js";
import { TORPEDOES, turnWords } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("../../chart/geometry.js").Heading} Heading */
/** @typedef {import("./hand.js").Order} Order */

const FORMS = "n e s w move, fire e, sonar, wait, where, who, log 5, forfeit";

/** Carry out a typed line. @param {string} text @param {MatchState} state @param {Actions} act @returns {string} a sentence to show */
export function run(text, state, act) {
  const [first, second] = text.toLowerCase().split(/\s+/);
  const heading = headingOf(first === "move" ? second : first);
  if (heading) return give(state, act, { type: "move", heading });
  switch (first) {
    case "move":
      return "A move needs a heading: move n.";
    case "fire":
    case "torpedo":
      return fire(state, act, second);
    case "sonar":
    case "wait":
      return give(state, act, { type: first });
    case "forfeit":
      return forfeit(act, second);
    default:
      return answer(state, first, second) ?? `“${first}” cannot be read. ${FORMS}.`;
  }
}

/** @param {MatchState} state @param {string} word @param {string | undefined} more */
function answer(state, word, more) {
  const { view, calls } = state;
  switch (word) {
    case "help":
      return `${FORMS}.`;
    case "who":
      return turnWords(state).filter(Boolean).join(" ");
    case "where":
      return `You are on ${view.cell}, with ${view.torpedoes} of ${TORPEDOES} torpedoes.`;
    case "log":
      return calls
        .slice(-Number(more ?? 5))
        .map((call) => `${call.round} ${call.text}`)
        .join(" · ");
    default:
      return null;
  }
}

/** @param {string | undefined} word @returns {Heading | null} */
function headingOf(word) {
  return (word && HEADINGS.find((heading) => heading === word || heading[0] === word)) || null;
}

/** @param {MatchState} state @param {Actions} act @param {string | undefined} word */
function fire(state, act, word) {
  const heading = headingOf(word);
  return heading ? give(state, act, { type: "torpedo", heading }) : "A torpedo needs a heading: fire e.";
}

/** @param {MatchState} state @param {Actions} act @param {Order} order @returns {string} */
function give(state, act, order) {
  if (!isOpen(state, order)) return whyNot(state, order);
  void act.order(order).then((accepted) => {
    if (!accepted) act.answer(state.refusal?.detail ?? "One order is still on its way.");
  });
  return "";
}

/** @param {Actions} act @param {string | undefined} second */
function forfeit(act, second) {
  if (second !== "yes" && act.setting("confirm", true))
    return "Forfeiting gives the match to the enemy. If you mean it: forfeit yes.";
  void act.order({ type: "forfeit" });
  return "";
}
