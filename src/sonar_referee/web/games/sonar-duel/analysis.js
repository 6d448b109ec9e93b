// @ts-check
// Where each player could think the enemy to be, as the server works it out after the end; fetched once.

import { call } from "../../lib/api.js";
import { enemyStarts } from "./places.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("../../parts/knew.js").Knew} Knew */

/** @typedef {{teams: Record<string, import("../../types.d.ts").AnalysisStep[]>}} Shelf */

/** @type {WeakMap<MatchState, Shelf>} */
const shelves = new WeakMap();

/** What was known after a turn; nothing while it has not come. @param {MatchState} state @param {Actions} act @returns {Knew} */
export function knewOf(state, act) {
  const shelf = shelves.get(state) ?? fetched(state, act);
  return (team, turn) => {
    const steps = shelf.teams[team];
    if (!steps) return null;
    const last = steps.filter((step) => step.round <= turn).at(-1);
    return last ?? { number: 0, round: 0, cells: enemyStarts(state.chart, state.view.reveal[team].start), exact: true };
  };
}

/** @param {MatchState} state @param {Actions} act */
function fetched(state, act) {
  /** @type {Shelf} */
  const shelf = { teams: {} };
  shelves.set(state, shelf);
  call("GET", `/matches/${state.id}/analysis`)
    .then((analysis) => {
      Object.assign(shelf, analysis);
      act.ui({});
    })
    .catch(() => {}); // the tracks are there without it
  return shelf;
}
