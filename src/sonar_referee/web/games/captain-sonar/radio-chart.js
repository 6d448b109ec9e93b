// @ts-check
// The chart under the Radio Operator's hand: dragging the sheet, pencil, eraser and marks, by pointer and by key.

import { h, s } from "../../lib/dom.js";
import { chartBox } from "../../chart/box.js";
import { isLand } from "../../chart/geometry.js";
import { CELL, MARGIN } from "../../chart/things.js";
import { chart } from "./chart.js";
import { enemyOf } from "../../parts/seat-words.js";
import { blast } from "./geometry.js";
import { answer, inHand, mark, nameOf, push, rub, scribble, spotOf, take, trackAt } from "./overlay.js";
import { stroke } from "./ink.js";
import { impactMarks } from "./radio-heard.js";
import { trackWords, workLayers } from "./radio-layers.js";
import { edit, letGo, mayDraw, sheetOf } from "./radio-sheet.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./overlay.js").Spot} Spot */
/** @typedef {import("./overlay.js").Sheet} Sheet */
/** @typedef {"move" | "pencil" | "eraser" | "impact" | "mine" | "answer"} Pen */

/** The tool in hand. @param {MatchState} state @returns {Pen} */
export function penOf(state) {
  return state.ui.pen ?? "move";
}

/** @param {MatchState} state @param {Actions} act */
export function radioChart(state, act) {
  const sheet = sheetOf(state);
  const layers = {
    ...own(state),
    ...workLayers(state, sheet, penOf(state) === "move" && mayDraw(state)),
    ...pointedAt(state),
    maybe: state.view.enemy_cells && { cells: state.view.enemy_cells, team: enemyOf(state.team) },
    label: "Chart with the transparent sheet",
  };
  layers.tracks = [...own(state).tracks, ...(layers.tracks ?? [])];
  layers.mines = [...own(state).mines, ...(layers.mines ?? [])];
  layers.impacts = [...impactMarks(state.calls), ...(layers.impacts ?? [])];
  const pen = penOf(state);
  const drawing =
    pen === "move"
      ? h("sr-chart", {}, h("div.chart-fit", {}, chart(state.chart, layers)))
      : chartBox(state.chart, chart(state.chart, layers), {
          id: "radio",
          name: (cell) => cellWords(state, sheet, cell),
          pick: (cell) => tap(state, act, cell),
        });
  return h(`figure.chart.sheetbox.pen-${pen}`, { ...keyTarget(state, sheet, pen), ...gestures(state, act) }, drawing);
}

/** In the hand with "move", the whole sheet is what arrow keys move. @param {MatchState} state @param {Sheet} sheet @param {Pen} pen */
function keyTarget(state, sheet, pen) {
  if (pen !== "move") return {};
  const held = inHand(sheet);
  const words = held
    ? `Track ${sheet.on + 1}, ${trackWords(held, state.chart).place}. Arrow keys move it.`
    : "No track yet.";
  return { tabindex: "0", role: "application", "aria-label": `Transparent sheet. ${words}` };
}

/** The own boat's part, quietly; what this viewer may not see is left out. @param {MatchState} state */
function own(state) {
  const { submarine, archer_mines } = state.view;
  const team = state.team ?? "blue";
  const route = submarine?.route ?? [];
  return {
    tracks: route.length > 0 ? [{ cells: route, team, cls: "faint", dots: false }] : [],
    mines: (submarine?.mines ?? []).map((/** @type {string} */ cell) => ({ cell, team })),
    archers: archer_mines,
  };
}

/** What the fact that is pointed at says of the chart. @param {MatchState} state @returns {import("./chart.js").Layers} */
function pointedAt(state) {
  const place = state.ui.fact?.place;
  if (!place) return {};
  if (place.facts) return { bands: place.facts };
  if (place.sector) return { sectorOn: place.sector };
  return { blast: blast(state.chart, place.cell) };
}

/** @param {MatchState} state @param {Sheet} sheet @param {string} cell */
function cellWords(state, sheet, cell) {
  const spot = /** @type {Spot} */ (spotOf(cell, state.chart));
  const track = trackAt(sheet, spot);
  const here = state.view.enemy_cells?.includes(cell);
  const marks = sheet.marks.filter((one) => nameOf(one.spot, state.chart) === cell).map((one) => MARK_WORDS[one.kind]);
  const parts = [
    cell,
    isLand(state.chart, cell) && "land",
    here && "they can be here",
    track >= 0 && `track ${track + 1}`,
    ...marks,
  ];
  return parts.filter(Boolean).join(", ");
}

/** @type {Record<string, string>} */
export const MARK_WORDS = {
  impact: "impact marked",
  mine: "suspected mine",
  yes: "answer yes",
  no: "answer no",
  ring: "circled",
};

/** A tap or Enter on a space. @param {MatchState} state @param {Actions} act @param {string} cell */
export function tap(state, act, cell) {
  if (hand?.moved) return;
  const spot = spotOf(cell, state.chart);
  const pen = penOf(state);
  if (!spot || pen === "move") return;
  edit(state, act, (sheet) => {
    if (pen === "eraser") return rub(sheet, spot);
    if (pen === "answer") return answer(sheet, spot);
    return mark(sheet, spot, pen === "pencil" ? "ring" : pen);
  });
}

// -- pointer gestures

/**
 * What one pointer is doing.
 * @typedef {{id: number, pen: Pen, from: Spot, done: Spot, points: Spot[], moved: boolean, down: boolean}} Hand
 */

/** @type {Hand | null} */
let hand = null;

/** In spaces: less than this is a tap. */
const TREMBLE = 0.22;

/** @param {MatchState} state @param {Actions} act */
function gestures(state, act) {
  return {
    onpointerdown: (/** @type {PointerEvent} */ event) => lower(event, state, act),
    onpointermove: (/** @type {PointerEvent} */ event) => draw(event, state, act),
    onpointerup: (/** @type {PointerEvent} */ event) => raise(event, state, act),
    onpointercancel: (/** @type {PointerEvent} */ event) => {
      if (hand?.id !== event.pointerId) return;
      hand = null;
      letGo(state, act);
    },
  };
}

/** Where a pointer is, in spaces from the corner of the sea. @param {PointerEvent} event @param {MatchState} state @returns {Spot} */
function placeOf(event, state) {
  const drawing = /** @type {Element} */ (/** @type {Element} */ (event.currentTarget).querySelector(".chart-svg"));
  const box = drawing.getBoundingClientRect();
  const scale = (state.chart.columns.length * CELL + 2 * MARGIN) / box.width;
  return [((event.clientX - box.left) * scale - MARGIN) / CELL, ((event.clientY - box.top) * scale - MARGIN) / CELL];
}

/** @param {Spot} place @returns {Spot} */
function spaceAt([x, y]) {
  return [Math.floor(x), Math.floor(y)];
}

/** @param {PointerEvent} event @param {MatchState} state @param {Actions} act */
function lower(event, state, act) {
  if (!event.isPrimary || event.button !== 0 || !mayDraw(state)) return;
  const place = placeOf(event, state);
  const pen = penOf(state);
  hand = { id: event.pointerId, pen, from: place, done: [0, 0], points: [place], moved: false, down: true };
  if (pen !== "move") return;
  const number = trackAt(sheetOf(state), spaceAt(place));
  if (number >= 0 && number !== sheetOf(state).on) edit(state, act, (sheet) => take(sheet, number), { kept: false });
}

/** @param {PointerEvent} event @param {MatchState} state @param {Actions} act */
function draw(event, state, act) {
  if (!hand?.down || hand.id !== event.pointerId) return;
  const place = placeOf(event, state);
  if (!hand.moved) {
    if (Math.hypot(place[0] - hand.from[0], place[1] - hand.from[1]) < TREMBLE) return;
    hand.moved = true;
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
  }
  if (hand.pen === "move") drag(hand, place, state, act);
  if (hand.pen === "pencil") ink(hand, place, event);
  if (hand.pen === "eraser") wipe(hand, place, state, act);
}

/** @param {Hand} held @param {Spot} place @param {MatchState} state @param {Actions} act */
function drag(held, place, state, act) {
  const wanted = [Math.round(place[0] - held.from[0]), Math.round(place[1] - held.from[1])];
  const [dx, dy] = [wanted[0] - held.done[0], wanted[1] - held.done[1]];
  if (dx === 0 && dy === 0) return;
  const before = inHand(sheetOf(state));
  edit(state, act, (sheet) => push(sheet, state.chart, dx, dy), { going: true });
  const after = inHand(sheetOf(state));
  if (!before || !after) return;
  held.done = [held.done[0] + after.at[0] - before.at[0], held.done[1] + after.at[1] - before.at[1]];
}

/** The stroke is drawn straight into the picture; the sheet gets it when the pencil is raised. @param {Hand} held @param {Spot} place @param {PointerEvent} event */
function ink(held, place, event) {
  held.points.push(place);
  const drawing = /** @type {Element} */ (/** @type {Element} */ (event.currentTarget).querySelector(".chart-svg"));
  const line =
    drawing.querySelector(".pencil.wet") ?? drawing.appendChild(s("path", { class: "pencil wet", key: "wet" }));
  line.setAttribute(
    "d",
    held.points
      .map(([x, y], at) => `${at ? "L" : "M"}${(MARGIN + x * CELL).toFixed(1)} ${(MARGIN + y * CELL).toFixed(1)}`)
      .join(""),
  );
}

/** @param {Hand} held @param {Spot} place @param {MatchState} state @param {Actions} act */
function wipe(held, place, state, act) {
  const last = spaceAt(held.points[held.points.length - 1]);
  const here = spaceAt(place);
  const first = held.points.length === 1;
  held.points.push(place);
  if (first) edit(state, act, (sheet) => rub(sheet, last), { going: true });
  if (here[0] !== last[0] || here[1] !== last[1]) edit(state, act, (sheet) => rub(sheet, here), { going: true });
}

/** @param {PointerEvent} event @param {MatchState} state @param {Actions} act */
function raise(event, state, act) {
  if (!hand?.down || hand.id !== event.pointerId) return;
  const held = hand;
  held.down = false;
  if (!held.moved) return;
  if (held.pen === "pencil") {
    /** @type {Element} */ (event.currentTarget).querySelector(".pencil.wet")?.remove();
    edit(state, act, (sheet) => scribble(sheet, stroke(held.points)));
  } else {
    edit(state, act, (sheet) => sheet);
  }
  // the click that follows a drag is none
  window.setTimeout(() => {
    if (hand === held) hand = null;
  }, 0);
}

/** Leave the gesture that is going on. @param {MatchState} state @param {Actions} act @returns {boolean} whether there was one */
export function drop(state, act) {
  if (!hand?.down) return false;
  hand = null;
  letGo(state, act);
  return true;
}
