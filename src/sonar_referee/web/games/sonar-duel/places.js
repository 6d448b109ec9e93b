// @ts-check
// Where the enemy can have been, as far as one reading or one sound says so; and where torpedoes run. Only for showing:
// what is legal, and what hits, is the server's word.

import { HEADINGS, ahead, cellName, cells, chebyshev, isLand, sectorOf, xy } from "../../chart/geometry.js";

/** @typedef {import("../../chart/geometry.js").ChartMap} ChartMap */
/** @typedef {import("../../chart/geometry.js").Heading} Heading */
/** @typedef {import("./words.js").Deed} Deed */

/** How far a sonar hears and a torpedo runs. */
export const REACH = 4;
/** Within this distance sonar and torpedo give away the block. */
const NEAR = 2;
const BLOCK = 2;

/** The cells that a torpedo passes: up to land, the edge, or the end of its reach. @param {ChartMap} map @param {string} from @param {Heading} heading @returns {string[]} */
export function torpedoPath(map, from, heading) {
  const path = [];
  for (let step = 1; step <= REACH; step++) {
    const cell = ahead(map, from, heading, step);
    if (!cell || isLand(map, cell)) break;
    path.push(cell);
  }
  return path;
}

/** What bars the way of a boat or a torpedo after its path. @param {ChartMap} map @param {string} from @param {Heading} heading @returns {"" | "land" | "edge"} */
export function barrier(map, from, heading) {
  const cell = ahead(map, from, heading, torpedoPath(map, from, heading).length + 1);
  return cell === null ? "edge" : isLand(map, cell) ? "land" : "";
}

/** The heading in which a torpedo would pass a cell. @param {ChartMap} map @param {string} from @param {string} cell */
export function headingOver(map, from, cell) {
  return HEADINGS.find((heading) => torpedoPath(map, from, heading).includes(cell)) ?? null;
}

/** The cells within reach of a sonar, land included. @param {ChartMap} map @param {string} from */
export function sonarSquare(map, from) {
  return cells(map).filter((cell) => chebyshev(from, cell) <= REACH);
}

/** The sea cells of a block that is given by its column and row. @param {[number, number]} block @returns {string[]} */
function blockCells([column, row]) {
  const sides = Array.from({ length: BLOCK }, (_, at) => at);
  return sides.flatMap((y) => sides.map((x) => cellName(column * BLOCK + x, row * BLOCK + y)));
}

/** @param {[number, number] | null} block */
export function blockWords(block) {
  if (!block) return "";
  const all = blockCells(block);
  return `, block ${all[0]} to ${all[all.length - 1]}`;
}

/** Where a reading leaves room for the enemy. @param {ChartMap} map @param {string} from the own cell @param {import("./words.js").Reading} reading */
export function cellsOfReading(map, from, { sector, direction, band, block }) {
  const inBlock = block && new Set(blockCells(block));
  return sea(map).filter((cell) => {
    const distance = chebyshev(from, cell);
    return (
      sectorOf(map, cell) === sector &&
      (direction ?? "") === directionTo(from, cell) &&
      bandOf(distance) === band &&
      (inBlock ? inBlock.has(cell) && distance <= NEAR : distance > NEAR)
    );
  });
}

/** Where a sound leaves room for the enemy. @param {ChartMap} map @param {string} from the own cell @param {import("./words.js").Emission} emission */
export function cellsOfEmission(map, from, { system, sector, block, detected }) {
  const inBlock = block && new Set(blockCells(block));
  return sea(map).filter((cell) => {
    const distance = chebyshev(from, cell);
    return (
      sectorOf(map, cell) === sector &&
      (inBlock ? inBlock.has(cell) && distance <= NEAR : distance > NEAR) &&
      (!detected || distance <= REACH) &&
      (detected || system !== "sonar" || distance > REACH)
    );
  });
}

/** @param {ChartMap} map */
function sea(map) {
  return cells(map).filter((cell) => !isLand(map, cell));
}

/** A compass point in small letters, nothing for the same cell; a diagonal one is a whole quadrant. @param {string} from @param {string} to */
function directionTo(from, to) {
  const [across, down] = [xy(to)[0] - xy(from)[0], xy(to)[1] - xy(from)[1]];
  return (down < 0 ? "n" : down > 0 ? "s" : "") + (across < 0 ? "w" : across > 0 ? "e" : "");
}

/** @param {number} distance */
function bandOf(distance) {
  if (distance > REACH) return "";
  return distance < 2 ? String(distance) : "2-4";
}

/** Where the enemy of a boat can have started. @param {ChartMap & {starts: [string, string][], start_distance: number}} map @param {string} start */
export function enemyStarts(map, start) {
  if (map.starts.length === 0) return sea(map).filter((cell) => chebyshev(start, cell) >= map.start_distance);
  return map.starts.filter((pair) => pair.includes(start)).flatMap((pair) => pair.filter((cell) => cell !== start));
}

/** Where a boat was after a turn. @param {{start: string, deeds: Deed[]}} track @param {number} turn */
export function cellAfter({ start, deeds }, turn) {
  return deeds.filter((deed) => deed.turn <= turn).at(-1)?.cell ?? start;
}

/** The cells of a track up to a turn, each stay counted once. @param {{start: string, deeds: Deed[]}} track @param {number} [turn] */
export function routeUntil({ start, deeds }, turn = Number.POSITIVE_INFINITY) {
  const all = [start, ...deeds.filter((deed) => deed.turn <= turn).map((deed) => deed.cell)];
  return all.filter((cell, at) => cell !== all[at - 1]);
}

/** The heading of the last move, for the bow. @param {Deed[]} deeds @param {number} [turn] @returns {Heading} */
export function bowOf(deeds, turn = Number.POSITIVE_INFINITY) {
  const moves = deeds.filter((deed) => deed.turn <= turn && deed.action.type === "move");
  return moves.at(-1)?.action.heading ?? "north";
}
