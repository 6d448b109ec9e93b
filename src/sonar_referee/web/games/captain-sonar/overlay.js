// @ts-check
// The Radio Operator's transparent sheet as a document: pure functions from one document to the next.
// The whole team reads it, and it must stay small: a track is a start and a string of headings.

/** @typedef {[number, number]} Spot column and row from the north-west, from 0; may lie off the chart */
/** @typedef {"north" | "east" | "south" | "west"} Heading */
/**
 * @typedef {object} Track
 * @property {Spot} at where it starts
 * @property {string} steps its headings, one letter each
 * @property {number[]} rounds in which each step was heard; 0 when it was drawn freely
 * @property {number} from the round of the silence that it follows; 0 for none
 * @property {boolean} fixed
 * @property {boolean} loose nobody has laid it anywhere yet, so it gives way to the chart's edge
 */
/** @typedef {"impact" | "mine" | "yes" | "no" | "ring"} MarkKind */
/** @typedef {{spot: Spot, kind: MarkKind}} Mark */
/**
 * @typedef {object} Sheet
 * @property {number} changes grows with every version, so that an older echo is known as such
 * @property {number} upto how much of what was heard has been plotted by itself
 * @property {number} on the track in hand; -1 for none
 * @property {Track[]} tracks
 * @property {Mark[]} marks
 * @property {number[][]} ink pencil strokes: x, y, x, y … in tenths of a space
 */
/** @typedef {{kind: "heading" | "silence" | "surface", round: number, heading?: Heading, sector?: number}} Heard */
/** @typedef {{columns: string[], rows: number[], islands: string[]}} Chart */

export const MOST_BYTES = 12 * 1024;
const MOST_TRACKS = 24;
const [FREE, FIXED, LOOSE] = [0, 1, 2];

/** @type {Record<string, Spot>} */
const STEP = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };

/** @type {MarkKind[]} */
export const MARK_KINDS = ["impact", "mine", "yes", "no", "ring"];

/** @type {Sheet} */
export const BLANK = { changes: 0, upto: 0, on: -1, tracks: [], marks: [], ink: [] };

// -- reading and writing

/** A sheet from what the server keeps; what cannot be understood is left out. @param {any} document @returns {Sheet} */
export function read(document) {
  if (typeof document !== "object" || document === null) return BLANK;
  const tracks = listOf(document.tracks)
    .map(readTrack)
    .filter((track) => track !== null);
  return {
    changes: whole(document.changes),
    upto: whole(document.upto),
    on: Math.min(Number.isInteger(document.on) ? document.on : -1, tracks.length - 1),
    tracks,
    marks: listOf(document.marks)
      .map(readMark)
      .filter((mark) => mark !== null),
    ink: listOf(document.ink).filter(isStroke),
  };
}

/** The document to send. @param {Sheet} sheet */
export function write(sheet) {
  return {
    changes: sheet.changes,
    upto: sheet.upto,
    on: sheet.on,
    tracks: sheet.tracks.map(({ at, steps, rounds, from, fixed, loose }) => [
      ...at,
      steps,
      rounds,
      from,
      fixed ? FIXED : loose ? LOOSE : FREE,
    ]),
    marks: sheet.marks.map(({ spot, kind }) => [...spot, kind]),
    ink: sheet.ink,
  };
}

/** Whether the server will take it. @param {Sheet} sheet */
export function fits(sheet) {
  return JSON.stringify(write(sheet)).length <= MOST_BYTES - 64;
}

/** @param {any} value @returns {any[]} */
function listOf(value) {
  return Array.isArray(value) ? value : [];
}

/** @param {any} value */
function whole(value) {
  return Number.isInteger(value) && value > 0 ? value : 0;
}

/** @param {any} written @returns {Track | null} */
function readTrack(written) {
  const [x, y, steps, rounds, from, how] = listOf(written);
  if (!Number.isInteger(x) || !Number.isInteger(y) || typeof steps !== "string" || /[^nesw]/.test(steps)) return null;
  const heard = listOf(rounds);
  const inStep = Array.from(steps, (_, step) => whole(heard[step]));
  return { at: [x, y], steps, rounds: inStep, from: whole(from), fixed: how === FIXED, loose: how === LOOSE };
}

/** @param {any} written @returns {Mark | null} */
function readMark(written) {
  const [x, y, kind] = listOf(written);
  return Number.isInteger(x) && Number.isInteger(y) && MARK_KINDS.includes(kind) ? { spot: [x, y], kind } : null;
}

/** @param {any} stroke @returns {stroke is number[]} */
function isStroke(stroke) {
  return Array.isArray(stroke) && stroke.length >= 4 && stroke.every(Number.isFinite);
}

// -- places

/** @param {Spot} spot @param {Chart} chart */
export function onChart([x, y], chart) {
  return x >= 0 && y >= 0 && x < chart.columns.length && y < chart.rows.length;
}

/** The name of a spot, `C6`; empty off the chart. @param {Spot} spot @param {Chart} chart */
export function nameOf(spot, chart) {
  return onChart(spot, chart) ? `${chart.columns[spot[0]]}${chart.rows[spot[1]]}` : "";
}

/** The spot of a name; null if it is none of the chart. @param {string} name @param {Chart} chart @returns {Spot | null} */
export function spotOf(name, chart) {
  const parts = /^([a-z])(\d+)$/i.exec(name);
  if (!parts) return null;
  const x = chart.columns.indexOf(parts[1].toUpperCase());
  const y = chart.rows.indexOf(Number(parts[2]));
  return x < 0 || y < 0 ? null : [x, y];
}

/** The middle of the chart, where the first track starts. @param {Chart} chart @returns {Spot} */
export function middle(chart) {
  return [Math.floor(chart.columns.length / 2), Math.floor(chart.rows.length / 2)];
}

/** The spot of the chart that is nearest. @param {Spot} spot @param {Chart} chart @returns {Spot} */
function nearest([x, y], chart) {
  return [Math.max(0, Math.min(chart.columns.length - 1, x)), Math.max(0, Math.min(chart.rows.length - 1, y))];
}

/** @param {Spot} one @param {Spot} other */
function same(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}

// -- tracks

/** All spots of a track from its start. @param {Track} track @returns {Spot[]} */
export function spots(track) {
  /** @type {Spot[]} */
  const found = [track.at];
  for (const letter of track.steps) {
    const [x, y] = found[found.length - 1];
    found.push([x + STEP[letter][0], y + STEP[letter][1]]);
  }
  return found;
}

/** Where a track ends. @param {Track} track @returns {Spot} */
export function endOf(track) {
  const all = spots(track);
  return all[all.length - 1];
}

/** The spots of a track where no submarine can be: land, or off the chart. @param {Track} track @param {Chart} chart */
export function impossible(track, chart) {
  return spots(track).filter((spot) => !onChart(spot, chart) || chart.islands.includes(nameOf(spot, chart)));
}

/** The track in hand, or null. @param {Sheet} sheet @returns {Track | null} */
export function inHand(sheet) {
  return sheet.tracks[sheet.on] ?? null;
}

/** @param {Sheet} sheet @param {number} number @param {Partial<Track>} patch @returns {Sheet} */
function patched(sheet, number, patch) {
  return { ...sheet, tracks: sheet.tracks.map((track, at) => (at === number ? { ...track, ...patch } : track)) };
}

/**
 * Begin a track and take it in hand: at the end of the last one if there is one. The oldest gives way to too many.
 * @param {Sheet} sheet
 * @param {Chart} chart
 * @param {{at?: Spot, from?: number}} [where]
 * @returns {Sheet}
 */
export function begin(sheet, chart, { at, from = 0 } = {}) {
  const last = inHand(sheet) ?? sheet.tracks[sheet.tracks.length - 1];
  const start = at ?? (last ? nearest(endOf(last), chart) : middle(chart));
  const loose = !at && !last;
  const tracks = [...sheet.tracks, { at: start, steps: "", rounds: [], from, fixed: false, loose }].slice(-MOST_TRACKS);
  return { ...sheet, tracks, on: tracks.length - 1 };
}

/** Draw a heading on the track in hand, beginning one if there is none. @param {Sheet} sheet @param {Chart} chart @param {Heading} heading @param {number} [round] */
export function draw(sheet, chart, heading, round = 0) {
  const ready = inHand(sheet) ? sheet : begin(sheet, chart);
  const track = ready.tracks[ready.on];
  const longer = { ...track, steps: track.steps + heading[0], rounds: [...track.rounds, round] };
  return patched(ready, ready.on, track.loose ? within(longer, chart) : longer);
}

/** A track moved onto the chart as far as it goes. @param {Track} track @param {Chart} chart @returns {Track} */
function within(track, chart) {
  const all = spots(track);
  const x = inward(
    all.map((spot) => spot[0]),
    chart.columns.length,
  );
  const y = inward(
    all.map((spot) => spot[1]),
    chart.rows.length,
  );
  return { ...track, at: [track.at[0] + x, track.at[1] + y] };
}

/** The shift that brings values into 0 to size - 1; the lowest come first where not all find room. @param {number[]} values @param {number} size */
function inward(values, size) {
  const over = Math.max(0, Math.max(...values) - (size - 1));
  return over > 0 ? -Math.min(over, Math.max(0, Math.min(...values))) : Math.max(0, -Math.min(...values));
}

/** Take back the last heading of a track; a track without headings goes away. @param {Sheet} sheet @param {number} number */
export function shorten(sheet, number) {
  const track = sheet.tracks[number];
  if (!track.steps) return discard(sheet, number);
  return patched(sheet, number, { steps: track.steps.slice(0, -1), rounds: track.rounds.slice(0, -1) });
}

/** @param {Sheet} sheet @param {number} number @returns {Sheet} */
export function discard(sheet, number) {
  const tracks = sheet.tracks.filter((_, at) => at !== number);
  const on = sheet.on > number || sheet.on >= tracks.length ? sheet.on - 1 : sheet.on;
  return { ...sheet, tracks, on };
}

/** @param {Sheet} sheet @param {number} number @returns {Sheet} */
export function take(sheet, number) {
  return { ...sheet, on: number };
}

/** Fix a track where it is, or free it again. @param {Sheet} sheet @param {number} number @param {boolean} fixed */
export function fix(sheet, number, fixed) {
  return patched(sheet, number, { fixed });
}

/**
 * Push the track in hand by whole spaces; at least one of its spots stays on the chart.
 * @param {Sheet} sheet
 * @param {Chart} chart
 * @param {number} dx
 * @param {number} dy
 * @returns {Sheet}
 */
export function push(sheet, chart, dx, dy) {
  const track = inHand(sheet);
  if (!track || track.fixed) return sheet;
  const all = spots(track);
  const x = kept(
    dx,
    all.map((spot) => spot[0]),
    chart.columns.length,
  );
  const y = kept(
    dy,
    all.map((spot) => spot[1]),
    chart.rows.length,
  );
  return patched(sheet, sheet.on, { at: [track.at[0] + x, track.at[1] + y], loose: false });
}

/** The part of a shift that keeps some of the values within 0 to size - 1. @param {number} shift @param {number[]} values @param {number} size */
function kept(shift, values, size) {
  return Math.min(Math.max(shift, -Math.max(...values)), size - 1 - Math.min(...values));
}

/** The track that passes a spot, the one in hand first; -1 for none. @param {Sheet} sheet @param {Spot} spot */
export function trackAt(sheet, spot) {
  const passes = (/** @type {Track | null} */ track) => track !== null && spots(track).some((one) => same(one, spot));
  return passes(inHand(sheet)) ? sheet.on : sheet.tracks.map(passes).lastIndexOf(true);
}

// -- what was heard

/** The rounds whose headings are on the sheet. @param {Sheet} sheet */
export function drawn(sheet) {
  return new Set(sheet.tracks.flatMap((track) => track.rounds));
}

/** Whether a silence has its track. @param {Sheet} sheet @param {number} round */
export function followed(sheet, round) {
  return sheet.tracks.some((track) => track.from === round);
}

/** Put one thing heard on the sheet: a heading lengthens the newest track, a silence ends it. @param {Sheet} sheet @param {Chart} chart @param {Heard} heard */
export function put(sheet, chart, heard) {
  if (heard.kind === "heading" && heard.heading) return draw(sheet, chart, heard.heading, heard.round);
  if (heard.kind === "silence") return begin(sheet, chart, { from: heard.round });
  return sheet;
}

/**
 * The sheet with everything heard on it, for `radio_assist: plot`. Anybody who computes it gets the same.
 * @param {Sheet} sheet
 * @param {Chart} chart
 * @param {Heard[]} heard all that was heard of the enemy, in order
 * @returns {Sheet}
 */
export function plotted(sheet, chart, heard) {
  if (sheet.upto >= heard.length) return sheet;
  const hand = sheet.on;
  const newest = sheet.tracks.length - 1;
  let next = take(sheet, newest);
  const rounds = drawn(sheet);
  for (const one of heard.slice(sheet.upto))
    if (one.kind !== "heading" || !rounds.has(one.round)) next = put(next, chart, one);
  const grew = next.tracks.length > sheet.tracks.length;
  return { ...next, upto: heard.length, on: grew ? next.on : hand };
}

/** What was heard and is not on the sheet yet. @param {Sheet} sheet @param {Heard[]} heard */
export function waiting(sheet, heard) {
  const rounds = drawn(sheet);
  return heard.filter((one) =>
    one.kind === "heading" ? !rounds.has(one.round) : one.kind === "silence" && !followed(sheet, one.round),
  );
}

// -- marks and pencil

/** Put a mark on a space, or take it away when it is there. @param {Sheet} sheet @param {Spot} spot @param {MarkKind} kind @returns {Sheet} */
export function mark(sheet, spot, kind) {
  const rest = sheet.marks.filter((one) => !(same(one.spot, spot) && one.kind === kind));
  if (rest.length < sheet.marks.length) return { ...sheet, marks: rest };
  return { ...sheet, marks: [...rest, { spot, kind }] };
}

/** A detection answer goes round: yes, no, none. @param {Sheet} sheet @param {Spot} spot @returns {Sheet} */
export function answer(sheet, spot) {
  const rest = sheet.marks.filter((one) => !(same(one.spot, spot) && (one.kind === "yes" || one.kind === "no")));
  const was = sheet.marks.find((one) => same(one.spot, spot) && (one.kind === "yes" || one.kind === "no"))?.kind;
  if (was === "no") return { ...sheet, marks: rest };
  return { ...sheet, marks: [...rest, { spot, kind: was === "yes" ? "no" : "yes" }] };
}

/** Add a pencil stroke. @param {Sheet} sheet @param {number[]} stroke @returns {Sheet} */
export function scribble(sheet, stroke) {
  return stroke.length < 4 ? sheet : { ...sheet, ink: [...sheet.ink, stroke] };
}

/**
 * Rub out what is on a space: marks and pencil first; if there is none, the end of a free track that ends here.
 * @param {Sheet} sheet
 * @param {Spot} spot
 * @returns {Sheet}
 */
export function rub(sheet, spot) {
  const marks = sheet.marks.filter((one) => !same(one.spot, spot));
  const ink = sheet.ink.filter((stroke) => !passes(stroke, spot));
  if (marks.length < sheet.marks.length || ink.length < sheet.ink.length) return { ...sheet, marks, ink };
  const number = sheet.tracks.map((track) => !track.fixed && same(endOf(track), spot)).lastIndexOf(true);
  return number < 0 ? sheet : shorten(sheet, number);
}

/** Whether a stroke crosses a space. @param {number[]} stroke in tenths @param {Spot} spot */
function passes(stroke, [x, y]) {
  for (let at = 0; at + 3 < stroke.length; at += 2) {
    const [x1, y1, x2, y2] = stroke.slice(at, at + 4);
    const parts = Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 2));
    for (let part = 0; part <= parts; part++) {
      const way = part / parts;
      if (Math.floor((x1 + (x2 - x1) * way) / 10) === x && Math.floor((y1 + (y2 - y1) * way) / 10) === y) return true;
    }
  }
  return false;
}
