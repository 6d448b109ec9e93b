// @ts-check
// What a player knows of the enemy: own readings, own misses, and the enemy's sounds, each with its age and its cells.

import { ageWords, emissionWords, enemyName, readingWords } from "./words.js";
import { cellAfter, cellsOfEmission, cellsOfReading, sonarSquare, torpedoPath } from "./places.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {"found" | "heard" | "empty" | "missed"} Kind `empty` and `missed` tell where the enemy was not */
/** @typedef {{key: string, turn: number, age: number, kind: Kind, icon: string, title: string, sub: string, cells: string[]}} Known */

/** Newest first. @param {MatchState} state @returns {Known[]} */
export function known(state) {
  const { view } = state;
  if (!view.deeds) return [];
  const all = [...readings(state), ...misses(state), ...emissions(state)];
  return all.sort((one, other) => other.turn - one.turn);
}

/**
 * @param {MatchState} state
 * @param {number} turn
 * @param {Kind} kind
 * @param {{icon: string, title: string, cells: string[]}} told
 * @returns {Known}
 */
function item(state, turn, kind, { icon, title, cells }) {
  const age = state.view.turn - turn;
  const about =
    kind === "found" || kind === "heard" ? `, one of ${cells.length} ${cells.length === 1 ? "space" : "spaces"}` : "";
  return { key: `${kind}-${turn}`, turn, age, kind, icon, title, sub: ageWords(age) + about, cells };
}

/** @param {MatchState} state */
function readings(state) {
  return state.view.readings.map((/** @type {import("./words.js").Reading} */ reading) => {
    const from = cellAfter(state.view, reading.turn);
    const title = readingWords(reading);
    if (!reading.detected)
      return item(state, reading.turn, "empty", {
        icon: "sonar",
        title: `${title} of ${from}`,
        cells: sonarSquare(state.chart, from),
      });
    return item(state, reading.turn, "found", {
      icon: "sonar",
      title,
      cells: cellsOfReading(state.chart, from, reading),
    });
  });
}

/** @param {MatchState} state */
function misses(state) {
  const { deeds, outcome, turn } = state.view;
  return deeds
    .filter((/** @type {import("./words.js").Deed} */ deed) => deed.action.type === "torpedo")
    .filter((/** @type {any} */ deed) => !(outcome?.reason === "torpedoed" && deed.turn === turn))
    .map((/** @type {any} */ { turn: at, action, cell }) =>
      item(state, at, "missed", {
        icon: "torpedo",
        title: `Your torpedo missed, ${action.heading} from ${cell}`,
        cells: torpedoPath(state.chart, cell, action.heading),
      }),
    );
}

/** @param {MatchState} state */
function emissions(state) {
  return state.view.emissions.map((/** @type {import("./words.js").Emission} */ emission) =>
    item(state, emission.turn, "heard", {
      icon: emission.system ?? "sound",
      title: emissionWords(emission, enemyName(state)),
      cells: cellsOfEmission(state.chart, cellAfter(state.view, emission.turn), emission),
    }),
  );
}

/** The one that is pointed at. @param {MatchState} state @param {Known[]} all */
export function pointedAt(state, all) {
  return all.find((one) => one.key === state.ui.known) ?? null;
}
