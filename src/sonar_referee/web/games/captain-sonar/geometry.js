// @ts-check
// Where things are on a chart: names of cells, neighbours, distances, ways. Nothing here decides what is legal.

/** A map as the server describes it. @typedef {{columns: string[], rows: number[], sector_size: number, islands: string[], holes: string[], archer_mines: string[]}} ChartMap */
/** @typedef {"north" | "east" | "south" | "west"} Heading */

/** One step in each heading, as columns and rows. @type {Record<Heading, [number, number]>} */
export const STEP = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] };

/** Turns of a bow from north, in degrees. @type {Record<Heading, number>} */
export const ANGLE = { north: 0, east: 90, south: 180, west: 270 };

const TORPEDO_STEPS = 4;

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
  const around = /** @type {Heading[]} */ (Object.keys(STEP)).map((heading) => ahead(map, cell, heading));
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

/** The number of the sector of a cell, counted row by row from 1. @param {ChartMap} map @param {string} cell */
export function sectorOf(map, cell) {
  const [x, y] = xy(cell);
  const across = map.columns.length / map.sector_size;
  return Math.floor(y / map.sector_size) * across + Math.floor(x / map.sector_size) + 1;
}

/** @param {ChartMap} map */
export function sectorCount(map) {
  return (map.columns.length / map.sector_size) * (map.rows.length / map.sector_size);
}

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

/** @param {"blue" | "yellow" | string | null} team @returns {"blue" | "yellow"} */
export function enemyOf(team) {
  return team === "blue" ? "yellow" : "blue";
}
