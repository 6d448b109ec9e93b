// @ts-check
// The chart to look at, for seats that do not work on it.

import { h } from "../../lib/dom.js";
import { baseLayers } from "./captain-chart.js";
import { chart } from "./chart.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */

/** Whether this viewer sees the own boat on the chart. @param {MatchState} state */
export function seesBoat(state) {
  return state.view.submarine?.route !== undefined;
}

/** @param {MatchState} state @param {{sectorOn?: number | null}} [more] */
export function smallChart(state, { sectorOn = null } = {}) {
  return h("figure.chart.looked-at", {}, chart(state.chart, { ...baseLayers(state), sectorOn }));
}
