// @ts-check
// Keys that every game's pages have: single letters, which can be switched off, and Escape.

import { hears, setHearing, speak } from "../lib/sound.js";

/** @typedef {import("../lib/state.js").MatchState} MatchState */
/** @typedef {import("../lib/state.js").Actions} Actions */

/** Whether a key is a single letter while letters are switched off. @param {KeyboardEvent} event @param {Actions} act */
export function isMuted(event, act) {
  return event.key.length === 1 && !act.setting("letters", true);
}

/** Shut the menu, or let go of what is aimed. @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act @returns {boolean} whether the key was used */
export function escapeKey(event, state, act) {
  if (event.key !== "Escape" || !(state.ui.menu || state.ui.aim || state.ui.pick)) return false;
  act.ui({ menu: false, aim: null, pick: null });
  return true;
}

/**
 * @param {KeyboardEvent} event
 * @param {MatchState} state
 * @param {Actions} act
 * @param {string[]} awaited what the table waits for, in words
 * @returns {boolean} whether the key was used
 */
export function commonKey(event, state, act, awaited) {
  switch (event.key) {
    case "/":
      return focus("#typed");
    case "l":
      return focus("sr-log");
    case "c":
      return !state.ui.aim && focus('[name="word"]');
    case "q":
      act.answer(awaited.filter(Boolean).join(" "));
      return true;
    case "r":
      again(state, act);
      return true;
    case "v":
      speech(act);
      return true;
    default:
      return false;
  }
}

/** The last call once more. @param {MatchState} state @param {Actions} act */
function again(state, act) {
  const last = state.calls.at(-1);
  if (!last) return;
  act.answer(last.text);
  speak(last.text);
}

/** @param {Actions} act */
function speech(act) {
  const on = !hears("speech");
  setHearing("speech", on);
  act.answer(`Spoken calls are ${on ? "on" : "off"}.`);
}

const GUARD_MS = 400;

/** Whether a gesture may be the very one that aimed: a key held down, a trembling finger. @param {number} since when it was aimed @param {Event} [event] */
export function isHasty(since, event) {
  if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return event.repeat;
  return Date.now() - since < GUARD_MS;
}

/** Whether a key goes to a button or link that has the focus. @param {KeyboardEvent} event */
export function onControl(event) {
  return /** @type {Element} */ (event.target).closest('button, a, summary, [role="button"], [role="switch"]') !== null;
}

/** @param {string} selector */
function focus(selector) {
  const found = /** @type {HTMLElement | null} */ (document.querySelector(selector));
  found?.focus();
  return Boolean(found);
}
