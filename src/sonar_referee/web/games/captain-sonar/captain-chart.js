// @ts-check
// The Captain's chart: own boat, route and mines, what is known of the enemy, and the preview of what is aimed.

import { answerFacts } from "./captain-answer.js";
import { aimOf, aim, asked, exact, hover, legal, pick, same } from "./captain-aim.js";
import { barrier } from "./captain-why.js";
import { chart } from "./chart.js";
import { chartBox } from "../../chart/box.js";
import { HEADINGS, ahead, chebyshev, headingTo, isLand, manhattan, sectorOf } from "../../chart/geometry.js";
import { blast, torpedoPath } from "./geometry.js";
import { impactMarks } from "./radio-heard.js";
import { sheetLayers } from "./radio-layers.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./captain-aim.js").Wanted} Wanted */
/** @typedef {import("./chart.js").Layers} Layers */

/**
 * The chart under the Captain's hand.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {Layers} [more] what other seats on the same page add
 * @returns {HTMLElement}
 */
export function captainChart(state, act, more = {}) {
  const layers = joined(joined(baseLayers(state), aimLayers(state)), more);
  return chartBox(state.chart, chart(state.chart, layers), {
    id: "captain",
    home: state.view.submarine?.cell ?? undefined,
    name: (cell) => cellName(state, cell),
    pick: (cell, event) => pickCell(state, act, cell, event),
    hover: (cell) => hover(state, cell),
    picked: aimOf(state)?.wanted?.cell ?? null,
  });
}

/** Two descriptions in one; lists are put together. @param {Layers} one @param {Layers} other @returns {Layers} */
function joined(one, other) {
  /** @type {any} */
  const both = { ...one };
  for (const [name, value] of Object.entries(other)) {
    both[name] = Array.isArray(both[name]) && Array.isArray(value) ? [...both[name], ...value] : value;
  }
  return both;
}

/** The heading of the own bow: of the last step, or the last one called. @param {MatchState} state */
export function bow(state) {
  const route = state.view.submarine?.route ?? [];
  const last = route.length > 1 ? headingTo(route[route.length - 2], route[route.length - 1]) : null;
  const called = state.calls.filter((call) => call.kind === "heading" && call.team === state.team).at(-1);
  return last ?? called?.heading ?? "north";
}

/** What lies on the chart without any aim; hidden parts of the view leave nothing. @param {MatchState} state @returns {Layers} */
export function baseLayers(state) {
  const team = state.team ?? "blue";
  const own = state.view.submarine ?? {};
  const sheet = sheetLayers(state);
  const route = own.route ?? [];
  const faint = (sheet.tracks ?? []).map((track) => ({ ...track, cls: `${track.cls ?? ""} heard` }));
  return {
    ...sheet,
    label: own.cell ? `Chart: own submarine on ${own.cell}` : "Chart",
    tracks: [...faint, { cells: route, team }],
    mines: [...(sheet.mines ?? []), ...(own.mines ?? []).map((/** @type {string} */ cell) => ({ cell, team }))],
    impacts: [...(sheet.impacts ?? []), ...impactMarks(state.calls)],
    archers: state.view.archer_mines,
    subs: own.cell ? [{ cell: own.cell, heading: bow(state), team }] : [],
    ...pointedAt(state),
  };
}

/** The fact that is looked at. @param {MatchState} state @returns {Layers} */
function pointedAt(state) {
  const place = state.ui.fact?.place;
  if (!place) return {};
  if (place.facts) return { bands: place.facts };
  return place.sector ? { sectorOn: place.sector } : { cursor: place.cell };
}

/** The preview of the aim, or of what is under the pointer. @param {MatchState} state @returns {Layers} */
function aimLayers(state) {
  const found = aimOf(state);
  const types = found?.types ?? [];
  const shown = shownOrder(state);
  if (state.view.phase === "placement") return placementLayers(state, shown);
  if (legal(state, "answer_sonar").length > 0) return { bands: answerFacts(state).filter(hasValue) };
  if (types.includes("launch_torpedo")) return torpedoLayers(state, shown);
  if (types.includes("drop_mine") || types.includes("trigger_mine")) return mineLayers(state, types, shown);
  if (types.includes("trigger_archer_mine")) return explosionLayers(state, shown);
  if (types.includes("activate_silence")) return silenceLayers(state, shown);
  if (types.includes("launch_drone")) return { sectorOn: shown?.sector ?? null };
  return headLayers(state, shown);
}

/** @param {import("./captain-answer.js").Fact} fact @returns {fact is {kind: import("./captain-answer.js").Kind, value: number | string}} */
function hasValue(fact) {
  return fact.value !== null;
}

/** The order under the pointer, else the one that is aimed. @param {MatchState} state @returns {any} */
export function shownOrder(state) {
  const found = aimOf(state);
  if (!found) return null;
  const under = state.ui.hover ? orderAt(state, state.ui.hover, found.types) : null;
  return exact(state, under) ?? found.wanted;
}

/** @param {MatchState} state @param {any} shown @returns {Layers} */
function placementLayers(state, shown) {
  const cell = shown?.cell;
  if (!cell) return {};
  const text = `${cell}, sector ${sectorOf(state.chart, cell)}`;
  return {
    cursor: cell,
    subs: [{ cell, heading: "north", team: state.team ?? "blue" }],
    notes: [{ cell, text, cls: "foam", dy: cell.endsWith(String(state.chart.rows.length)) ? -42 : 24, dx: 18 }],
  };
}

/** @param {MatchState} state @param {any} shown @returns {Layers} */
function headLayers(state, shown) {
  const from = state.view.submarine?.cell;
  const ways = legal(state, "head");
  const question = asked(state);
  const barred = question?.type === "head" && question.heading ? ahead(state.chart, from, question.heading) : null;
  return {
    legal: ways.map(({ heading }) => ({
      cell: /** @type {string} */ (ahead(state.chart, from, heading)),
      heading,
      on: shown?.type === "head" && shown.heading === heading,
    })),
    blocked: barred ? [barred] : [],
  };
}

/** @param {MatchState} state @param {any} shown @returns {Layers} */
function torpedoLayers(state, shown) {
  const own = state.view.submarine;
  const reach = legal(state, "launch_torpedo").map((order) => order.cell);
  const path = shown?.cell ? torpedoWay(state, shown.cell) : undefined;
  return {
    reach,
    path,
    ...explosionLayers(state, shown),
    label: `Chart: torpedo from ${own.cell}${shown?.cell ? `, aimed at ${shown.cell}` : ""}`,
  };
}

/** @param {MatchState} state @param {string} cell */
export function torpedoWay(state, cell) {
  const own = state.view.submarine;
  const closed =
    state.summary.options.torpedo_path === "full_move_rules"
      ? [...own.route, ...own.mines].filter((one) => one !== own.cell)
      : [];
  return torpedoPath(state.chart, own.cell, cell, closed);
}

/** @param {MatchState} state @param {any} shown @returns {Layers} */
function explosionLayers(state, shown) {
  return shown?.cell ? { blast: blast(state.chart, shown.cell), target: shown.cell } : {};
}

/** @param {MatchState} state @param {string[]} types @param {any} shown @returns {Layers} */
function mineLayers(state, types, shown) {
  const near = types.includes("drop_mine") ? legal(state, "drop_mine").map((order) => order.cell) : [];
  const frames = near.length > 0 ? { near } : {};
  if (shown?.type === "trigger_mine") return { ...frames, ...explosionLayers(state, shown) };
  if (!shown?.cell) return frames;
  return { ...frames, cursor: shown.cell, mines: [{ cell: shown.cell, team: state.team ?? "blue", cls: "guess" }] };
}

/** @param {MatchState} state @param {any} shown @returns {Layers} */
function silenceLayers(state, shown) {
  const from = state.view.submarine.cell;
  const reach = [
    ...new Set(
      legal(state, "activate_silence").map(({ heading, distance }) => ahead(state.chart, from, heading, distance)),
    ),
  ];
  const barredWays = HEADINGS.filter((heading) => barrier(state, heading) !== "").map((heading) =>
    ahead(state.chart, from, heading),
  );
  const layers = {
    reach: /** @type {string[]} */ (reach),
    blocked: /** @type {string[]} */ (barredWays.filter(Boolean)),
  };
  const path = shown ? silencePath(state, shown) : [];
  if (path.length === 0) return layers;
  return { ...layers, path, target: path[path.length - 1] };
}

/** The spaces of a silence, the own one first. @param {MatchState} state @param {any} order @returns {string[]} */
export function silencePath(state, { heading, distance }) {
  const from = state.view.submarine.cell;
  if (distance === 0) return [from];
  if (!heading || distance === undefined) return [];
  const steps = Array.from({ length: distance + 1 }, (_, step) => ahead(state.chart, from, heading, step));
  return /** @type {string[]} */ (steps.filter(Boolean));
}

// -- gestures

/** What a pick on a cell means, for the types that are aimed; legal or not. @param {MatchState} state @param {string} cell @param {string[]} types @returns {Wanted | null} */
function orderAt(state, cell, types) {
  const own = state.view.submarine;
  const [type] = types;
  if (type === "head") return headAt(state, cell);
  if (type === "place") return { type, cell };
  if (type === "launch_drone") return { type, sector: sectorOf(state.chart, cell) };
  if (type === "activate_silence") return silenceAt(own.cell, cell, aimOf(state)?.wanted?.heading);
  if (types.includes("trigger_mine") && own.mines.includes(cell)) return { type: "trigger_mine", cell };
  return PLACELESS.has(type) ? null : { type, cell };
}

const PLACELESS = new Set(["surface", "activate_sonar", "end_round"]);

/** @param {MatchState} state @param {string} cell @returns {Wanted} */
function headAt(state, cell) {
  const from = state.view.submarine.cell;
  const heading = manhattan(from, cell) === 1 ? headingTo(from, cell) : null;
  return heading ? { type: "head", heading } : { type: "head", cell };
}

/** @param {string} from @param {string} cell @param {string | undefined} heading the one picked before, for staying @returns {Wanted} */
function silenceAt(from, cell, heading) {
  const type = "activate_silence";
  if (cell === from) return heading ? { type, heading, distance: 0 } : { type, distance: 0 };
  const way = headingTo(from, cell);
  return way ? { type, heading: way, distance: manhattan(from, cell) } : { type, cell };
}

/** @param {MatchState} state @param {Actions} act @param {string} cell @param {Event} [event] */
function pickCell(state, act, cell, event) {
  const types = cellTypes(state);
  if (types.length === 0) return;
  const wanted = orderAt(state, cell, types);
  if (!wanted) return;
  if (wanted.type === "activate_silence" && wanted.distance === 0 && !wanted.heading) aim(state, act, types, wanted);
  else if (wanted.type === "head" && !wanted.heading && same({ cell: state.view.submarine.cell, type: "head" }, wanted))
    return;
  else pick(state, act, types, wanted, event);
}

/** The orders that a cell can stand for now: those aimed, or what the step asks for. @param {MatchState} state @returns {string[]} */
function cellTypes(state) {
  const types = aimOf(state)?.types ?? [];
  if (types.length > 0 && !PLACELESS.has(types[0])) return types;
  if (legal(state, "place").length > 0) return ["place"];
  return state.view.phase === "order" && legal(state, "surface", "head").length > 0 ? ["head"] : [];
}

// -- words

/** A cell for those who do not see it: what lies there, and what the aim makes of it. @param {MatchState} state @param {string} cell */
function cellName(state, cell) {
  if (isLand(state.chart, cell)) return `${cell}, land`;
  const own = state.view.submarine ?? {};
  const parts = [
    cell,
    own.cell === cell ? "own submarine" : own.route?.includes(cell) && "own route",
    own.mines?.includes(cell) && "own mine",
    (state.view.archer_mines ?? []).includes(cell) && "Archer mine",
    state.chart.holes.includes(cell) && "open water",
    aimWords(state, cell),
    `sector ${sectorOf(state.chart, cell)}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** @param {MatchState} state @param {string} cell */
function aimWords(state, cell) {
  const types = cellTypes(state);
  if (types.length === 0 || types[0] === "place") return "";
  const wanted = orderAt(state, cell, types);
  const order = exact(state, wanted);
  if (!order) return types[0] === "launch_torpedo" ? "out of reach" : "";
  switch (order.type) {
    case "head":
      return `head ${order.heading}`;
    case "launch_torpedo":
      return `reach ${torpedoWay(state, cell).length - 1}`;
    case "drop_mine":
      return "free for a mine";
    case "activate_silence":
      return `silence ${order.heading} ${order.distance}`;
    default:
      return "";
  }
}

/** Spaces between the own boat and a cell. @param {MatchState} state @param {string} cell */
export function away(state, cell) {
  return chebyshev(state.view.submarine.cell, cell);
}
