// @ts-check
// The player's hand: what headings mean, what is picked, and what may be sent. Nothing here decides what is legal.

import { alike } from "../../lib/alike.js";
import { isHasty } from "../../parts/keys.js";
import { capital } from "../../lib/text.js";
import { barrier } from "./places.js";
import { enemyName, isAwaited } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("../../chart/geometry.js").Heading} Heading */
/** @typedef {{type: "move" | "torpedo" | "sonar" | "wait", heading?: Heading}} Order */
/** `torpedo`: whether headings aim torpedoes. @typedef {{torpedo: boolean, order: Order | null, turn: number, since: number}} Aim */

/** @type {Order["type"][]} */
export const TYPES = ["move", "torpedo", "sonar", "wait"];

/** What the hand does in this turn. @param {MatchState} state @returns {Aim} */
export function aimOf(state) {
  const { aim } = state.ui;
  return aim?.turn === state.view.turn ? aim : { torpedo: false, order: null, turn: state.view.turn, since: 0 };
}

/** @param {MatchState} state @param {Actions} act @param {boolean} torpedo @param {Order | null} order */
function aim(state, act, torpedo, order) {
  act.ui({ aim: { torpedo, order, turn: state.view.turn, since: Date.now() }, ask: null, hover: null });
}

/** Let headings mean moves or torpedoes. @param {MatchState} state @param {Actions} act @param {boolean} torpedo */
export function switchTo(state, act, torpedo) {
  aim(state, act, torpedo, null);
}

/** Whether the server lists this order as legal now. @param {MatchState} state @param {Order | null} order */
export function isOpen(state, order) {
  return order !== null && state.legal(order.type).some((one) => one.heading === order.heading);
}

/** Why an order is not open, as a sentence. @param {MatchState} state @param {Order} order */
export function whyNot(state, order) {
  if (!isAwaited(state)) return `It is ${enemyName(state)}’s turn.`;
  if (order.type !== "move" || !order.heading) return "This is not open now.";
  const what = { land: "There is land", edge: "The chart ends", "": "Nothing is open" };
  return `${what[barrier(state.chart, state.view.cell, order.heading)]} ${order.heading} of ${state.view.cell}.`;
}

/** What was asked about in this turn. @param {MatchState} state @returns {Order | null} */
export function asked(state) {
  return state.ui.ask?.turn === state.view.turn ? state.ui.ask.order : null;
}

/**
 * A gesture at an order: the first picks it, the second sends it. A torpedo is sent from its own button, unless the
 * player has switched confirming off.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {Order} order
 * @param {Event} [event]
 */
export function pick(state, act, order, event) {
  if (!isOpen(state, order)) {
    act.ui({ ask: { order, turn: state.view.turn } });
    return;
  }
  const before = aimOf(state);
  const torpedo = order.type === "torpedo" || (order.type !== "move" && before.torpedo);
  if (!alike(before.order, order)) aim(state, act, torpedo, order);
  else if (isHasty(before.since, event)) return;
  else if (order.type !== "torpedo" || !act.setting("confirm", true)) send(state, act, order);
  else toButton();
}

/** The hand goes to the button that sends. */
function toButton() {
  /** @type {HTMLElement | null} */ (document.querySelector(".decide"))?.focus();
}

/** Send what is picked, if it was not picked by this very gesture. @param {MatchState} state @param {Actions} act */
export function decide(state, act) {
  const { order, since } = aimOf(state);
  if (order && !isHasty(since)) send(state, act, order);
}

/** @param {MatchState} state @param {Actions} act @param {Order} order */
function send(state, act, order) {
  if (state.link === "open" && isOpen(state, order)) void act.order(order);
}

/** Where the pointer or the focus is; no gesture, so nothing else changes. @param {MatchState} state @param {Order | null} order */
export function hover(state, order) {
  if (alike(state.ui.hover ?? null, order)) return;
  state.ui = { ...state.ui, hover: order };
  state.change();
}

/** What is shown before it is done: what is under the pointer, else what is picked. @param {MatchState} state @returns {Order | null} */
export function shownOrder(state) {
  return state.ui.hover ?? aimOf(state).order;
}

/** What an order is called on its button. @param {Order | null} order */
export function orderWords(order) {
  if (!order) return "Choose";
  const words = {
    move: `Move ${order.heading}`,
    torpedo: `Fire ${order.heading}`,
    sonar: "Use sonar",
    wait: "Wait here",
  };
  return capital(words[order.type]);
}
