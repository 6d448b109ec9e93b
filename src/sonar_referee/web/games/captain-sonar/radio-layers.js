// @ts-check
// The sheet as layers of the chart: for the Radio Operator who works on it, and for the others who only look.

import { cellName } from "../../chart/geometry.js";
import { enemyOf } from "../../parts/seat-words.js";
import { endOf, impossible, inHand, nameOf, onChart, spots } from "./overlay.js";
import { sheetOf } from "./radio-sheet.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("./chart.js").Layers} Layers */
/** @typedef {import("./overlay.js").Sheet} Sheet */
/** @typedef {import("./overlay.js").Track} Track */
/** @typedef {import("./overlay.js").Spot} Spot */

/**
 * What the team's sheet adds to any chart, to be looked at only: tracks, marks and pencil.
 * Empty where this viewer does not see the sheet.
 * @param {MatchState} state
 * @returns {Pick<Layers, "tracks" | "mines" | "impacts" | "notes" | "pencil">}
 */
export function sheetLayers(state) {
  if (!state.view?.overlay || !state.team) return {};
  const sheet = sheetOf(state);
  const team = enemyOf(state.team);
  return {
    ...markLayers(sheet, team),
    tracks: sheet.tracks.map((track, number) => trackLayer(track, team, number === sheet.on)),
  };
}

/**
 * The sheet under the hand: the tracks on their transparencies, numbered, what is impossible crossed out.
 * @param {MatchState} state
 * @param {Sheet} sheet
 * @param {boolean} moving whether the hand moves tracks
 * @returns {Layers}
 */
export function workLayers(state, sheet, moving) {
  const team = enemyOf(state.team);
  const { columns, rows } = state.chart;
  const marks = markLayers(sheet, team);
  const held = inHand(sheet);
  return {
    ...marks,
    tracks: sheet.tracks.map((track, number) => trackLayer(track, team, number === sheet.on)),
    sheets: sheet.tracks.flatMap((track, number) => transparency(track, moving && number === sheet.on, state.chart)),
    blocked: held
      ? [
          ...new Set(
            impossible(held, state.chart).map((spot) => cellName(...nearby(spot, columns.length, rows.length))),
          ),
        ]
      : [],
    notes: [...sheet.tracks.map((track, number) => label(track, number, team, state.chart)), ...marks.notes],
  };
}

/** @param {Track} track @param {string} team @param {boolean} on */
function trackLayer(track, team, on) {
  const cells = spots(track).map(([x, y]) => cellName(x, y));
  return { cells, team, start: track.from === 0, cls: on ? "held" : "" };
}

/** @param {Track} track @param {boolean} on @param {import("./overlay.js").Chart} chart */
function transparency(track, on, chart) {
  const all = spots(track).filter((spot) => onChart(spot, chart));
  if (all.length === 0) return [];
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const right = Math.max(...xs);
  const corners = { from: cellName(Math.min(...xs), Math.min(...ys)), to: cellName(right, Math.max(...ys)) };
  return [
    {
      ...corners,
      on: on && !track.fixed,
      grip: /** @type {"l" | "r"} */ (right >= chart.columns.length - 1 ? "l" : "r"),
    },
  ];
}

/** A spot off the chart is crossed out on the frame beside it. @param {Spot} spot @param {number} columns @param {number} rows @returns {Spot} */
function nearby([x, y], columns, rows) {
  return [Math.max(-1, Math.min(columns, x)), Math.max(-1, Math.min(rows, y))];
}

/** @type {{letter: string, by: Spot, dx: number, dy: number}[]} */
const SIDES = [
  { letter: "s", by: [0, 1], dx: 0, dy: 13 },
  { letter: "n", by: [0, -1], dx: 0, dy: -32 },
  { letter: "e", by: [1, 0], dx: 24, dy: -9.5 },
  { letter: "w", by: [-1, 0], dx: -24, dy: -9.5 },
];

/** The number of a track beside its start, where the track itself does not go. @param {Track} track @param {number} number @param {string} team @param {import("./overlay.js").Chart} chart */
function label(track, number, team, chart) {
  const [x, y] = nearby(track.at, chart.columns.length, chart.rows.length);
  const taken = new Set(spots(track).map(String));
  const room = SIDES.find(
    ({ by }) => onChart([x + by[0], y + by[1]], chart) && !taken.has(String([x + by[0], y + by[1]])),
  );
  const { dx, dy } = room ?? SIDES[0];
  return { cell: cellName(x, y), text: String(number + 1), cls: `team ${team}`, dx, dy };
}

/** @param {Sheet} sheet @param {string} team */
function markLayers(sheet, team) {
  const of = (/** @type {string} */ kind) =>
    sheet.marks.filter((mark) => mark.kind === kind).map(({ spot }) => cellName(...spot));
  return {
    mines: of("mine").map((cell) => ({ cell, team, cls: "guess" })),
    impacts: of("impact").map((cell) => ({ cell })),
    notes: ["yes", "no"].flatMap((kind) => of(kind).map((cell) => ({ cell, text: kind, cls: "moss", dy: -9.5 }))),
    pencil: [
      ...sheet.ink.map(points),
      ...sheet.marks.filter((mark) => mark.kind === "ring").map(({ spot }) => ring(spot)),
    ],
  };
}

/** @param {number[]} stroke @returns {Spot[]} */
function points(stroke) {
  return Array.from({ length: stroke.length >> 1 }, (_, at) => [stroke[2 * at] / 10, stroke[2 * at + 1] / 10]);
}

/** A circle around a space, not quite closed, as a hand draws it. @param {Spot} spot @returns {Spot[]} */
function ring([x, y]) {
  return Array.from({ length: 25 }, (_, at) => {
    const angle = -1.9 + at * 0.27;
    const far = 0.38 + at * 0.0025;
    return [x + 0.5 + Math.cos(angle) * far, y + 0.5 + Math.sin(angle) * far * 0.94];
  });
}

/** A track in words. @param {Track} track @param {import("./overlay.js").Chart} chart */
export function trackWords(track, chart) {
  const name = track.from > 0 ? `After silence (${track.from})` : roundsOf(track);
  const [start, end] = [nameOf(track.at, chart), nameOf(endOf(track), chart)];
  return { name, place: placeWords(start, end, track.steps.length > 0), wrong: wrongWords(track, chart) };
}

/** @param {string} start @param {string} end @param {boolean} long */
function placeWords(start, end, long) {
  if (!start && !end) return "Off the chart";
  if (!long) return `On ${start}`;
  return `${start || "Off the chart"} to ${end || "off the chart"}`;
}

/** @param {Track} track */
function roundsOf(track) {
  const rounds = track.rounds.filter((round) => round > 0);
  if (rounds.length === 0) return track.steps ? "Drawn freely" : "A start, no headings";
  return rounds.length === 1 ? `Round ${rounds[0]}` : `Rounds ${rounds[0]} to ${rounds[rounds.length - 1]}`;
}

/** @param {Track} track @param {import("./overlay.js").Chart} chart */
function wrongWords(track, chart) {
  const wrong = impossible(track, chart);
  const off = wrong.filter((spot) => !onChart(spot, chart)).length;
  const onLand = [...new Set(wrong.filter((spot) => onChart(spot, chart)).map((spot) => nameOf(spot, chart)))];
  const parts = [];
  if (onLand.length > 0)
    parts.push(onLand.length > 3 ? `${onLand.length} spaces on land` : `land on ${onLand.join(", ")}`);
  if (off > 0) parts.push(off === 1 ? "1 space off the chart" : `${off} spaces off the chart`);
  return parts.join(", ");
}
