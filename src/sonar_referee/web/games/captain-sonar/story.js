// @ts-check
// The record and the analysis of a finished match, fetched once and told once.

import { call } from "../../lib/api.js";
import { TEAMS } from "../../parts/seat-words.js";
import { moments, turningPoints } from "./replay.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./replay.js").Moment} Moment */
/** @typedef {import("./replay.js").Team} Team */
/** @typedef {import("../../types.d.ts").AnalysisStep} Known */
/**
 * @typedef {object} Story
 * @property {number} first the earliest round that can be shown
 * @property {number} last
 * @property {(round: number) => Moment} at
 * @property {(team: Team, round: number) => Known | null} knew where a team could think its enemy to be after a round
 * @property {import("./replay.js").Turn[]} turns
 * @property {boolean} waiting whether the record is still on its way
 * @property {string} failed why it did not come
 */

/** @typedef {{record: any, analysis: any, failed: string, told: Story | null, calls: number}} Shelf */

/** @type {WeakMap<MatchState, Shelf>} */
const shelves = new WeakMap();

/** @param {MatchState} state @param {Actions} act @returns {Story} */
export function storyOf(state, act) {
  const shelf = shelves.get(state) ?? fetched(state, act);
  if (!shelf.record) return ending(state, !shelf.failed, shelf.failed);
  if (!shelf.told || shelf.calls !== state.calls.length) {
    shelf.told = told(state, shelf.record, shelf.analysis);
    shelf.calls = state.calls.length;
  }
  return shelf.told;
}

/** @param {MatchState} state @param {Actions} act */
function fetched(state, act) {
  /** @type {Shelf} */
  const shelf = { record: null, analysis: null, failed: "", told: null, calls: 0 };
  shelves.set(state, shelf);
  Promise.all(["record", "analysis"].map((part) => call("GET", `/matches/${state.id}/${part}`)))
    .then(([record, analysis]) => {
      Object.assign(shelf, { record, analysis });
    })
    .catch((error) => {
      shelf.failed = `The record did not come: ${error.message}`;
    })
    .finally(() => act.ui({}));
  return shelf;
}

/** @param {MatchState} state @param {any} record @param {import("../../types.d.ts").MatchAnalysis} analysis @returns {Story} */
function told(state, record, analysis) {
  const { hull } = state.summary.options;
  const last = state.view.round;
  const all = moments(record, state.calls, { chart: state.chart, hull, last });
  return {
    first: 0,
    last,
    at: (round) => all[Math.max(0, Math.min(last, round))],
    knew: (team, round) => analysis.teams[team].filter((step) => step.round <= round).at(-1) ?? null,
    turns: turningPoints(record, state.calls, all, hull),
    waiting: false,
    failed: "",
  };
}

/** What the view alone tells: the last round. @param {MatchState} state @param {boolean} waiting @param {string} failed @returns {Story} */
function ending(state, waiting, failed) {
  const { reveal, round } = state.view;
  const boat = (/** @type {string} */ team) => {
    const { cell, route, past_routes, mines, damage, surfaced } = reveal?.[team] ?? {
      cell: null,
      route: [],
      past_routes: [],
      mines: [],
      damage: 0,
      surfaced: false,
    };
    return { cell, heading: /** @type {const} */ ("north"), route, past: past_routes, mines, damage, surfaced };
  };
  const [blue, yellow] = TEAMS.map(boat);
  const moment = { round, boats: { blue, yellow }, impacts: [] };
  return { first: round, last: round, at: () => moment, knew: () => null, turns: [], waiting, failed };
}
