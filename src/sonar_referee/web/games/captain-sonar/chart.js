// @ts-check
// The chart: one drawing for every page, a pure function of the map and of a plain description of what lies on it.

import { s } from "../../lib/dom.js";
import {
  CELL,
  MARGIN,
  barred,
  coast,
  corner,
  crosshair,
  hatching,
  impact,
  land,
  middle,
  mine,
  note,
  outline,
  round,
  shot,
  squares,
  submarine,
  track,
  way,
} from "./chart-parts.js";
import { STEP, cells, sectorCount } from "./geometry.js";

export { chartBox, nearestCell } from "./chart-box.js";
export { CELL, MARGIN, line, middle, round } from "./chart-parts.js";
export * from "./geometry.js";

/** @typedef {import("./geometry.js").ChartMap} ChartMap */

/**
 * What lies on a chart; all of it may be left out.
 * @typedef {object} Layers
 * @property {string} [label] what the drawing shows, in words
 * @property {{cells: string[], team: string, start?: boolean, dots?: boolean, cls?: string}[]} [tracks]
 * @property {{cell: string, label?: string | number}[]} [impacts]
 * @property {{cell: string, team: string, cls?: string}[]} [mines] `cls` "guess" for suspected ones
 * @property {string[]} [archers] Archer mines still armed; all of the map's where left out
 * @property {string[]} [path] the way of a torpedo or a silence, both ends included
 * @property {{from: string, to: string, on?: boolean, grip?: "l" | "r"}[]} [sheets] transparent sheets, by two corners
 * @property {string | null} [target] crosshair
 * @property {{cell: string, heading: string, on?: boolean}[]} [legal] ways that are open
 * @property {string[]} [blocked] spaces crossed out
 * @property {{cell: string, heading?: string, team: string}[]} [subs]
 * @property {{cell: string, text: string, cls?: string, dx?: number, dy?: number}[]} [notes]
 * @property {string | null} [cursor] a space that is picked
 * @property {((middle: (cell: string) => [number, number]) => string) | [number, number][][]} [pencil] a path made from the middles of cells, or strokes in cells from the corner of the sea
 * @property {number | number[] | null} [sectorOn]
 * @property {{kind: string, value: number | string, cls?: string}[]} [bands] facts of a sonar: a row, a column or a sector
 * @property {{cells: string[], team: string} | null} [maybe] where a team's submarine can be
 * @property {string[]} [reach] what is in reach, with a dotted edge
 * @property {string[]} [near] neighbours, with a thin edge
 * @property {string[]} [blast] what an explosion reaches
 */

/** @param {ChartMap} map @param {Layers} [layers] @returns {SVGElement} */
export function chart(map, layers = {}) {
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
      "aria-label": layers.label ?? "Chart",
    },
    // an inner drawing cuts off what runs over the edge
    s(
      "svg",
      { x: MARGIN, y: MARGIN, width, height, viewBox: `${MARGIN} ${MARGIN} ${width} ${height}` },
      sea(map),
      paint(map, layers),
    ),
    frame(map),
    s("g", {}, things(map, layers)),
  );
}

/** @param {ChartMap} map @returns {[number, number]} */
function seaSize(map) {
  return [map.columns.length * CELL, map.rows.length * CELL];
}

/** @param {ChartMap} map */
function sea(map) {
  const [width, height] = seaSize(map);
  const islands = new Set(map.islands);
  return s(
    "g",
    {},
    s("rect", { class: "sea", x: MARGIN, y: MARGIN, width, height }),
    map.islands.map((cell) => s("path", { class: "shoal one", d: coast(cell, 38, 0.16) })),
    map.islands.map((cell) => s("path", { class: "shoal two", d: coast(cell, 27, 0.18) })),
    map.holes.length > 0 && ice(map),
    sectorNumbers(map),
    s("path", { class: "grid", d: lines(map, 1) }),
    s("path", { class: "sector-line", d: lines(map, map.sector_size) }),
    cells(map)
      .filter((cell) => !islands.has(cell))
      .map((cell) => {
        const [cx, cy] = middle(cell);
        return s("circle", { class: "space", cx, cy, r: 1.5 });
      }),
    land(map.islands),
  );
}

/** A sheet of ice with open water at the holes. @param {ChartMap} map */
function ice(map) {
  const [width, height] = seaSize(map);
  const sheet = `M${MARGIN} ${MARGIN}h${width}v${height}h${-width}z`;
  const open = map.holes.map((cell) => coast(cell, 17, 0.14)).join("");
  return s(
    "g",
    {},
    s("path", { class: "ice", d: sheet + open, "fill-rule": "evenodd" }),
    s("path", { class: "hole", d: open }),
  );
}

/** @param {ChartMap} map */
function sectorNumbers(map) {
  return Array.from({ length: sectorCount(map) }, (_, at) => {
    const { x, y } = sectorBox(map, at + 1);
    return s("text", { class: "sector-no", x: x + 9, y: y + 34 }, at + 1);
  });
}

/** @param {ChartMap} map @param {number} sector */
function sectorBox(map, sector) {
  const side = map.sector_size * CELL;
  const across = map.columns.length / map.sector_size;
  const [column, row] = [(sector - 1) % across, Math.floor((sector - 1) / across)];
  return { x: MARGIN + column * side, y: MARGIN + row * side, width: side, height: side };
}

/** Lines across the sea, one every so many cells. @param {ChartMap} map @param {number} every */
function lines(map, every) {
  const [width, height] = seaSize(map);
  let path = "";
  for (let at = every; at < map.columns.length; at += every) path += `M${MARGIN + at * CELL} ${MARGIN}v${height}`;
  for (let at = every; at < map.rows.length; at += every) path += `M${MARGIN} ${MARGIN + at * CELL}h${width}`;
  return path;
}

/** What colours spaces of the sea. @param {ChartMap} map @param {Layers} layers */
function paint(map, layers) {
  const on = [layers.sectorOn ?? []].flat();
  const { maybe, reach, near, blast } = layers;
  return s(
    "g",
    {},
    on.map((sector) => s("rect", { class: "sector-on", ...sectorBox(map, sector) })),
    (layers.bands ?? []).map((band) => s("rect", { class: `band ${band.cls ?? ""}`.trim(), ...bandBox(map, band) })),
    maybe?.cells.map((cell) => {
      const [x, y] = corner(cell);
      return s("rect", { class: `maybe ${maybe.team}`, x: x + 6, y: y + 6, width: 28, height: 28, rx: 6 });
    }),
    reach && [s("path", { class: "reach", d: squares(reach) }), s("path", { class: "reach-edge", d: outline(reach) })],
    near && [s("path", { class: "near", d: squares(near) }), s("path", { class: "near-edge", d: outline(near) })],
    blast && [
      s("path", { class: "blast", d: squares(blast) }),
      s("path", { class: "hatch", d: hatching(blast) }),
      s("path", { class: "blast-edge", d: outline(blast) }),
    ],
  );
}

/** @param {ChartMap} map @param {{kind: string, value: number | string}} band */
function bandBox(map, { kind, value }) {
  const [width, height] = seaSize(map);
  if (kind === "sector") return sectorBox(map, Number(value));
  if (kind === "row") return { x: MARGIN, y: MARGIN + (Number(value) - 1) * CELL, width, height: CELL };
  return { x: MARGIN + map.columns.indexOf(String(value)) * CELL, y: MARGIN, width: CELL, height };
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

/** What lies on the sea, from the bottom to the top; each kind keeps its group, so that things can move. @param {ChartMap} map @param {Layers} layers */
function things(map, layers) {
  const armed = new Set(layers.archers ?? map.archer_mines);
  const widest = MARGIN + map.columns.length * CELL;
  const kinds = [
    (layers.sheets ?? []).map((one) => sheet(map, one)),
    map.archer_mines.map((cell) => mine(cell, "neutral", armed.has(cell) ? "archer" : "archer spent")),
    (layers.tracks ?? []).filter((one) => one.cells.length > 0).map(track),
    (layers.impacts ?? []).map((one) => impact(one.cell, one.label)),
    (layers.mines ?? []).map((one) => mine(one.cell, one.team, one.cls)),
    layers.path ? shot(layers.path) : [],
    layers.target ? [crosshair(layers.target)] : [],
    (layers.legal ?? []).map(way),
    (layers.blocked ?? []).map(barred),
    (layers.subs ?? []).map((one) => submarine(one.cell, one.heading, one.team)),
    (layers.notes ?? []).map((one) => note(one, widest)),
    layers.cursor ? [cursor(layers.cursor)] : [],
    layers.pencil ? [s("path", { class: "pencil", d: pencilPath(layers.pencil) })] : [],
  ];
  return kinds.map((kind) => s("g", {}, kind));
}

/** @param {string} cell */
function cursor(cell) {
  const [x, y] = corner(cell);
  return s("rect", { class: "cursor", x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 5 });
}

/** @param {NonNullable<Layers["pencil"]>} pencil */
function pencilPath(pencil) {
  if (typeof pencil === "function") return pencil(middle);
  const point = (/** @type {[number, number]} */ [x, y]) => `${round(MARGIN + x * CELL)} ${round(MARGIN + y * CELL)}`;
  return pencil.map((stroke) => stroke.map((spot, at) => (at ? "L" : "M") + point(spot)).join("")).join("");
}

const ARROWS =
  "M0-7V7M-7 0H7M0-7l-2.5 2.5M0-7l2.5 2.5M0 7l-2.5-2.5M0 7l2.5-2.5M-7 0l2.5-2.5M-7 0l2.5 2.5M7 0L4.5-2.5M7 0L4.5 2.5";

/** A transparent sheet with a track on it. @param {ChartMap} map @param {{from: string, to: string, on?: boolean, grip?: "l" | "r"}} sheet */
function sheet(map, { from, to, on, grip = "r" }) {
  const [width, height] = seaSize(map);
  const [ax, ay] = middle(from);
  const [bx, by] = middle(to);
  const left = Math.max(MARGIN + 2, Math.min(ax, bx) - 24);
  const top = Math.max(MARGIN + 2, Math.min(ay, by) - 24);
  const right = Math.min(MARGIN + width - 2, Math.max(ax, bx) + 24);
  const bottom = Math.min(MARGIN + height - 2, Math.max(ay, by) + 24);
  return s(
    "g",
    { class: on ? "sheet on" : "sheet" },
    s("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 8 }),
    on &&
      s(
        "g",
        { class: "grip", transform: `translate(${grip === "l" ? left : right} ${bottom})` },
        s("circle", { r: 13 }),
        s("path", { d: ARROWS }),
      ),
  );
}

/** Sea and land in small, for pickers. @param {ChartMap} map @returns {SVGElement} */
export function thumbnail(map) {
  const [width, height] = seaSize(map);
  return s(
    "svg",
    { class: "thumb", viewBox: `${MARGIN - 3} ${MARGIN - 3} ${width + 6} ${height + 6}`, "aria-hidden": "true" },
    s("rect", { class: "sea", x: MARGIN, y: MARGIN, width, height }),
    map.islands.map((cell) => s("path", { class: "shoal two", d: coast(cell, 29, 0.16) })),
    map.holes.length > 0 && ice(map),
    s("path", { class: "sector-line", d: lines(map, map.sector_size) }),
    land(map.islands),
    map.archer_mines.map((cell) => mine(cell, "neutral")),
    s("rect", { class: "neat", x: MARGIN, y: MARGIN, width, height }),
  );
}

const HEARD_STEP = 24;

/**
 * Headings heard as a shape without a place: public knowledge. `null` is a silence and breaks the line.
 * @param {(import("./geometry.js").Heading | null)[]} headings
 * @param {string} team
 * @returns {SVGElement}
 */
export function heardShape(headings, team) {
  const runs = heardRuns(headings);
  const all = runs.flat();
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const side = (Math.max(right - left, bottom - top) + 1.4) * HEARD_STEP;
  const place = (/** @type {[number, number]} */ [x, y]) => [
    round(side / 2 + (x - (left + right) / 2) * HEARD_STEP),
    round(side / 2 + (y - (top + bottom) / 2) * HEARD_STEP),
  ];
  const [headX, headY] = place(all[all.length - 1]);
  const [tailX, tailY] = place(all[0]);
  return s(
    "svg",
    {
      class: `heard ${team}`,
      viewBox: `0 0 ${round(side)} ${round(side)}`,
      role: "img",
      "aria-label": "Headings heard, as a line without a place",
    },
    runs.map((run) => s("path", { d: run.map((spot, at) => (at ? "L" : "M") + place(spot).join(" ")).join("") })),
    s("circle", { class: "head", cx: headX, cy: headY, r: 7 }),
    s("circle", { class: "tail", cx: tailX, cy: tailY, r: 5 }),
  );
}

/** @param {(import("./geometry.js").Heading | null)[]} headings */
function heardRuns(headings) {
  /** @type {[number, number]} */
  let spot = [0, 0];
  /** @type {[number, number][][]} */
  const runs = [[spot]];
  for (const heading of headings) {
    const [dx, dy] = heading ? STEP[heading] : [0.7, 0];
    spot = [spot[0] + dx, spot[1] + dy];
    if (heading) runs[runs.length - 1].push(spot);
    else runs.push([spot]);
  }
  return runs;
}
