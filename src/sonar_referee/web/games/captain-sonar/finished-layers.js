// @ts-check
// A moment of a finished match on the chart: the truth, or what one team had of it.

import { capital } from "../../lib/text.js";
import { spacesWords } from "../../parts/knew.js";
import { TEAMS } from "../../parts/seat-words.js";
import { impactMarks, facts } from "./radio-heard.js";
import { sheetLayers } from "./radio-layers.js";
import { blastOf } from "./replay.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("./chart.js").Layers} Layers */
/** @typedef {import("./replay.js").Moment} Moment */
/** @typedef {import("./replay.js").Team} Team */
/** @typedef {import("./story.js").Known} Known */

/** Spaces that are read out one by one. */
const MOST_NAMED = 12;

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

/**
 * The own boat, what was heard of the other, and where that one could be.
 * @param {MatchState} state
 * @param {Moment} moment
 * @param {number} last
 * @param {Team} team
 * @param {Known | null} known
 * @returns {Layers}
 */
export function knownLayers(state, moment, last, team, known) {
  const enemy = team === "blue" ? "yellow" : "blue";
  const heard = state.calls.filter((call) => call.round <= moment.round);
  const sheet = team === state.team && moment.round === last ? sheetLayers(state) : {};
  return {
    ...common(state, moment),
    ...detected(heard, team, enemy, moment.round),
    label: `What ${capital(team)} knew after round ${moment.round}. ${where(team, moment)}${possible(enemy, known)}`,
    maybe: known && { cells: known.cells, team: enemy },
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

/** What detection told in a round. @param {any[]} heard @param {Team} team @param {Team} enemy @param {number} round @returns {Layers} */
function detected(heard, team, enemy, round) {
  const place = facts(heard, team, enemy)
    .filter((fact) => fact.round === round && fact.place && !fact.place.cell)
    .at(-1)?.place;
  if (place?.facts) return { bands: place.facts };
  return place?.sector ? { sectorOn: place.sector } : {};
}

/** @param {Team} team @param {Moment} moment */
function where(team, moment) {
  return `${capital(team)} on ${moment.boats[team].cell ?? "no space yet"}`;
}

/** In words for those who do not see the shading. @param {Team} enemy @param {Known | null} known */
function possible(enemy, known) {
  if (!known) return "";
  const named = known.cells.length <= MOST_NAMED ? `: ${known.cells.join(", ")}` : "";
  return `. ${capital(enemy)} could be in ${spacesWords(known)}${named}`;
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
