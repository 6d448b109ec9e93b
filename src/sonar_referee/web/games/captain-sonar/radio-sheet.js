// @ts-check
// The sheet in one tab: the copy under the hand, what is sent and when, and the way back.

import { enemyOf } from "../../parts/seat-words.js";
import { fits, plotted, read, write } from "./overlay.js";
import { heard } from "./radio-heard.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./overlay.js").Sheet} Sheet */

const SEND_EVERY = 250;
const MOST_BACK = 60;

/** What one tab holds of the sheet. */
class Desk {
  constructor() {
    /** @type {Sheet | null} what the hand has made and the server has not shown yet */
    this.draft = null;
    /** @type {Sheet[]} the versions to go back to */
    this.past = [];
    /** @type {Sheet | null} the version before the gesture that goes on */
    this.before = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.sentAt = 0;
    this.full = false;
  }

  /** Go by the server's version again. */
  forget() {
    this.draft = null;
    this.before = null;
  }
}

/** @type {WeakMap<MatchState, Desk>} */
const desks = new WeakMap();

/** @param {MatchState} state */
function desk(state) {
  const known = desks.get(state);
  if (known) return known;
  const made = new Desk();
  desks.set(state, made);
  state.listeners.push((frame) => settle(made, state, frame));
  return made;
}

/** Let the server's word replace the copy once it has caught up; after a break, say it again. @param {Desk} made @param {MatchState} state @param {any} frame */
function settle(made, state, frame) {
  if (frame.type === "refused" && !frame.order_id) made.forget();
  if ((frame.type !== "view" && frame.type !== "welcome") || !made.draft || made.before) return;
  const kept = read(frame.view.overlay);
  if (kept.changes >= made.draft.changes) made.draft = null;
  else if (frame.type === "welcome") state.connection.send({ type: "overlay", overlay: write(made.draft) });
}

/** Whether headings are drawn by themselves. @param {MatchState} state */
export function plotsItself(state) {
  return state.summary.options.radio_assist === "plot" || state.summary.options.radio_assist === "cells";
}

/** Whether the pens are up: nobody draws while the own submarine is on the surface (R138). @param {MatchState} state */
export function locked(state) {
  return Boolean(state.view.submarine?.surfaced) && state.summary.options.surfaced_radio !== "no_limit";
}

/** Whether this tab may draw at all. @param {MatchState} state */
export function mayDraw(state) {
  return (
    state.view.status === "running" && state.seats.some((seat) => seat.endsWith(".radio_operator")) && !locked(state)
  );
}

/** What the own team heard of the enemy. @param {MatchState} state */
export function heardOf(state) {
  return heard(state.calls, enemyOf(state.team));
}

/**
 * The sheet as everybody of the team sees it, with what is plotted by itself.
 * While the pens are up nothing is plotted; it follows after the dive, from memory.
 * @param {MatchState} state
 * @returns {Sheet}
 */
export function sheetOf(state) {
  const kept = desk(state).draft ?? read(state.view?.overlay);
  if (!plotsItself(state) || locked(state)) return kept;
  return plotted(kept, state.chart, heardOf(state));
}

/** Whether there is something to take back. @param {MatchState} state */
export function canGoBack(state) {
  return desk(state).past.length > 0;
}

/** Whether the last gesture found the sheet full. @param {MatchState} state */
export function isFull(state) {
  return desk(state).full;
}

/**
 * Change the sheet. With `going` the gesture goes on: the team sees it now and then, and it counts once for undo.
 * What is not `kept` is no step to go back to.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {(sheet: Sheet) => Sheet} change
 * @param {{going?: boolean, kept?: boolean}} [gesture]
 */
export function edit(state, act, change, { going = false, kept = true } = {}) {
  const made = desk(state);
  if (!mayDraw(state)) {
    made.forget();
    return;
  }
  const before = sheetOf(state);
  const next = change(before);
  if (next === before && (going || !made.before)) return;
  made.full = !fits(next);
  if (!made.full) {
    if (kept) made.before ??= before;
    made.draft = { ...next, changes: before.changes + 1 };
  }
  if (going) sendSoon(made, act);
  else finish(made, act);
  act.ui({});
}

/** Leave a gesture without its effect. @param {MatchState} state @param {Actions} act */
export function letGo(state, act) {
  const made = desk(state);
  if (!made.before || !made.draft) return;
  made.draft = { ...made.before, changes: made.draft.changes + 1 };
  made.before = null;
  send(made, act);
  act.ui({});
}

/** @param {Desk} made @param {Actions} act */
function finish(made, act) {
  if (made.before) made.past = [...made.past, made.before].slice(-MOST_BACK);
  made.before = null;
  send(made, act);
}

/** @param {Desk} made @param {Actions} act */
function sendSoon(made, act) {
  if (made.timer !== undefined) return;
  const wait = Math.max(0, SEND_EVERY - (Date.now() - made.sentAt));
  made.timer = window.setTimeout(() => {
    made.timer = undefined;
    if (made.before) send(made, act);
  }, wait);
}

/** @param {Desk} made @param {Actions} act */
function send(made, act) {
  window.clearTimeout(made.timer);
  made.timer = undefined;
  made.sentAt = Date.now();
  if (made.draft) act.overlay(write(made.draft));
}

/** Take the last gesture back. @param {MatchState} state @param {Actions} act */
export function goBack(state, act) {
  const made = desk(state);
  if (!mayDraw(state) || made.past.length === 0) return;
  const last = /** @type {Sheet} */ (made.past.pop());
  made.draft = { ...last, changes: sheetOf(state).changes + 1 };
  made.full = false;
  send(made, act);
  act.ui({});
}
