// @ts-check
// Where things are on a chart: names of cells, neighbours, distances, ways. Nothing here decides what is legal.

/** What every game's map has, as the server describes it. @typedef {{columns: string[], rows: number[], sectors: Record<string, string[]>, islands: string[]}} ChartMap */
/** @typedef {"north" | "east" | "south" | "west"} Heading */

export const HEADINGS = /** @type {const} */ (["north", "east", "south", "west"]);

/** One step in each heading, as columns and rows. @type {Record<Heading, [number, number]>} */
export const STEP = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] };

/** Turns of a bow from north, in degrees. @type {Record<Heading, number>} */
export const ANGLE = { north: 0, east: 90, south: 180, west: 270 };

/** Column and row of a cell, both from 0. @param {string} cell @returns {[number, number]} */
export function xy(cell) {
  return [cell.charCodeAt(0) - 65, Number(cell.slice(1)) - 1];
}

/** The name of the cell in a column and a row, both from 0. @param {number} x @param {number} y */
export function cellName(x, y) {
  return String.fromCharCode(65 + x) + (y + 1);
}

/** The cell in a column and a row, both from 0; `null` beyond the edge. @param {ChartMap} map @param {number} x @param {number} y */
export function cellAt(map, x, y) {
  return x >= 0 && y >= 0 && x < map.columns.length && y < map.rows.length ? cellName(x, y) : null;
}

/** All cells, row by row. @param {ChartMap} map @returns {string[]} */
export function cells(map) {
  return map.rows.flatMap((_, y) => map.columns.map((_letter, x) => cellName(x, y)));
}

/** @param {ChartMap} map @param {string} cell */
export function isLand(map, cell) {
  return map.islands.includes(cell);
}

/** The cell some steps away; `null` beyond the edge. @param {ChartMap} map @param {string} cell @param {Heading} heading @param {number} [steps] */
export function ahead(map, cell, heading, steps = 1) {
  const [x, y] = xy(cell);
  const [dx, dy] = STEP[heading];
  return cellAt(map, x + dx * steps, y + dy * steps);
}

/** The cells north, east, south and west, land included, without those beyond the edge. @param {ChartMap} map @param {string} cell @returns {string[]} */
export function neighbours(map, cell) {
  const around = HEADINGS.map((heading) => ahead(map, cell, heading));
  return /** @type {string[]} */ (around.filter(Boolean));
}

/** The heading in which a cell lies, if it lies in a straight line. @param {string} from @param {string} to @returns {Heading | null} */
export function headingTo(from, to) {
  const [dx, dy] = [xy(to)[0] - xy(from)[0], xy(to)[1] - xy(from)[1]];
  if ((dx === 0) === (dy === 0)) return null;
  if (dx) return dx > 0 ? "east" : "west";
  return dy > 0 ? "south" : "north";
}

/** Spaces between two cells, diagonals counted as one. @param {string} one @param {string} other */
export function chebyshev(one, other) {
  const [ax, ay] = xy(one);
  const [bx, by] = xy(other);
  return Math.max(Math.abs(ax - bx), Math.abs(ay - by));
}

/** Orthogonal steps between two cells. @param {string} one @param {string} other */
export function manhattan(one, other) {
  const [ax, ay] = xy(one);
  const [bx, by] = xy(other);
  return Math.abs(ax - bx) + Math.abs(ay - by);
}

/** The numbers of the sectors, in their order. @param {ChartMap} map */
export function sectorsOf(map) {
  return Object.keys(map.sectors).map(Number);
}

/** @type {WeakMap<ChartMap, Map<string, number>>} */
const sectors = new WeakMap();

/** The number of the sector of a cell. @param {ChartMap} map @param {string} cell @returns {number} */
export function sectorOf(map, cell) {
  let known = sectors.get(map);
  if (!known) {
    known = new Map(Object.entries(map.sectors).flatMap(([sector, all]) => all.map((one) => [one, Number(sector)])));
    sectors.set(map, known);
  }
  return known.get(cell) ?? 0;
}
