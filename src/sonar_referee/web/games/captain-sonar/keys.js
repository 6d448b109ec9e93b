// @ts-check
// Single-letter keys and arrows: first what works everywhere, then what each own station adds.

import { hears, setHearing, speak } from "../../lib/sound.js";
import { captainKey } from "./captain-typed.js";
import { engineerKey } from "./engineer-typed.js";
import { finishedKey } from "./finished.js";
import { firstMateKey } from "./first-mate.js";
import { radioKey } from "./radio.js";
import { turnWords } from "./words.js";
import { roleOf } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */

/** @type {Record<string, (event: KeyboardEvent, state: MatchState, act: Actions) => boolean>} */
const STATION_KEYS = { captain: captainKey, first_mate: firstMateKey, engineer: engineerKey, radio_operator: radioKey };

/** @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act @returns {boolean} whether the key was used */
export function key(event, state, act) {
  if (event.key === "Escape" && (state.ui.menu || state.ui.aim || state.ui.pick)) {
    act.ui({ menu: false, aim: null, pick: null });
    return true;
  }
  if (state.view.status === "finished") return finishedKey(event, state, act);
  if (event.key.length === 1 && !act.setting("letters", true)) return false;
  if (event.key === "/") return focus("#typed");
  if (event.key === "l") return focus("sr-log");
  if (event.key === "c" && !state.ui.aim) return focus('[name="word"]');
  if (event.key === "q") {
    act.answer(turnWords(state).filter(Boolean).join(" "));
    return true;
  }
  if (event.key === "r") {
    const last = state.calls.at(-1);
    if (last) act.answer(last.text);
    if (last) speak(last.text);
    return true;
  }
  if (event.key === "v") {
    const on = !hears("speech");
    setHearing("speech", on);
    act.answer(`Spoken calls are ${on ? "on" : "off"}.`);
    return true;
  }
  return rolesAtHand(state).some((role) => STATION_KEYS[role](event, state, act));
}

/** Where one hand holds several seats, the sheet takes keys only while it is in sight, and then first. @param {MatchState} state */
function rolesAtHand(state) {
  const roles = state.seats.map(roleOf);
  if (roles.length === 1) return roles;
  const others = roles.filter((role) => role !== "radio_operator");
  return state.ui.tab === "radio_operator" && roles.length > others.length ? ["radio_operator", ...others] : others;
}

/** @param {string} selector */
function focus(selector) {
  const found = /** @type {HTMLElement | null} */ (document.querySelector(selector));
  found?.focus();
  return Boolean(found);
}
