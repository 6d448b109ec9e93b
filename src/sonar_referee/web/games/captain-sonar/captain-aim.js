// @ts-check
// The Captain's hand: what is aimed, what was asked about, and what may be sent. Nothing here decides what is legal.

import { alike } from "../../lib/alike.js";
import { isHasty } from "../../parts/keys.js";
import { roleOf } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** An order as far as it is made: a type and some of its fields. @typedef {{type: string, [field: string]: any}} Wanted */
/** @typedef {{types: string[], wanted: Wanted | null, round: number, since: number}} Aim */

/** Orders that hurt or give much away: they are confirmed on a button of their own. */
const DANGER = new Set([
  "launch_torpedo",
  "drop_mine",
  "trigger_mine",
  "trigger_archer_mine",
  "activate_silence",
  "surface",
]);

/** @param {string} type */
export function isDanger(type) {
  return DANGER.has(type);
}

/** The legal orders of the Captain's seat. @param {MatchState} state @param {...string} types @returns {any[]} */
export function legal(state, ...types) {
  return types.flatMap((type) => state.legal(type)).filter((order) => !order.seat || roleOf(order.seat) === "captain");
}

/** The legal order that is exactly the wanted one. @param {MatchState} state @param {Wanted | null | undefined} wanted @returns {any} */
export function exact(state, wanted) {
  if (!wanted) return null;
  const fits = (/** @type {any} */ order) =>
    Object.keys(order).every((field) => field === "seat" || alike(order[field], wanted[field]));
  return legal(state, wanted.type).find(fits) ?? null;
}

/** Whether two orders are the same as far as they are made. @param {Wanted | null | undefined} one @param {Wanted | null | undefined} other */
export function same(one, other) {
  if (!one || !other) return false;
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((field) => field !== "seat");
  return fields.every((field) => alike(one[field], other[field]));
}

/** What is aimed, while the rules leave such orders open. @param {MatchState} state @returns {Aim | null} */
export function aimOf(state) {
  const aim = state.ui.aim;
  if (!Array.isArray(aim?.types) || aim.round !== state.view.round) return null;
  return legal(state, ...aim.types).length > 0 ? aim : null;
}

/** @param {MatchState} state @param {string[]} types */
export function isAiming(state, types) {
  return Boolean(aimOf(state)?.types.some((type) => types.includes(type)));
}

/** Begin to aim, or aim elsewhere. @param {MatchState} state @param {Actions} act @param {string[]} types @param {Wanted | null} [wanted] */
export function aim(state, act, types, wanted = null) {
  act.ui({ aim: { types, wanted, round: state.view.round, since: Date.now() }, ask: null, hover: null });
}

/** @param {Actions} act */
export function cancel(act) {
  act.ui({ aim: null, ask: null, hover: null });
}

/** Ask why something is not open. @param {MatchState} state @param {Actions} act @param {Wanted} wanted */
export function ask(state, act, wanted) {
  act.ui({ ask: { wanted, moment: moment(state) } });
}

/** The same from a focus: the refusal of a gesture stays. @param {MatchState} state @param {Wanted} wanted */
export function wonder(state, wanted) {
  if (same(asked(state), wanted)) return;
  state.ui = { ...state.ui, ask: { wanted, moment: moment(state) } };
  state.change();
}

/** What was asked about in this step. @param {MatchState} state @returns {Wanted | null} */
export function asked(state) {
  return state.ui.ask?.moment === moment(state) ? state.ui.ask.wanted : null;
}

/** @param {MatchState} state */
function moment(state) {
  return `${state.view.round} ${state.view.phase}`;
}

/** Where the pointer or the cursor is; no gesture, so nothing else changes. @param {MatchState} state @param {string | null} cell */
export function hover(state, cell) {
  if ((state.ui.hover ?? null) === cell) return;
  state.ui = { ...state.ui, hover: cell };
  if (state.ui.aim) state.change();
}

/**
 * A gesture at something: the first aims, the second sends. What endangers is sent from its own button,
 * unless the player has switched confirming off.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {string[]} types what is being aimed
 * @param {Wanted} wanted
 * @param {Event} [event]
 */
export function pick(state, act, types, wanted, event) {
  if (!exact(state, wanted)) {
    ask(state, act, wanted);
    return;
  }
  const before = aimOf(state);
  if (!before || !same(before.wanted, wanted)) aim(state, act, types, wanted);
  else if (!isHasty(before.since, event)) again(state, act, types, wanted);
}

/** @param {MatchState} state @param {Actions} act @param {string[]} types @param {Wanted} wanted */
function again(state, act, types, wanted) {
  if (!isDanger(wanted.type) || !act.setting("confirm", true)) {
    void send(state, act, wanted);
    return;
  }
  aim(state, act, types, wanted);
  /** @type {HTMLElement | null} */ (document.querySelector(".decide"))?.focus();
}

/** Whether orders can be given at all now. @param {MatchState} state */
export function canSend(state) {
  return state.link === "open" && !state.pending;
}

/** @param {MatchState} state @param {Actions} act @param {Wanted | null | undefined} wanted @returns {Promise<boolean>} whether it was accepted */
export async function send(state, act, wanted) {
  const order = exact(state, wanted);
  if (!order || !canSend(state)) return false;
  return act.order(order, order.seat ?? null);
}

/** Send what is aimed, if it is complete and not aimed by this very gesture. @param {MatchState} state @param {Actions} act */
export function decide(state, act) {
  const now = aimOf(state);
  if (!now || isHasty(now.since)) return;
  void send(state, act, now.wanted);
}
