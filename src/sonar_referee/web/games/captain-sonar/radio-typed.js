// @ts-check
// The Radio Operator's typed words and keys.

import { answer, begin, draw, fix, inHand, mark, nameOf, push, rub, spotOf, take, waiting } from "./overlay.js";
import { drop, penOf, tap } from "./radio-chart.js";
import { drawHeard, newTrack } from "./radio-tools.js";
import { canGoBack, edit, goBack, heardOf, locked, mayDraw, sheetOf } from "./radio-sheet.js";
import { trackWords } from "./radio-layers.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./overlay.js").MarkKind} MarkKind */
/** @typedef {{used: number, done: string}} Done */

/** @type {Record<string, [number, number]>} */
const PUSH = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** @type {Record<string, import("./overlay.js").Heading>} */
const HEADING = {
  n: "north",
  e: "east",
  s: "south",
  w: "west",
  north: "north",
  east: "east",
  south: "south",
  west: "west",
};

/** @type {Record<string, MarkKind>} */
const KIND = { mine: "mine", impact: "impact", yes: "yes", no: "no", ring: "ring", circle: "ring" };

const WORDS = new Set(["track", "mark", "erase", "draw", "undo", ...Object.keys(PUSH)]);

/** @param {string[]} words @param {MatchState} state @param {Actions} act @returns {Done | null} */
export function radioTyped(words, state, act) {
  const [first] = words;
  const heading = HEADING[first] && !state.seats.some((seat) => seat.endsWith(".captain"));
  if (!WORDS.has(first) && !heading) return null;
  if (!mayDraw(state))
    return {
      used: words.length,
      done: locked(state) ? "Pens up until you dive. R138" : "The sheet can only be looked at.",
    };
  if (heading) return drawWords(words, 0, state, act);
  if (PUSH[first]) return pushWords(words, state, act);
  switch (first) {
    case "track":
      return trackTyped(words, state, act);
    case "mark":
      return markWords(words, state, act);
    case "erase":
      return eraseWords(words, state, act);
    case "draw":
      return drawTyped(words, state, act);
    default:
      return undoWords(state, act);
  }
}

/** `up`, `left 3`: moves the track in hand. @param {string[]} words @param {MatchState} state @param {Actions} act @returns {Done} */
function pushWords(words, state, act) {
  const held = inHand(sheetOf(state));
  const many = /^\d+$/.test(words[1] ?? "") ? Number(words[1]) : null;
  const used = many === null ? 1 : 2;
  if (!held) return { used, done: "There is no track to move." };
  if (held.fixed) return { used, done: `Track ${sheetOf(state).on + 1} is fixed: track free.` };
  const [dx, dy] = PUSH[words[0]];
  edit(state, act, (sheet) => push(sheet, state.chart, dx * (many ?? 1), dy * (many ?? 1)));
  return { used, done: whereNow(state) };
}

/** @param {MatchState} state */
function whereNow(state) {
  const sheet = sheetOf(state);
  const held = inHand(sheet);
  if (!held) return "";
  const { place, wrong } = trackWords(held, state.chart);
  return `Track ${sheet.on + 1}: ${place}${wrong ? `; impossible: ${wrong}` : ""}.`;
}

/** `track new`, `track new c6`, `track 2`, `track fix`, `track free`. @param {string[]} words @param {MatchState} state @param {Actions} act @returns {Done} */
function trackTyped(words, state, act) {
  const sheet = sheetOf(state);
  const what = words[1] ?? "";
  if (what === "new") {
    const at = spotOf(words[2] ?? "", state.chart);
    edit(state, act, (now) => begin(now, state.chart, at ? { at } : {}));
    return { used: at ? 3 : 2, done: whereNow(state) };
  }
  if (what === "fix" || what === "free") {
    if (!inHand(sheet)) return { used: 2, done: "There is no track." };
    edit(state, act, (now) => fix(now, now.on, what === "fix"));
    return { used: 2, done: `Track ${sheet.on + 1} is ${what === "fix" ? "fixed" : "free"}.` };
  }
  const number = Number(what) - 1;
  if (!sheet.tracks[number])
    return { used: 2, done: `There is no track “${what}”. Try: track new, track 1, track fix.` };
  edit(state, act, (now) => take(now, number), { kept: false });
  return { used: 2, done: whereNow(state) };
}

/** `mark i2`, `mark i2 mine`. @param {string[]} words @param {MatchState} state @param {Actions} act @returns {Done} */
function markWords(words, state, act) {
  const spot = spotOf(words[1] ?? "", state.chart);
  if (!spot) return { used: 2, done: `“${words[1] ?? ""}” is no space. Try: mark i2 mine.` };
  const kind = KIND[words[2] ?? ""];
  edit(state, act, (sheet) => mark(sheet, spot, kind ?? "mine"));
  return { used: kind ? 3 : 2, done: `${nameOf(spot, state.chart)}: ${kind ?? "mine"}.` };
}

/** `erase i2`. @param {string[]} words @param {MatchState} state @param {Actions} act @returns {Done} */
function eraseWords(words, state, act) {
  const spot = spotOf(words[1] ?? "", state.chart);
  if (!spot) return { used: 2, done: `“${words[1] ?? ""}” is no space. Try: erase i2.` };
  const before = sheetOf(state);
  edit(state, act, (sheet) => rub(sheet, spot));
  return {
    used: 2,
    done:
      sheetOf(state) === before
        ? `Nothing to erase on ${nameOf(spot, state.chart)}.`
        : `${nameOf(spot, state.chart)} is clear.`,
  };
}

/** `draw`, `draw all`, `draw n n e`. @param {string[]} words @param {MatchState} state @param {Actions} act @returns {Done} */
function drawTyped(words, state, act) {
  if (HEADING[words[1] ?? ""]) return drawWords(words, 1, state, act);
  const left = waiting(sheetOf(state), heardOf(state));
  const all = words[1] === "all";
  const used = all ? 2 : 1;
  if (left.length === 0) return { used, done: "Everything heard is on the sheet." };
  for (const one of all ? left : left.slice(0, 1)) drawHeard(state, act, one);
  return { used, done: whereNow(state) };
}

/** Headings one after the other, heard or not. @param {string[]} words @param {number} from @param {MatchState} state @param {Actions} act @returns {Done} */
function drawWords(words, from, state, act) {
  let used = from;
  while (HEADING[words[used] ?? ""]) {
    const heading = HEADING[words[used]];
    const next = waiting(sheetOf(state), heardOf(state)).find((one) => one.kind === "heading");
    const round = next?.heading === heading ? next.round : 0;
    edit(state, act, (sheet) => draw(sheet, state.chart, heading, round));
    used += 1;
  }
  return { used, done: whereNow(state) };
}

/** @param {MatchState} state @param {Actions} act @returns {Done} */
function undoWords(state, act) {
  if (!canGoBack(state)) return { used: 1, done: "Nothing to take back." };
  goBack(state, act);
  return { used: 1, done: "Taken back." };
}

// -- keys

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: PUSH.up, ArrowDown: PUSH.down, ArrowLeft: PUSH.left, ArrowRight: PUSH.right };

/** @type {Record<string, (state: MatchState, act: Actions) => void>} */
const KEYS = {
  n: newTrack,
  p: (_state, act) => hold(act, "pencil"),
  k: markAtCursor,
  m: (_state, act) => act.ui({ pen: "move" }),
  z: goBack,
  "+": drawNext,
};

/** @param {MatchState} state @param {Actions} act */
function drawNext(state, act) {
  const [next] = waiting(sheetOf(state), heardOf(state));
  if (next) drawHeard(state, act, next);
}

/** @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act @returns {boolean} */
export function radioKey(event, state, act) {
  if (!document.querySelector(".sheetbox")) return false;
  if (event.key === "Escape") return drop(state, act);
  if (!mayDraw(state)) return false;
  if (ARROWS[event.key]) {
    const [dx, dy] = ARROWS[event.key];
    const far = event.shiftKey ? 5 : 1;
    edit(state, act, (sheet) => push(sheet, state.chart, dx * far, dy * far));
    return true;
  }
  const use = KEYS[event.key];
  if (use) use(state, act);
  return Boolean(use);
}

/** Take a tool that works on spaces, and go to the chart. @param {Actions} act @param {import("./radio-chart.js").Pen} pen */
function hold(act, pen) {
  act.ui({ pen });
  // the grid is there once the page has been drawn again
  window.requestAnimationFrame(() =>
    /** @type {HTMLElement | null} */ (document.querySelector('#radio-grid [tabindex="0"]'))?.focus(),
  );
}

/** Mark where the cursor is; without a marking tool in hand, take one. @param {MatchState} state @param {Actions} act */
function markAtCursor(state, act) {
  const cell = document.activeElement?.closest("#radio-grid [data-cell]")?.getAttribute("data-cell");
  const pen = penOf(state);
  if (pen === "move" || pen === "eraser" || !cell) {
    hold(act, pen === "move" || pen === "eraser" ? "mine" : pen);
    return;
  }
  const spot = spotOf(cell, state.chart);
  if (pen === "answer" && spot) edit(state, act, (sheet) => answer(sheet, spot));
  else tap(state, act, cell);
}
