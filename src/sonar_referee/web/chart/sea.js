// @ts-check
// A sea chart of any game: sea, islands, sectors and the graduated frame. What lies on it is the game's to draw.

import { s } from "../lib/dom.js";
import { cells, sectorOf, sectorsOf } from "./geometry.js";
import { CELL, MARGIN, coast, corner, land, middle } from "./things.js";

/** @typedef {import("./geometry.js").ChartMap} ChartMap */
/** What a game draws: on the bare sea, over it and cut off at the edge, and on top of all. @typedef {{label: string, ground?: any, paint?: any, things?: any}} Drawn */

/** @param {ChartMap} map @param {Drawn} drawn @returns {SVGElement} */
export function seaChart(map, { label, ground, paint, things }) {
  const [width, height] = seaSize(map);
  const box = [width + 2 * MARGIN, height + 2 * MARGIN];
  return s(
    "svg",
    // the size only gives the drawing its proportions; style sheets make it fit
    {
      class: "chart-svg",
      viewBox: `0 0 ${box.join(" ")}`,
      width: box[0] * 10,
      height: box[1] * 10,
      role: "img",
      "aria-label": label,
    },
    // an inner drawing cuts off what runs over the edge
    s(
      "svg",
      { x: MARGIN, y: MARGIN, width, height, viewBox: `${MARGIN} ${MARGIN} ${width} ${height}` },
      sea(map, ground),
      s("g", {}, paint),
    ),
    frame(map),
    s("g", {}, things),
  );
}

/** Width and height of the sea in units of the drawing. @param {ChartMap} map @returns {[number, number]} */
export function seaSize(map) {
  return [map.columns.length * CELL, map.rows.length * CELL];
}

/** @param {ChartMap} map @param {any} ground */
function sea(map, ground) {
  const [width, height] = seaSize(map);
  const islands = new Set(map.islands);
  return s(
    "g",
    {},
    s("rect", { class: "sea", x: MARGIN, y: MARGIN, width, height }),
    map.islands.map((cell) => s("path", { class: "shoal one", d: coast(cell, 38, 0.16) })),
    map.islands.map((cell) => s("path", { class: "shoal two", d: coast(cell, 27, 0.18) })),
    ground,
    sectorNumbers(map),
    s("path", { class: "grid", d: lines(map, 1) }),
    s("path", { class: "sector-line", d: sectorLines(map) }),
    cells(map)
      .filter((cell) => !islands.has(cell))
      .map((cell) => {
        const [cx, cy] = middle(cell);
        return s("circle", { class: "space", cx, cy, r: 1.5 });
      }),
    land(map.islands),
  );
}

/** @param {ChartMap} map */
function sectorNumbers(map) {
  return sectorsOf(map).map((sector) => {
    const [x, y] = corner(map.sectors[sector][0]);
    return s("text", { class: "sector-no", x: x + 9, y: y + 34 }, sector);
  });
}

/** Lines across the sea, one every so many cells. @param {ChartMap} map @param {number} every */
export function lines(map, every) {
  const [width, height] = seaSize(map);
  let path = "";
  for (let at = every; at < map.columns.length; at += every) path += `M${MARGIN + at * CELL} ${MARGIN}v${height}`;
  for (let at = every; at < map.rows.length; at += every) path += `M${MARGIN} ${MARGIN + at * CELL}h${width}`;
  return path;
}

/** Where one sector ends and another begins: each straight piece is one line, so that its dashes run on. @param {ChartMap} map */
function sectorLines(map) {
  const [across, down] = [map.columns.length, map.rows.length];
  const all = cells(map).map((cell) => sectorOf(map, cell));
  const of = (/** @type {number} */ x, /** @type {number} */ y) => all[y * across + x];
  let path = "";
  for (let x = 1; x < across; x++)
    for (const [from, to] of runs(down, (y) => of(x - 1, y) !== of(x, y)))
      path += `M${MARGIN + x * CELL} ${MARGIN + from * CELL}v${(to - from) * CELL}`;
  for (let y = 1; y < down; y++)
    for (const [from, to] of runs(across, (x) => of(x, y - 1) !== of(x, y)))
      path += `M${MARGIN + from * CELL} ${MARGIN + y * CELL}h${(to - from) * CELL}`;
  return path;
}

/** Beginning and end of each unbroken run of numbers that fit. @param {number} count @param {(at: number) => boolean} fits */
function runs(count, fits) {
  /** @type {[number, number][]} */
  const found = [];
  for (let at = 0; at < count; at++) {
    if (!fits(at)) continue;
    const last = found.at(-1);
    if (last?.[1] === at) last[1] = at + 1;
    else found.push([at, at + 1]);
  }
  return found;
}

const LADDER = 6;

/** The graduated frame of a sea chart, one mark a space, with the names of columns and rows. @param {ChartMap} map */
function frame(map) {
  const [width, height] = seaSize(map);
  const [right, bottom] = [MARGIN + width, MARGIN + height];
  const rung = (/** @type {number} */ at, /** @type {boolean} */ far) =>
    (at + Number(far)) % 2 ? "rung" : "rung dark";
  return s(
    "g",
    { class: "frame" },
    s("rect", {
      class: "frame-edge",
      x: MARGIN - LADDER - 1,
      y: MARGIN - LADDER - 1,
      width: width + 2 * LADDER + 2,
      height: height + 2 * LADDER + 2,
    }),
    map.columns.flatMap((_, at) =>
      [MARGIN - LADDER, bottom].map((y) =>
        s("rect", { class: rung(at, y === bottom), x: MARGIN + at * CELL, y, width: CELL, height: LADDER }),
      ),
    ),
    map.rows.flatMap((_, at) =>
      [MARGIN - LADDER, right].map((x) =>
        s("rect", { class: rung(at, x === right), x, y: MARGIN + at * CELL, width: LADDER, height: CELL }),
      ),
    ),
    s("rect", { class: "neat", x: MARGIN, y: MARGIN, width, height }),
    map.columns.flatMap((letter, at) =>
      [MARGIN - 11, bottom + 20].map((y) => s("text", { class: "axis", x: MARGIN + (at + 0.5) * CELL, y }, letter)),
    ),
    map.rows.flatMap((number, at) =>
      [MARGIN - 15.5, right + 15.5].map((x) =>
        s("text", { class: "axis", x, y: MARGIN + (at + 0.5) * CELL + 4.5 }, number),
      ),
    ),
  );
}

/** Sea and land in small, for pickers; a game may draw on the bare sea and on top. @param {ChartMap} map @param {{ground?: any, things?: any}} [drawn] @returns {SVGElement} */
export function thumbnail(map, { ground, things } = {}) {
  const [width, height] = seaSize(map);
  return s(
    "svg",
    { class: "thumb", viewBox: `${MARGIN - 3} ${MARGIN - 3} ${width + 6} ${height + 6}`, "aria-hidden": "true" },
    s("rect", { class: "sea", x: MARGIN, y: MARGIN, width, height }),
    map.islands.map((cell) => s("path", { class: "shoal two", d: coast(cell, 29, 0.16) })),
    ground,
    s("path", { class: "sector-line", d: sectorLines(map) }),
    land(map.islands),
    things,
    s("rect", { class: "neat", x: MARGIN, y: MARGIN, width, height }),
  );
}
