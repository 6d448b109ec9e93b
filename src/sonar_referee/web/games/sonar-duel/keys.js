// @ts-check
// The player by single keys.

import { commonKey, escapeKey, isMuted, onControl } from "../../parts/keys.js";
import { finishedKey } from "./finished.js";
import { aimOf, decide, pick, switchTo } from "./hand.js";
import { turnWords } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("../../chart/geometry.js").Heading} Heading */
/** @typedef {import("./hand.js").Order} Order */

/** Arrows, and the letters that lie like them. @type {Record<string, Heading>} */
const HEADING_KEYS = {
  ArrowUp: "north",
  ArrowRight: "east",
  ArrowDown: "south",
  ArrowLeft: "west",
  w: "north",
  d: "east",
  s: "south",
  a: "west",
};

/** @type {Record<string, Order>} */
const DEED_KEYS = { o: { type: "sonar" }, x: { type: "wait" }, " ": { type: "wait" } };

/** @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act @returns {boolean} whether the key was used */
export function key(event, state, act) {
  if (escapeKey(event, state, act)) return true;
  if (state.view.status === "finished") return finishedKey(event, state, act);
  if (isMuted(event, act)) return false;
  return commonKey(event, state, act, turnWords(state)) || ownKey(event, state, act);
}

/** @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act */
function ownKey(event, state, act) {
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (HEADING_KEYS[name]) return heading(event, state, act, HEADING_KEYS[name]);
  if (event.repeat) return false;
  if ((name === " " || name === "Enter") && onControl(event)) return false;
  if (DEED_KEYS[name]) {
    pick(state, act, DEED_KEYS[name], event);
    return true;
  }
  switch (name) {
    case "t":
    case "m":
      switchTo(state, act, name === "t");
      return true;
    case "g":
      return toChart();
    case "Enter":
      decide(state, act);
      return aimOf(state).order !== null;
    default:
      return false;
  }
}

/** @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act @param {Heading} heading */
function heading(event, state, act, heading) {
  const target = /** @type {Element} */ (event.target);
  if (target.closest('[role="log"], [role="grid"]')) return false;
  if (event.repeat) return true;
  const type = event.shiftKey || aimOf(state).torpedo ? "torpedo" : "move";
  pick(state, act, { type, heading }, event);
  return true;
}

/** The cursor goes to the chart, and from there back. */
function toChart() {
  const grid = document.querySelector("#duel-grid");
  const cell = /** @type {HTMLElement | null} */ (grid?.querySelector('[tabindex="0"]') ?? null);
  if (!grid || !cell) return false;
  if (grid.contains(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur();
  else cell.focus();
  return true;
}
