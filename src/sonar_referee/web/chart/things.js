// @ts-check
// The things on a chart: coasts, boats, tracks, pointers. Each is a pure drawing in the chart's own units.

import { s } from "../lib/dom.js";
import { ANGLE, cellName, xy } from "./geometry.js";

/** Side of a cell in units of the drawing. */
export const CELL = 40;
/** Margin around the sea with the graduated frame and the labels. */
export const MARGIN = 26;

/** The middle of a cell. @param {string} cell @returns {[number, number]} */
export function middle(cell) {
  const [x, y] = xy(cell);
  return [MARGIN + (x + 0.5) * CELL, MARGIN + (y + 0.5) * CELL];
}

/** The upper left corner of a cell. @param {string} cell @returns {[number, number]} */
export function corner(cell) {
  const [x, y] = xy(cell);
  return [MARGIN + x * CELL, MARGIN + y * CELL];
}

/** @param {number} value */
export function round(value) {
  return Math.round(value * 10) / 10;
}

/** A line through the middles of cells. @param {string[]} cells */
export function line(cells) {
  return cells.map((cell, at) => (at ? "L" : "M") + middle(cell).join(" ")).join("");
}

/** Whole cells as one path. @param {string[]} cells */
export function squares(cells) {
  return cells.map((cell) => `M${corner(cell).join(" ")}h${CELL}v${CELL}h${-CELL}z`).join("");
}

/** The outline of a set of cells. @param {string[]} cells */
export function outline(cells) {
  const inside = new Set(cells);
  let path = "";
  for (const cell of inside) {
    const [x, y] = xy(cell);
    const [left, top] = corner(cell);
    if (!inside.has(cellName(x, y - 1))) path += `M${left} ${top}h${CELL}`;
    if (!inside.has(cellName(x, y + 1))) path += `M${left} ${top + CELL}h${CELL}`;
    if (!inside.has(cellName(x - 1, y))) path += `M${left} ${top}v${CELL}`;
    if (!inside.has(cellName(x + 1, y))) path += `M${left + CELL} ${top}v${CELL}`;
  }
  return path;
}

/** Slanting lines over cells that run on from cell to cell. @param {string[]} cells */
export function hatching(cells) {
  const gap = CELL / 5;
  let path = "";
  for (const cell of cells) {
    const [left, top] = corner(cell);
    for (let at = gap; at < 2 * CELL; at += gap) {
      const [near, far] = [Math.max(0, at - CELL), Math.min(at, CELL)];
      path += `M${left + near} ${top + far}L${left + far} ${top + near}`;
    }
  }
  return path;
}

// -- land

/** Numbers that look like chance and are the same each time. @param {number} seed */
function chance(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9) | 0;
    return (state >>> 0) / 4294967296;
  };
}

const COAST_POINTS = 11;

/**
 * A smooth closed coast around the middle of a cell; the same cell always gets the same shape.
 * @param {string} cell @param {number} radius @param {number} wobble
 */
export function coast(cell, radius, wobble) {
  const [cx, cy] = middle(cell);
  const [x, y] = xy(cell);
  const next = chance(x * 71 + y * 977 + 13);
  const turn = next() * Math.PI * 2;
  /** @type {[number, number][]} */
  const points = Array.from({ length: COAST_POINTS }, (_, at) => {
    const angle = turn + (at / COAST_POINTS) * Math.PI * 2;
    const far = radius * (1 - wobble + next() * wobble * 1.6);
    return [cx + Math.cos(angle) * far, cy + Math.sin(angle) * far];
  });
  return smooth(points);
}

/** A closed curve through points (Catmull-Rom as cubics). @param {[number, number][]} points */
function smooth(points) {
  const count = points.length;
  const at = (/** @type {number} */ index) => points[(index + count) % count];
  let path = `M${at(0).map(round)}`;
  for (let index = 0; index < count; index++) {
    const [before, from, to, after] = [-1, 0, 1, 2].map((shift) => at(index + shift));
    const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    path += `C${first.map(round)} ${second.map(round)} ${to.map(round)}`;
  }
  return `${path}Z`;
}

/** Islands; neighbours grow together. @param {string[]} islands */
export function land(islands) {
  const all = new Set(islands);
  const shapes = islands.flatMap((cell) => [s("path", { d: coast(cell, 17.5, 0.2) }), ...necks(cell, all)]);
  const shore = shapes.map((shape) => /** @type {SVGElement} */ (shape.cloneNode()));
  return s("g", {}, s("g", { class: "shore" }, shore), s("g", { class: "land" }, shapes));
}

/** What joins an island to those east and south of it. @param {string} cell @param {Set<string>} all */
function necks(cell, all) {
  const [x, y] = xy(cell);
  const [cx, cy] = middle(cell);
  const [east, south] = [all.has(cellName(x + 1, y)), all.has(cellName(x, y + 1))];
  const made = [];
  if (east) made.push(s("path", { class: "neck", d: `M${cx} ${cy}q${CELL / 2} 5 ${CELL} 0` }));
  if (south) made.push(s("path", { class: "neck", d: `M${cx} ${cy}q5 ${CELL / 2} 0 ${CELL}` }));
  if (east && south && all.has(cellName(x + 1, y + 1)))
    made.push(s("path", { d: `M${cx} ${cy}h${CELL}v${CELL}h${-CELL}z` }));
  return made;
}

// -- boats and tracks

const HULL = "M0-16.5C5.2-13 6.6-7 6.6-1 6.6 6 4.6 11 1.8 14.6V17H-1.8V14.6C-4.6 11-6.6 6-6.6-1-6.6-7-5.2-13 0-16.5Z";

/** A submarine seen from above, bow to its heading. @param {string} cell @param {string | undefined} heading @param {string} team */
export function submarine(cell, heading, team) {
  const [x, y] = middle(cell);
  const turn = ANGLE[/** @type {import("./geometry.js").Heading} */ (heading)] ?? 0;
  return s(
    "g",
    { class: `sub ${team}`, key: `sub-${team}`, transform: `translate(${x} ${y})` },
    s(
      "g",
      { transform: `rotate(${turn})` },
      s("path", { class: "hull", d: HULL }),
      s("path", { class: "fins", d: "M-8.6 13.2H8.6M-8.2-5.5h3M8.2-5.5h-3" }),
      s("rect", { class: "sail", x: -2.2, y: -6.5, width: 4.4, height: 9, rx: 2.2 }),
    ),
  );
}

/**
 * A route or a track; Blue solid with round dots, Yellow dashed with square ones.
 * @param {{cells: string[], team: string, start?: boolean, dots?: boolean, cls?: string}} track
 */
export function track({ cells, team, start = true, dots = true, cls = "" }) {
  const path = line(cells);
  const marks = cells.flatMap((cell, at) => {
    const [x, y] = middle(cell);
    const dot =
      team === "yellow"
        ? s("rect", { x: x - 3.2, y: y - 3.2, width: 6.4, height: 6.4 })
        : s("circle", { class: "dot", cx: x, cy: y, r: 3.4 });
    return at === 0 && start ? [s("circle", { class: "origin", cx: x, cy: y, r: 6.5 }), dot] : [dot];
  });
  return s(
    "g",
    { class: `track ${team} ${cls}`.trim() },
    s("path", { class: "under", d: path }),
    s("path", { class: "stroke", d: path }),
    dots && marks,
  );
}

/** @param {string} cell */
export function crosshair(cell) {
  const [x, y] = middle(cell);
  return s(
    "g",
    { class: "target", transform: `translate(${x} ${y})` },
    s("circle", { r: 12 }),
    s("path", { d: "M0-19V-8M0 19V8M-19 0H-8M19 0H8" }),
    s("circle", { class: "pin", r: 2.2 }),
  );
}

/** A way that is open. @param {{cell: string, heading: string, on?: boolean}} way */
export function way({ cell, heading, on }) {
  const [x, y] = middle(cell);
  const turn = ANGLE[/** @type {import("./geometry.js").Heading} */ (heading)];
  return s(
    "g",
    { class: on ? "legal on" : "legal", transform: `translate(${x} ${y}) rotate(${turn})` },
    s("circle", { r: 14.5 }),
    s("path", { d: "M-5.5 3L0-4L5.5 3" }),
  );
}

/** A way that is not. @param {string} cell */
export function barred(cell) {
  const [x, y] = middle(cell);
  return s("path", { class: "blocked", d: `M${x - 6} ${y - 6}l12 12m0-12l-12 12` });
}

/** A small flag with words beside a cell. @param {{cell: string, text: string, cls?: string, dx?: number, dy?: number}} note @param {number} widest right edge of the sea */
export function note({ cell, text, cls = "", dx = 0, dy = 14 }, widest) {
  const [x, y] = middle(cell);
  const width = 12 + text.length * 7;
  const left = Math.max(MARGIN, Math.min(x + dx - width / 2, widest - width));
  return s(
    "g",
    { class: `callout ${cls}`.trim(), transform: `translate(${round(left)} ${round(y + dy)})` },
    s("rect", { width, height: 19, rx: 4 }),
    s("text", { x: width / 2, y: 13.6 }, text),
  );
}
