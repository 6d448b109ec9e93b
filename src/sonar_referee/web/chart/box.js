// @ts-check
// A chart that can be worked: over the drawing lies a grid of one button a cell, with one cursor for keys.

import { h } from "../lib/dom.js";
import { ahead, cellAt, cells, xy } from "./geometry.js";
import { CELL, MARGIN } from "./things.js";

/** @typedef {import("./geometry.js").ChartMap} ChartMap */
/** @typedef {import("./geometry.js").Heading} Heading */

/**
 * @typedef {object} Hand
 * @property {(cell: string) => string} name a cell in words, for those who do not see it
 * @property {(cell: string, event: Event) => void} [pick] a click, a tap, Enter or Space
 * @property {(cell: string | null) => void} [hover] the pointer or the cursor comes to a cell, or leaves the chart
 * @property {(cell: string) => boolean} [off] whether a pick there does nothing; the cell says why in its name
 * @property {string | null} [picked] the cell that is picked
 * @property {string | null} [home] where the cursor starts
 * @property {string} [id] of the grid, where a page has several
 */

/** How many rows Page up and Page down go. */
const PAGE = 5;

/** Where the cursor of each grid stood. @type {Map<string, string>} */
const cursors = new Map();

/** The column letter typed last, waiting for its row. */
let typed = "";

/**
 * @param {ChartMap} map
 * @param {SVGElement} drawing of the map, as `seaChart` makes it
 * @param {Hand} hand
 * @returns {HTMLElement}
 */
export function chartBox(map, drawing, hand) {
  const id = hand.id ?? "chart";
  const known = cursors.get(id);
  const at = known && cellAt(map, ...xy(known)) === known ? known : (hand.home ?? cells(map)[0]);
  return h(
    "sr-chart",
    {},
    h(
      "div.chart-fit",
      { onclick: (/** @type {MouseEvent} */ event) => pickNearest(event, map, hand) },
      drawing,
      grid(map, drawing.getAttribute("aria-label") ?? "", hand, id, at),
    ),
  );
}

/** @param {ChartMap} map @param {string} label @param {Hand} hand @param {string} id @param {string} at */
function grid(map, label, hand, id, at) {
  return h(
    "div.cells",
    {
      role: "grid",
      id: `${id}-grid`,
      "aria-label": label,
      onkeydown: (/** @type {KeyboardEvent} */ event) => useKey(event, map, id),
      onpointerover: (/** @type {PointerEvent} */ event) =>
        event.pointerType !== "touch" && hand.hover?.(cellOf(event)),
      onpointerleave: () => hand.hover?.(null),
    },
    map.rows.map((row) =>
      h(
        "div.cells-row",
        { role: "row", "aria-label": `Row ${row}` },
        map.columns.map((letter) => button(`${letter}${row}`, hand, id, at)),
      ),
    ),
  );
}

/** @param {string} cell @param {Hand} hand @param {string} id @param {string} at */
function button(cell, hand, id, at) {
  return h(
    "div.cell-at",
    { role: "gridcell", key: cell, "aria-selected": hand.picked === undefined ? null : String(hand.picked === cell) },
    h("button", {
      type: "button",
      "data-cell": cell,
      "aria-label": hand.name(cell),
      "aria-disabled": hand.off?.(cell) ? "true" : null,
      tabindex: cell === at ? "0" : "-1",
      onfocus: (/** @type {FocusEvent} */ event) => arrive(event, cell, hand, id),
    }),
  );
}

/** The cursor comes to a cell. @param {FocusEvent} event @param {string} cell @param {Hand} hand @param {string} id */
function arrive(event, cell, hand, id) {
  const here = /** @type {HTMLElement} */ (event.currentTarget);
  const before = here.closest(".cells")?.querySelector('[tabindex="0"]');
  if (before !== here) before?.setAttribute("tabindex", "-1");
  here.setAttribute("tabindex", "0");
  cursors.set(id, cell);
  if (here.matches(":focus-visible")) hand.hover?.(cell);
}

/** @param {Event} event @returns {string | null} */
function cellOf(event) {
  const target = /** @type {Element} */ (event.target);
  return target.closest("[data-cell]")?.getAttribute("data-cell") ?? null;
}

/** A click on a cell, or beside it on the frame. @param {MouseEvent} event @param {ChartMap} map @param {Hand} hand */
function pickNearest(event, map, hand) {
  const cell =
    cellOf(event) ?? nearestCell(map, /** @type {Element} */ (event.currentTarget), event.clientX, event.clientY);
  hand.pick?.(cell, event);
}

/**
 * The cell nearest to a point of the screen.
 * @param {ChartMap} map
 * @param {Element} drawing the chart's drawing, or anything of the same size
 * @param {number} clientX
 * @param {number} clientY
 * @returns {string}
 */
export function nearestCell(map, drawing, clientX, clientY) {
  const box = drawing.getBoundingClientRect();
  const scale = (map.columns.length * CELL + 2 * MARGIN) / box.width;
  const spot = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ count) =>
    Math.max(0, Math.min(count - 1, Math.floor(((to - from) * scale - MARGIN) / CELL)));
  return /** @type {string} */ (
    cellAt(map, spot(box.left, clientX, map.columns.length), spot(box.top, clientY, map.rows.length))
  );
}

/** @type {Record<string, Heading>} */
const ARROW_HEADING = { ArrowUp: "north", ArrowRight: "east", ArrowDown: "south", ArrowLeft: "west" };

/** @param {KeyboardEvent} event @param {ChartMap} map @param {string} id */
function useKey(event, map, id) {
  const from = cellOf(event);
  if (from === null || event.altKey || event.metaKey) return;
  if (event.key === "Enter" || event.key === " ") {
    event.stopPropagation();
    return;
  }
  const to = target(event, map, from);
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  if (to === null) return;
  cursors.set(id, to);
  /** @type {HTMLElement | null} */ (document.querySelector(`#${id}-grid [data-cell="${to}"]`))?.focus();
}

/** Where a key leads; `null` where it only waits or finds the edge, `undefined` if it is not for the grid. @param {KeyboardEvent} event @param {ChartMap} map @param {string} from */
function target(event, map, from) {
  const [x, y] = xy(from);
  const [last, lowest] = [map.columns.length - 1, map.rows.length - 1];
  const letter = typed;
  typed = "";
  if (ARROW_HEADING[event.key]) return ahead(map, from, ARROW_HEADING[event.key]);
  if (event.key === "Home") return event.ctrlKey ? cellAt(map, 0, 0) : cellAt(map, 0, y);
  if (event.key === "End") return event.ctrlKey ? cellAt(map, last, lowest) : cellAt(map, last, y);
  if (event.key === "PageUp") return cellAt(map, x, Math.max(0, y - PAGE));
  if (event.key === "PageDown") return cellAt(map, x, Math.min(lowest, y + PAGE));
  if (event.ctrlKey) return undefined;
  return jump(event.key.toUpperCase(), map, letter);
}

/** A letter and then the digits of a row: `C`, `7`. @param {string} key @param {ChartMap} map @param {string} before */
function jump(key, map, before) {
  if (map.columns.includes(key)) {
    typed = key;
    return null;
  }
  if (!before || !/^\d$/.test(key)) return undefined;
  typed = before + key;
  const row = Number(typed.slice(1));
  return map.rows.includes(row) ? typed : null;
}
