// @ts-check
// The Engineer's board as a wiring diagram, and the First Mate's dials: descriptions in, drawings out.
// Three circuits run as three lines; a symbol is a stop on its line. East is the terminus of all three.

import { s } from "../../lib/dom.js";
import { PANELS, PANEL_SIZE, circuitCount, circuitOf, circuitSymbols, panelOf } from "./verdict.js";
import { CIRCUITS, FAMILY_SYMBOL, PANEL_NAME, SYMBOL_FAMILY } from "./words.js";

/** @typedef {import("./verdict.js").Panel} Panel */
/**
 * @typedef {object} Board
 * @property {string[]} crossed
 * @property {Panel | null} active the panel of the course that awaits its mark
 * @property {string[]} open the symbols that may be crossed now
 * @property {string | null} picked
 * @property {string} stop the symbol that Tab reaches
 * @property {(symbol: string) => Record<string, any>} listeners of one symbol
 */

/** @type {Record<string, string>} */
const KIND = { w: "weapons", d: "detection", s: "special", r: "radiation" };
const SHEET = "/web/img/symbols.svg";
const NUMBERS = Object.keys(CIRCUITS);
const REACTOR = [4, 5, 6];

/** @param {string} id @param {Board} board */
function stateOf(id, board) {
  if (board.crossed.includes(id)) return "crossed";
  if (board.picked === id) return "picked";
  return board.open.includes(id) ? "open" : "shut";
}

/** @param {string} id @param {string} state */
function symbolLabel(id, state) {
  const circuit = circuitOf(id);
  const where = circuit ? `circuit ${circuit}` : "reactor";
  return `${id}, ${KIND[SYMBOL_FAMILY[id]]}, ${where}${state === "crossed" ? ", crossed" : ""}`;
}

/**
 * @param {Board} board
 * @param {string} id
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function symbol(board, id, x, y, size) {
  const half = size / 2;
  const family = SYMBOL_FAMILY[id];
  const state = stateOf(id, board);
  const legal = board.open.includes(id);
  const small = size < 40;
  const shape = half * 0.74;
  const arm = half * 0.72;
  return s(
    "g",
    {
      key: id,
      class: `sym ${family} ${state}${board.active === panelOf(id) ? " lit" : ""}`,
      transform: `translate(${x} ${y})`,
      role: "button",
      tabindex: board.stop === id ? 0 : -1,
      "data-symbol": id,
      "aria-label": symbolLabel(id, state),
      "aria-disabled": legal ? null : "true",
      "aria-pressed": legal ? String(board.picked === id) : null,
      ...board.listeners(id),
    },
    s("circle", { class: "hit", r: Math.max(half, Math.min(22, half + 8)) }),
    s("circle", { class: "halo", r: half + (small ? 6.5 : 5) }),
    s("circle", { class: "seatbed", r: half }),
    s("use", {
      class: "shape",
      href: `${SHEET}#${FAMILY_SYMBOL[family]}`,
      x: -shape,
      y: -shape - (family === "w" ? 2 : 0),
      width: 2 * shape,
      height: 2 * shape,
    }),
    state === "crossed" && s("path", { class: "x", d: `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}` }),
    s("text", { class: "id", x: 0, y: half + (small ? 17 : 19), "aria-hidden": "true" }, id),
  );
}

/** @param {string} name @param {number} width @param {number} height @param {(SVGElement | SVGElement[])[]} parts */
function drawing(name, width, height, parts) {
  return s(
    "svg",
    {
      key: name,
      class: `board-svg ${name}`,
      viewBox: `0 0 ${width} ${height}`,
      role: "group",
      "aria-label": "Engineer's board",
    },
    parts,
  );
}

const WIDE = {
  name: "wide",
  panel: 252,
  gap: 16,
  height: 392,
  size: 44,
  tracks: [96, 168, 240],
  columns: [48, 126, 204],
  reactor: 338,
  cut: 48,
  margin: 20,
  head: [38, 38],
  count: 4,
};
const COMPACT = {
  name: "compact",
  panel: 172,
  gap: 8,
  height: 292,
  size: 34,
  tracks: [56, 119, 182],
  columns: [32, 86, 140],
  reactor: 252,
  cut: 26,
  margin: 14,
  head: [26, 28],
  count: -18,
};

/**
 * All four panels in a row, in the order of the sheet.
 * @param {Board} board
 * @param {{compact?: boolean}} [options]
 */
export function wideBoard(board, { compact = false } = {}) {
  const g = compact ? COMPACT : WIDE;
  const left = (/** @type {Panel} */ panel) => PANELS.indexOf(panel) * (g.panel + g.gap);
  const terminus = left("E") + g.columns[1];
  const lines = NUMBERS.map((number, row) => {
    const start = left(panelOf(circuitSymbols(number)[0])) + g.columns[0];
    return s("path", { class: `circuit c${number}`, d: `M${start} ${g.tracks[row]}H${terminus}` });
  });
  const stops = NUMBERS.flatMap((number, row) =>
    circuitSymbols(number).map((id, place) =>
      symbol(board, id, panelOf(id) === "E" ? terminus : left(panelOf(id)) + g.columns[place], g.tracks[row], g.size),
    ),
  );
  const reactor = PANELS.flatMap((panel) =>
    REACTOR.map((number, place) => symbol(board, panel + number, left(panel) + g.columns[place], g.reactor, g.size)),
  );
  const counts = NUMBERS.flatMap((number, row) =>
    wideCount(board, number, left("E") + g.columns[2] + g.count, g.tracks[row]),
  );
  const width = PANELS.length * g.panel + (PANELS.length - 1) * g.gap;
  return drawing(g.name, width, g.height, [
    ...PANELS.flatMap((panel) => widePanel(board, panel, left(panel), g)),
    ...lines,
    ...stops,
    ...counts,
    ...reactor,
  ]);
}

/** @param {Board} board @param {Panel} panel @param {number} x @param {typeof WIDE} g */
function widePanel(board, panel, x, g) {
  return [
    s("rect", {
      class: `panel ${board.active === panel ? "active" : ""}`,
      x: x + 1,
      y: 1,
      width: g.panel - 2,
      height: g.height - 2,
      rx: 14,
    }),
    s("text", { class: "panel-name", x: x + g.margin, y: g.head[0] }, PANEL_NAME[panel]),
    s("text", { class: "panel-key", x: x + g.panel - g.margin, y: g.head[1], "aria-hidden": "true" }, panel),
    s("path", { class: "cut", d: `M${x + 20} ${g.reactor - g.cut}h${g.panel - 40}` }),
  ];
}

/** @param {Board} board @param {string} number @param {number} x @param {number} y */
function wideCount(board, number, x, y) {
  return [
    s("text", { class: "circ-no", x, y: y - 2 }, number),
    s(
      "text",
      { class: "circ-n", x, y: y + 17 },
      `${circuitCount(board.crossed, number)} of ${circuitSymbols(number).length}`,
    ),
  ];
}

const TALL = { width: 358, gap: 5, circuits: [70, 122, 174], reactor: [230, 279, 328] };

/** All four panels below each other, for a phone; the open panel is large. @param {Board} board */
export function tallBoard(board) {
  const size = (/** @type {Panel} */ panel) => (panel === board.active ? 40 : 30);
  const pitch = (/** @type {Panel} */ panel) => (panel === board.active ? 46 : 32);
  const height = (/** @type {Panel} */ panel) =>
    panel === "E" ? (board.active === "E" ? 96 : 80) : pitch(panel) * 2 + size(panel) + 18;
  const top = (/** @type {Panel} */ panel) =>
    PANELS.slice(0, PANELS.indexOf(panel)).reduce((sum, one) => sum + height(one) + TALL.gap, 0);
  const at = (/** @type {Panel} */ panel, /** @type {number} */ place) =>
    panel === "E" ? top("E") + 12 + size("E") / 2 : top(panel) + 9 + size(panel) / 2 + place * pitch(panel);
  const lines = NUMBERS.map((number, column) =>
    s("path", {
      class: `circuit c${number}`,
      d: `M${TALL.circuits[column]} ${at(panelOf(circuitSymbols(number)[0]), 0)}V${at("E", 0)}`,
    }),
  );
  const stops = NUMBERS.flatMap((number, column) =>
    circuitSymbols(number).map((id, place) =>
      symbol(board, id, TALL.circuits[column], at(panelOf(id), place), size(panelOf(id))),
    ),
  );
  const reactor = PANELS.flatMap((panel) =>
    REACTOR.map((number, place) => symbol(board, panel + number, TALL.reactor[place], at(panel, 1), size(panel))),
  );
  const counts = NUMBERS.map((number, column) =>
    s(
      "text",
      { class: "circ-no mid", x: TALL.circuits[column], y: top("E") + height("E") - 13 },
      `${number} ${circuitCount(board.crossed, number)}/${circuitSymbols(number).length}`,
    ),
  );
  const panels = PANELS.flatMap((panel) => tallPanel(board, panel, top(panel), height(panel)));
  return drawing("tall", TALL.width, top("E") + height("E"), [...panels, ...lines, ...stops, ...counts, ...reactor]);
}

/** @param {Board} board @param {Panel} panel @param {number} y @param {number} height */
function tallPanel(board, panel, y, height) {
  return [
    s("rect", {
      class: `panel ${board.active === panel ? "active" : ""}`,
      x: 1,
      y: y + 1,
      width: TALL.width - 2,
      height: height - 2,
      rx: 12,
    }),
    s("text", { class: "panel-key left", x: 16, y: y + 29 }, panel),
    s("path", { class: "cut", d: `M203 ${y + 14}v${height - 28}` }),
  ];
}

const ONE = { width: 336, height: 82, y: 32, size: 44, columns: [26, 80, 134, 202, 256, 310] };

/** One panel alone: the six symbols in a row. @param {Board} board @param {Panel} panel */
export function onePanel(board, panel) {
  const symbols = Array.from({ length: PANEL_SIZE }, (_, place) =>
    symbol(board, `${panel}${place + 1}`, ONE.columns[place], ONE.y, ONE.size),
  );
  return drawing("one", ONE.width, ONE.height, [s("path", { class: "cut", d: "M168 8v48" }), ...symbols]);
}

const SWEEP = { radius: 50, from: -135, degrees: 270, gap: 9 };

/** @param {number} degrees clockwise from the top */
function onRing(degrees) {
  const angle = ((degrees - 90) * Math.PI) / 180;
  const rounded = (/** @type {number} */ value) => Math.round(value * SWEEP.radius * 10) / 10;
  return `${rounded(Math.cos(angle))} ${rounded(Math.sin(angle))}`;
}

/** @param {number} from @param {number} to @param {string} state */
function arc(from, to, state) {
  const { radius } = SWEEP;
  return s("path", {
    class: `arc ${state}`,
    d: `M${onRing(from)}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${onRing(to)}`,
  });
}

/**
 * A dial: as many arcs as the gauge has spaces; a full one is a ring without gaps.
 * @param {{system: string, family: "w" | "d" | "s", marked: number, size: number, next: boolean}} gauge
 */
export function dial({ system, family, marked, size, next }) {
  const span = SWEEP.degrees / size;
  const arcs =
    marked >= size
      ? [arc(SWEEP.from, SWEEP.from + SWEEP.degrees, "on full")]
      : Array.from({ length: size }, (_, place) => {
          const start = SWEEP.from + place * span;
          const state = place < marked ? "on" : next && place === marked ? "next" : "";
          return arc(start + SWEEP.gap / 2, start + span - SWEEP.gap / 2, state);
        });
  const weapon = family === "w";
  const shape = weapon ? 50 : 46;
  const picture = weapon ? 20 : 22;
  return s(
    "svg",
    { class: "dial-svg", viewBox: "-60 -60 120 120", "aria-hidden": "true" },
    arcs,
    s("use", {
      class: "fam",
      href: `${SHEET}#${FAMILY_SYMBOL[family]}`,
      x: -shape / 2,
      y: -shape / 2 - (weapon ? 4 : 0),
      width: shape,
      height: shape,
    }),
    s("use", {
      class: "pic",
      href: `${SHEET}#${system}`,
      x: -picture / 2,
      y: weapon ? -7 : -11,
      width: picture,
      height: picture,
    }),
  );
}
