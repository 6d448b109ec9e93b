// @ts-check
// A player's page: the station of its seat, or all of its seats on one page.

import { captain } from "./captain.js";
import { engineer } from "./engineer.js";
import { firstMate } from "./first-mate.js";
import { radio } from "./radio.js";
import { bundle } from "./bundle.js";
import { roleOf } from "./words.js";

/** @type {Record<string, (state: import("../../lib/state.js").MatchState, act: import("../../lib/state.js").Actions) => HTMLElement>} */
const STATIONS = { captain, first_mate: firstMate, engineer, radio_operator: radio };

/**
 * @param {import("../../lib/state.js").MatchState} state
 * @param {import("../../lib/state.js").Actions} act
 */
export function station(state, act) {
  return state.seats.length === 1 ? STATIONS[roleOf(state.seats[0])](state, act) : bundle(state, act);
}
