// @ts-check
// Single-letter keys and arrows: first what works everywhere, then what each own station adds.

import { commonKey, escapeKey, isMuted } from "../../parts/keys.js";
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
  if (escapeKey(event, state, act)) return true;
  if (state.view.status === "finished") return finishedKey(event, state, act);
  if (isMuted(event, act)) return false;
  if (commonKey(event, state, act, turnWords(state))) return true;
  return rolesAtHand(state).some((role) => STATION_KEYS[role](event, state, act));
}

/** Where one hand holds several seats, the sheet takes keys only while it is in sight, and then first. @param {MatchState} state */
function rolesAtHand(state) {
  const roles = state.seats.map(roleOf);
  if (roles.length === 1) return roles;
  const others = roles.filter((role) => role !== "radio_operator");
  return state.ui.tab === "radio_operator" && roles.length > others.length ? ["radio_operator", ...others] : others;
}
