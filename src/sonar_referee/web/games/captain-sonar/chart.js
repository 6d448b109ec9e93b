// @ts-check
// The chart: one drawing for every page, a pure function of the map and of a plain description of what lies on it.

import { seaChart, seaSize, thumbnail } from "../../chart/sea.js";
import {
  CELL,
  MARGIN,
  barred,
  coast,
  corner,
  crosshair,
  hatching,
  middle,
  note,
  outline,
  round,
  squares,
  submarine,
  track,
  way,
} from "../../chart/things.js";
import { s } from "../../lib/dom.js";
import { impact, mine, shot } from "./chart-parts.js";

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
  return seaChart(map, {
    label: layers.label ?? "Chart",
    ground: map.holes.length > 0 && ice(map),
    paint: paint(map, layers),
    things: things(map, layers),
  });
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

/** @param {ChartMap} map @param {number} sector */
function sectorBox(map, sector) {
  const side = map.sector_size * CELL;
  const across = map.columns.length / map.sector_size;
  const [column, row] = [(sector - 1) % across, Math.floor((sector - 1) / across)];
  return { x: MARGIN + column * side, y: MARGIN + row * side, width: side, height: side };
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
export function smallSea(map) {
  return thumbnail(map, {
    ground: map.holes.length > 0 && ice(map),
    things: map.archer_mines.map((cell) => mine(cell, "neutral")),
  });
}
