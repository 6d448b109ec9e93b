// @ts-check
// The duel's chart: own boat and track, what is known of the enemy with its age, and what a deed would do.

import { chartBox } from "../../chart/box.js";
import { HEADINGS, ahead, headingTo, isLand, manhattan, sectorOf } from "../../chart/geometry.js";
import { lines, seaChart } from "../../chart/sea.js";
import {
  corner,
  CELL,
  MARGIN,
  crosshair,
  hatching,
  note,
  outline,
  squares,
  submarine,
  track,
  way,
} from "../../chart/things.js";
import { s } from "../../lib/dom.js";
import { enemyOf } from "../../parts/seat-words.js";
import { aimOf, hover, isOpen, pick, shownOrder } from "./hand.js";
import { known, pointedAt } from "./known.js";
import { bowOf, headingOver, routeUntil, sonarSquare, torpedoPath } from "./places.js";
import { ageWords } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("../../chart/geometry.js").ChartMap} ChartMap */
/** @typedef {import("./known.js").Known} Known */
/** @typedef {import("./hand.js").Order} Order */

/** A boat with its way so far. @typedef {{team: string, cell: string, heading: string, route: string[]}} Boat */
/**
 * What lies on a chart; all of it may be left out.
 * @typedef {object} Layers
 * @property {string} label what the drawing shows, in words
 * @property {Boat[]} [boats]
 * @property {Mark[]} [marks]
 * @property {string[][]} [frames] ways that a torpedo could run
 * @property {string[]} [shot] the way that it would run, or has run
 * @property {string[]} [scan] what a sonar reaches
 * @property {{cell: string, heading: string, on: boolean}[]} [ways] moves that are open
 * @property {string | null} [target] where a torpedo hit
 * @property {{cells: string[], team: string} | null} [maybe] where a boat can be
 */
/** Cells of what is known, in a look of their own. @typedef {{key: string, cells: string[], kind: string, team: string, fade: number, words: string, on: boolean}} Mark */

const BLOCK = 2;

/** @param {ChartMap} map @param {Layers} layers */
export function chart(map, layers) {
  const { label, boats = [], marks = [], frames = [], shot = [], scan = [], ways = [], target, maybe } = layers;
  const widest = MARGIN + map.columns.length * CELL;
  const things = [
    boats.map(({ route, team }) => track({ cells: route, team, cls: "heard" })),
    target ? [crosshair(target)] : [],
    ways.map(way),
    boats.map(({ cell, heading, team }) => submarine(cell, heading, team)),
    marks
      .filter(({ words, cells }) => words && cells.length > 0)
      .map(({ key, cells, words, kind, on }) =>
        s(
          "g",
          { key: `age-${key}` },
          note({ cell: cells[0], text: words, cls: `${kind}${on ? " on" : ""}`, dy: -21 }, widest),
        ),
      ),
  ];
  return seaChart(map, {
    label,
    ground: s("path", { class: "block-line", d: lines(map, BLOCK) }),
    paint: [
      maybe && spots(maybe.cells, `maybe ${maybe.team}`),
      marks.map(mark),
      scan.length > 0 && s("path", { class: "scan-edge", d: outline(scan) }),
      frames.map((cells) => [
        s("path", { class: "near", d: squares(cells) }),
        s("path", { class: "near-edge", d: outline(cells) }),
      ]),
      shot.length > 0 && [
        s("path", { class: "blast", d: squares(shot) }),
        s("path", { class: "hatch", d: hatching(shot) }),
        s("path", { class: "blast-edge", d: outline(shot) }),
      ],
    ],
    things: things.map((kind) => s("g", {}, kind)),
  });
}

/** @param {Mark} one */
function mark({ key, cells, kind, team, fade, on }) {
  const cls = `known-at ${kind} ${team} fade-${fade}${on ? " on" : ""}`;
  const outside = kind === "empty" || kind === "missed";
  return s("g", { class: cls, key }, outside ? s("path", { d: outline(cells) }) : spots(cells));
}

/** Cells where somebody can be. @param {string[]} cells @param {string} [cls] */
function spots(cells, cls) {
  return cells.map((cell) => {
    const [x, y] = corner(cell);
    return s("rect", { class: cls, x: x + 6, y: y + 6, width: CELL - 12, height: CELL - 12, rx: 6 });
  });
}

// -- under the player's hand

/** @param {MatchState} state @param {Actions} act */
export function ownChart(state, act) {
  const { view } = state;
  const all = known(state);
  const layers = {
    label: `Chart: own submarine on ${view.cell}`,
    boats: [{ team: state.team ?? "blue", cell: view.cell, heading: bowOf(view.deeds), route: routeUntil(view) }],
    marks: marksOf(state, all),
    ...preview(state),
  };
  return chartBox(state.chart, chart(state.chart, layers), {
    id: "duel",
    home: view.cell,
    name: (cell) => cellWords(state, all, cell),
    pick: (cell, event) => {
      const order = orderAt(state, cell);
      if (order) pick(state, act, order, event);
    },
    hover: (cell) => hover(state, cell === null ? null : orderAt(state, cell)),
  });
}

/** What a deed would do, and the ways that are open. @param {MatchState} state @returns {Partial<Layers>} */
function preview(state) {
  const { chart: map, view } = state;
  const order = shownOrder(state);
  const { torpedo } = aimOf(state);
  const aims = torpedo || order?.type === "torpedo";
  return {
    frames: aims
      ? HEADINGS.map((heading) => torpedoPath(map, view.cell, heading)).filter((path) => path.length > 0)
      : [],
    shot: order?.type === "torpedo" && order.heading ? torpedoPath(map, view.cell, order.heading) : [],
    scan: order?.type === "sonar" ? sonarSquare(map, view.cell) : [],
    ways: aims
      ? []
      : state.legal("move").map(({ heading }) => ({
          cell: /** @type {string} */ (ahead(map, view.cell, heading)),
          heading,
          on: order?.type === "move" && order.heading === heading,
        })),
  };
}

/** What a gesture at a cell means. @param {MatchState} state @param {string} cell @returns {Order | null} */
function orderAt(state, cell) {
  const from = state.view.cell;
  if (aimOf(state).torpedo) {
    const heading = headingOver(state.chart, from, cell);
    return heading && { type: "torpedo", heading };
  }
  const heading = manhattan(from, cell) === 1 ? headingTo(from, cell) : null;
  return heading && { type: "move", heading };
}

// -- what is known

/** Older than this is shown only when it is pointed at; what tells where the enemy was not, sooner. */
const SHOWN = 8;
const EMPTY_SHOWN = 2;

/** @param {MatchState} state @param {Known[]} all @returns {Mark[]} */
function marksOf(state, all) {
  const chosen = pointedAt(state, all);
  const recent = all.filter(({ kind, age }) => age <= (kind === "found" || kind === "heard" ? SHOWN : EMPTY_SHOWN));
  const shown = chosen ? [chosen] : recent.reverse();
  return shown.map(({ key, cells, kind, age }) => ({
    key,
    cells,
    kind,
    team: enemyOf(state.team),
    fade: chosen ? 0 : Math.min(3, Math.floor(age / 2)),
    words: age === 0 ? "now" : `${age} ago`,
    on: chosen !== null,
  }));
}

/** A cell for those who do not see it. @param {MatchState} state @param {Known[]} all @param {string} cell */
function cellWords(state, all, cell) {
  const { view, chart: map } = state;
  if (isLand(map, cell)) return `${cell}, land`;
  const order = orderAt(state, cell);
  const open = order && isOpen(state, order);
  const seen = all
    .filter(({ kind, age, cells }) => (kind === "found" || kind === "heard") && age <= SHOWN && cells.includes(cell))
    .map(({ age }) => `perhaps the enemy ${ageWords(age)}`);
  return [
    cell,
    cell === view.cell && "own submarine",
    open && (order.type === "torpedo" ? `torpedo ${order.heading}` : `move ${order.heading}`),
    ...seen,
    `sector ${sectorOf(map, cell)}`,
  ]
    .filter(Boolean)
    .join(", ");
}
