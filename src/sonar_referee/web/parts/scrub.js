// @ts-check
// A slider through a match that is over, moment by moment; it can also play by itself.

import { h, icon } from "../lib/dom.js";

/** @typedef {import("../lib/state.js").MatchState} MatchState */
/** @typedef {import("../lib/state.js").Actions} Actions */
/** The moments, and what the game calls one: "Round". @typedef {{first: number, last: number, noun: string}} Reel */

const PLAY_EVERY = 700;

/** @type {number | undefined} */
let playing;

/** The moment that is looked at. @param {MatchState} state @param {Reel} reel @returns {number} */
export function scrubbedTo(state, { last }) {
  return Math.max(0, Math.min(last, state.ui.round ?? last));
}

/** @param {MatchState} state @param {Actions} act @param {Reel} reel @param {...any} below what the game draws under the slider */
export function scrub(state, act, reel, ...below) {
  const { first, last, noun } = reel;
  const at = scrubbedTo(state, reel);
  const go = (/** @type {number} */ to) => scrubTo(act, reel, to);
  const step = (/** @type {string} */ words, /** @type {number} */ by, /** @type {string} */ turn) =>
    h(
      "button.tool",
      {
        type: "button",
        "aria-label": words,
        "aria-disabled": at + by < first || at + by > last ? "true" : null,
        onclick: () => go(at + by),
      },
      icon("arrow", turn),
    );
  const each = noun.toLowerCase();
  return h(
    "div.scrub",
    { role: "group", "aria-label": `${noun} by ${each}` },
    step(`${noun} before`, -1, "r270"),
    h("input", {
      type: "range",
      min: first,
      max: last,
      value: at,
      "aria-label": noun,
      "aria-valuetext": `${noun} ${at} of ${last}`,
      oninput: (/** @type {Event} */ event) => go(Number(/** @type {HTMLInputElement} */ (event.target).value)),
    }),
    step(`${noun} after`, 1, "r90"),
    h(
      "button.tool",
      {
        type: "button",
        "aria-label": playing ? "Stop" : `Play ${each} by ${each}`,
        "aria-pressed": String(Boolean(playing)),
        onclick: () => play(state, act, reel),
      },
      icon(playing ? "cross" : "play"),
    ),
    h("output", {}, h("span", {}, `${noun} `), h("b", {}, at), ` of ${last}`),
    below,
  );
}

/** Look at a moment; playing stops. @param {Actions} act @param {Reel} reel @param {number} at */
export function scrubTo(act, { first, last }, at) {
  stop();
  act.ui({ round: Math.max(first, Math.min(last, at)) });
}

function stop() {
  window.clearInterval(playing);
  playing = undefined;
}

/** @param {MatchState} state @param {Actions} act @param {Reel} reel */
function play(state, act, reel) {
  if (playing) {
    stop();
    act.ui({});
    return;
  }
  const { first, last } = reel;
  const from = scrubbedTo(state, reel);
  playing = window.setInterval(() => {
    const next = scrubbedTo(state, reel) + 1;
    if (next >= last) stop();
    act.ui({ round: Math.min(next, last) });
  }, PLAY_EVERY);
  act.ui({ round: from >= last ? first : from });
}

/** @type {Record<string, (at: number, reel: Reel) => number>} */
const KEYS = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: (_at, { first }) => first,
  End: (_at, { last }) => last,
};

/** @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act @param {Reel} reel @returns {boolean} whether the key was used */
export function scrubKey(event, state, act, reel) {
  const move = KEYS[event.key];
  if (!move) return false;
  scrubTo(act, reel, move(scrubbedTo(state, reel), reel));
  return true;
}
