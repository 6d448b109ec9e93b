// @ts-check
// After the end: whose knowledge is looked at, and in how many spaces each boat could be as far as the other team knew.

import { cells } from "../chart/geometry.js";
import { round as rounded } from "../chart/things.js";
import { h, hidden, icon, s } from "../lib/dom.js";
import { capital } from "../lib/text.js";
import { scrubTo, scrubbedTo } from "./scrub.js";
import { TEAMS, enemyOf } from "./seat-words.js";

/** @typedef {import("../lib/state.js").MatchState} MatchState */
/** @typedef {import("../lib/state.js").Actions} Actions */
/** @typedef {import("./seat-words.js").Team} Team */
/** @typedef {import("./scrub.js").Reel} Reel */
/** @typedef {import("../types.d.ts").AnalysisStep} Known */
/** Where a team could think its enemy to be after a round. @typedef {(team: Team, round: number) => Known | null} Knew */

const TALL = 100;

/** The number of spaces in words. @param {Known} known */
export function spacesWords({ cells, exact }) {
  const spaces = cells.length === 1 ? "1 space" : `${cells.length} spaces`;
  return exact ? spaces : `${spaces} at most`;
}

/** Whose knowledge is looked at. @param {MatchState} state @returns {"truth" | Team} */
export function knowing(state) {
  return state.ui.knows ?? "truth";
}

/** The choice of it. @param {MatchState} state @param {Actions} act */
export function knowledge(state, act) {
  const choice = (/** @type {string} */ who, /** @type {string} */ words) =>
    h(
      "button",
      { type: "button", "aria-pressed": String(knowing(state) === who), onclick: () => act.ui({ knows: who }) },
      words,
    );
  return h(
    "div.seg",
    { role: "group", "aria-label": "Whose knowledge" },
    choice("truth", "Truth"),
    TEAMS.map((team) => choice(team, `${capital(team)} knew`)),
  );
}

/** In how many spaces, or where, a team could find its enemy. @param {Team} enemy @param {Known | null} known */
export function foundWords(enemy, known) {
  if (!known) return null;
  const [only, ...others] = known.cells;
  if (others.length === 0) return h("p.shaded", {}, `${capital(enemy)} could only be on `, h("b", {}, only), ".");
  return h("p.shaded", {}, `${capital(enemy)} could be in `, h("b", {}, spacesWords(known)), ", shaded on the chart.");
}

/**
 * A line for each boat under the slider, from all of the sea at the top down to a single space; a press goes there.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {Reel} reel
 * @param {Knew} knew
 */
export function spacesChart(state, act, reel, knew) {
  const map = state.chart;
  const each = reel.noun.toLowerCase();
  const wide = reel.last - reel.first;
  const lines = TEAMS.map((team) => ({ team, known: knownOf(reel, knew, team) }));
  if (wide === 0 || lines.some(({ known }) => known.includes(null))) return null;
  const most = Math.log(cells(map).length - map.islands.length);
  const high = (/** @type {number} */ count) => rounded(TALL * (1 - Math.log(Math.max(1, count)) / most));
  const at = scrubbedTo(state, reel) - reel.first;
  return [
    h(
      "div.spaces",
      {
        onclick: (/** @type {MouseEvent} */ event) =>
          scrubTo(act, reel, reel.first + Math.round(pressedAt(event) * wide)),
      },
      s(
        "svg",
        {
          viewBox: `0 0 ${wide} ${TALL}`,
          preserveAspectRatio: "none",
          role: "img",
          "aria-label": `In how many spaces each boat could be, ${each} by ${each}`,
        },
        s("path", { class: "floor", d: `M0 ${TALL}H${wide}` }),
        s("path", { class: "now", d: `M${at} 0V${TALL}` }),
        lines.map(({ team, known }) =>
          s("path", {
            class: `left ${team}`,
            d: known.map((one, x) => `${x ? "L" : "M"}${x} ${high(one?.cells.length ?? 0)}`).join(""),
          }),
        ),
      ),
    ),
    h(
      "p.spaces-now",
      {},
      h("span", {}, "Spaces left"),
      lines.map(({ team, known }) => number(team, /** @type {Known} */ (known[at]))),
    ),
  ];
}

/** What the other team knew of a boat, round by round. @param {Reel} reel @param {Knew} knew @param {Team} team */
function knownOf({ first, last }, knew, team) {
  const rounds = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return rounds.map((round) => knew(enemyOf(team), round));
}

/** @param {Team} team @param {Known} known */
function number(team, known) {
  const words = `${capital(team)} could be in ${spacesWords(known)}. `;
  const short = `${known.exact ? "" : "≤ "}${known.cells.length}`;
  return h(
    "span",
    { title: words },
    icon(team, `flag ${team}`),
    hidden(words),
    h("b", { "aria-hidden": "true" }, short),
  );
}

/** Where a press came on the drawing, from 0 on the left to 1. @param {MouseEvent} event */
function pressedAt(event) {
  const box = /** @type {Element} */ (event.currentTarget).querySelector("svg")?.getBoundingClientRect();
  return box ? (event.clientX - box.left) / box.width : 0;
}
