// @ts-check
// The Radio Operator's station: listen, draw, find out where the enemy's track fits.

import { page } from "./layout.js";
import { h } from "../../lib/dom.js";
import { waiting } from "./overlay.js";
import { radioChart } from "./radio-chart.js";
import { heardOf, locked, plotsItself, sheetOf } from "./radio-sheet.js";
import { radioFacts, radioTape, radioToolbar, radioTracks } from "./radio-tools.js";

export { radioChart } from "./radio-chart.js";
export { sheetLayers } from "./radio-layers.js";
export { radioFacts, radioTape, radioToolbar, radioTracks } from "./radio-tools.js";
export { radioKey, radioTyped } from "./radio-typed.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */

/** @param {MatchState} state @param {Actions} act */
export function radio(state, act) {
  return page(state, act, {
    kind: locked(state) ? "radio.pens-up" : "radio",
    main: [radioChart(state, act), h("div.side.act", {}, radioParts(state, act))],
    views: [{ id: "station", title: "Radio", icon: "radio_operator", todo: radioTodo(state) }],
    example: "right 1, mark i2",
  });
}

/** All parts beside the chart, in order. @param {MatchState} state @param {Actions} act */
export function radioParts(state, act) {
  return [radioToolbar(state, act), radioTape(state, act), radioTracks(state, act), radioFacts(state, act)];
}

/** How many things heard are not on the sheet yet. @param {MatchState} state */
export function radioTodo(state) {
  return plotsItself(state) ? 0 : waiting(sheetOf(state), heardOf(state)).length;
}
