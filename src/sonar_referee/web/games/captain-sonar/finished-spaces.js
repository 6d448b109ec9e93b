// @ts-check
// In how many spaces each boat could be, as far as the other team knew: now, and as a line over the whole match.

import { h, hidden, icon, s } from "../../lib/dom.js";
import { cells } from "../../chart/geometry.js";
import { round as rounded } from "../../chart/things.js";
import { capital } from "../../lib/text.js";
import { enemyOf } from "../../parts/seat-words.js";
import { TEAMS } from "./replay.js";

/** @typedef {import("./story.js").Story} Story */
/** @typedef {import("./story.js").Known} Known */
/** @typedef {import("./replay.js").Team} Team */

const TALL = 100;

/** The number of spaces in words. @param {Known} known */
export function spacesWords({ cells, exact }) {
  const spaces = cells.length === 1 ? "1 space" : `${cells.length} spaces`;
  return exact ? spaces : `${spaces} at most`;
}

/**
 * A line for each boat under the slider, from all of the sea at the top down to a single space; a press goes there.
 * @param {import("./geometry.js").ChartMap} map
 * @param {Story} story
 * @param {number} round
 * @param {(round: number) => void} go
 */
export function spacesChart(map, story, round, go) {
  const wide = story.last - story.first;
  const lines = TEAMS.map((team) => ({ team, known: knownOf(story, team) }));
  if (wide === 0 || lines.some(({ known }) => known.includes(null))) return null;
  const most = Math.log(cells(map).length - map.islands.length);
  const high = (/** @type {number} */ count) => rounded(TALL * (1 - Math.log(Math.max(1, count)) / most));
  const at = round - story.first;
  return [
    h(
      "div.spaces",
      { onclick: (/** @type {MouseEvent} */ event) => go(story.first + Math.round(pressedAt(event) * wide)) },
      s(
        "svg",
        {
          viewBox: `0 0 ${wide} ${TALL}`,
          preserveAspectRatio: "none",
          role: "img",
          "aria-label": "In how many spaces each boat could be, round by round",
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

/** What the other team knew of a boat, round by round. @param {Story} story @param {Team} team */
function knownOf(story, team) {
  const rounds = Array.from({ length: story.last - story.first + 1 }, (_, at) => story.first + at);
  return rounds.map((round) => story.knew(enemyOf(team), round));
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
