// @ts-check
// What an explosion and a torpedo reach. Nothing here decides what is legal.

import { cellAt, headingTo, neighbours, xy } from "../../chart/geometry.js";

/** @typedef {import("../../chart/geometry.js").ChartMap & {sector_size: number, holes: string[], archer_mines: string[]}} ChartMap */

const TORPEDO_STEPS = 4;

/** The cells that an explosion reaches, the impact included. @param {ChartMap} map @param {string} cell @returns {string[]} */
export function blast(map, cell) {
  const [x, y] = xy(cell);
  const near = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => cellAt(map, x + dx, y + dy)));
  return /** @type {string[]} */ (near.filter(Boolean));
}

/**
 * A shortest way over the sea with few turns, both ends included; only the two ends where none is short enough.
 * Only for showing: what a torpedo reaches is the server's word. `closed` are cells that this match bars for it.
 * @param {ChartMap} map
 * @param {string} from
 * @param {string} to
 * @param {string[]} [closed]
 * @returns {string[]}
 */
export function torpedoPath(map, from, to, closed = []) {
  const far = stepsFrom(map, from, new Set([...map.islands, ...closed]));
  const ways = waysBack(map, far, [to]);
  return ways.sort((one, other) => turns(one) - turns(other))[0] ?? [from, to];
}

/** How many steps each cell in a torpedo's reach is away. @param {ChartMap} map @param {string} from @param {Set<string>} barred */
function stepsFrom(map, from, barred) {
  const far = new Map([[from, 0]]);
  let front = [from];
  for (let step = 1; step <= TORPEDO_STEPS; step++) {
    front = front.flatMap((cell) => neighbours(map, cell)).filter((cell) => !barred.has(cell) && !far.has(cell));
    for (const cell of front) far.set(cell, step);
  }
  return far;
}

/** All shortest ways that end as this one. @param {ChartMap} map @param {Map<string, number>} far @param {string[]} way @returns {string[][]} */
function waysBack(map, far, way) {
  const left = far.get(way[0]);
  if (left === 0) return [way];
  if (left === undefined) return [];
  return neighbours(map, way[0])
    .filter((cell) => far.get(cell) === left - 1)
    .flatMap((cell) => waysBack(map, far, [cell, ...way]));
}

/** @param {string[]} way */
function turns(way) {
  return way.slice(2).filter((cell, at) => headingTo(way[at + 1], cell) !== headingTo(way[at], way[at + 1])).length;
}
