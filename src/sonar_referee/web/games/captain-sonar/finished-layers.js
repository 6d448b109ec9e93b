// @ts-check
// A moment of a finished match on the chart: the truth, or what one team had of it.

import { impactMarks, facts } from "./radio-heard.js";
import { sheetLayers } from "./radio-layers.js";
import { TEAMS, blastOf } from "./replay.js";
import { capital } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("./chart.js").Layers} Layers */
/** @typedef {import("./replay.js").Moment} Moment */
/** @typedef {import("./replay.js").Team} Team */

/** Both boats. @param {MatchState} state @param {Moment} moment @param {number} last @returns {Layers} */
export function truthLayers(state, moment, last) {
  return {
    ...common(state, moment),
    label: `Both routes after round ${moment.round}. ${TEAMS.map((team) => where(team, moment)).join(", ")}`,
    tracks: TEAMS.flatMap((team) => tracks(team, moment)),
    mines: TEAMS.flatMap((team) => mines(team, moment)),
    subs: TEAMS.flatMap((team) => boat(team, moment)),
    notes: TEAMS.flatMap((team) => notes(state, team, moment, last)),
  };
}

/** The own boat, and what was heard of the other. @param {MatchState} state @param {Moment} moment @param {number} last @param {Team} team @returns {Layers} */
export function knownLayers(state, moment, last, team) {
  const enemy = team === "blue" ? "yellow" : "blue";
  const heard = state.calls.filter((call) => call.round <= moment.round);
  const sheet = team === state.team && moment.round === last ? sheetLayers(state) : {};
  return {
    ...common(state, moment),
    ...detected(heard, team, enemy),
    label: `What ${capital(team)} knew after round ${moment.round}. ${where(team, moment)}`,
    tracks: [...tracks(team, moment), ...(sheet.tracks ?? [])],
    mines: [...mines(team, moment), ...(sheet.mines ?? [])],
    subs: boat(team, moment),
    notes: [...notes(state, team, moment, last), ...(sheet.notes ?? [])],
    pencil: sheet.pencil,
  };
}

/** @param {MatchState} state @param {Moment} moment @returns {Layers} */
function common(state, moment) {
  const heard = state.calls.filter((call) => call.round <= moment.round);
  const marks = impactMarks(heard);
  const exploded = new Set(marks.map(({ cell }) => cell));
  const blast = blastOf(moment, state.chart);
  return {
    impacts: marks,
    archers: state.chart.archer_mines.filter((/** @type {string} */ cell) => !exploded.has(cell)),
    ...(blast.length > 0 ? { blast } : {}),
  };
}

/** The last detection that told something. @param {any[]} heard @param {Team} team @param {Team} enemy @returns {Layers} */
function detected(heard, team, enemy) {
  const place = facts(heard, team, enemy)
    .filter((fact) => fact.place && !fact.place.cell)
    .at(-1)?.place;
  if (place?.facts) return { bands: place.facts };
  return place?.sector ? { sectorOn: place.sector } : {};
}

/** @param {Team} team @param {Moment} moment */
function where(team, moment) {
  return `${capital(team)} on ${moment.boats[team].cell ?? "no space yet"}`;
}

/** @param {Team} team @param {Moment} moment */
function tracks(team, moment) {
  const { route, past } = moment.boats[team];
  return [...past.map((cells) => ({ cells, team, cls: "faint", dots: false })), { cells: route, team }];
}

/** @param {Team} team @param {Moment} moment */
function mines(team, moment) {
  return moment.boats[team].mines.map((cell) => ({ cell, team }));
}

/** @param {Team} team @param {Moment} moment */
function boat(team, moment) {
  const { cell, heading } = moment.boats[team];
  return cell ? [{ cell, heading, team }] : [];
}

/** @param {MatchState} state @param {Team} team @param {Moment} moment @param {number} last */
function notes(state, team, moment, last) {
  const { cell, damage, surfaced } = moment.boats[team];
  if (!cell) return [];
  const lost = moment.round === last && damage >= state.summary.options.hull;
  if (!lost && !surfaced) return [];
  const low = Number(cell.slice(1)) === state.chart.rows.length;
  return [{ cell, text: lost ? "lost" : "surfaced", cls: `team ${team}`, dy: low ? -38 : 19 }];
}
