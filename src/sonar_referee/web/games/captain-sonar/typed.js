// @ts-check
// Typed orders: each station reads its own words; what nobody can read is answered with the nearest form.

import { capital, listed } from "../../lib/text.js";
import { captainTyped } from "./captain-typed.js";
import { engineerTyped } from "./engineer-typed.js";
import { firstMateTyped } from "./first-mate.js";
import { due, ownSeat } from "./marks.js";
import { radioTyped } from "./radio.js";
import { ROLE_TITLE, roleOf, turnWords } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */

/**
 * A reader takes words from the front of the list and returns what it did: a sentence, or the promise of an order;
 * `null` if the words are not its own.
 * @typedef {(words: string[], state: MatchState, act: Actions) => {used: number, done: string | Promise<boolean>} | null} Reader
 */

/** @type {Record<string, Reader>} */
const READERS = {
  captain: captainTyped,
  first_mate: firstMateTyped,
  engineer: engineerTyped,
  radio_operator: radioTyped,
};

/** @type {Record<string, string>} */
const FORMS = {
  captain:
    "n e s w, surface, place b8, torpedo c7, mine d7, trigger d7, drone 2, sonar, silence n 3, archer h2, answer row 7 sector 2, end, resign, draw",
  first_mate: "a system's name marks it; drone 2, sonar",
  engineer: "e1 crosses a symbol; why torpedo",
  radio_operator: "draw, up left right down 1, track new, mark i2 mine, erase i2",
};

/**
 * Carry out a typed line; several orders may stand behind each other, with spaces or semicolons between.
 * @param {string} text
 * @param {MatchState} state
 * @param {Actions} act
 * @returns {string} a sentence to show
 */
export function run(text, state, act) {
  const words = text
    .toLowerCase()
    .split(/[\s;]+/)
    .filter(Boolean);
  return step(words, state, act) ?? "";
}

/** @param {string[]} words @param {MatchState} state @param {Actions} act @returns {string | null} */
function step(words, state, act) {
  if (words.length === 0) return null;
  const common = everybody(words, state, act);
  if (common !== null) return common;
  for (const seat of readingSeats(state)) {
    const read = READERS[roleOf(seat)](words, state, act);
    if (!read) continue;
    const rest = words.slice(read.used);
    if (typeof read.done === "string") return [read.done, step(rest, state, act)].filter(Boolean).join(" ");
    void read.done.then((accepted) => {
      if (!accepted) act.answer(state.refusal ? `${state.refusal.detail}` : "One order is still on its way.");
      else if (rest.length > 0) act.answer(step(rest, state, act) ?? "");
    });
    return "";
  }
  const forms = state.seats.map((seat) => `${ROLE_TITLE[roleOf(seat)]}: ${FORMS[roleOf(seat)]}.`).join(" ");
  return `“${words[0]}” cannot be read. ${forms}`;
}

/** While a gauge is to be marked, a system's name alone means the mark and not the Captain's order. @param {MatchState} state */
function readingSeats(state) {
  const mate = due(state, "first_mate") ? ownSeat(state, "first_mate") : null;
  return mate ? [mate, ...state.seats.filter((seat) => seat !== mate)] : state.seats;
}

/** What every seat may type. @param {string[]} words @param {MatchState} state @param {Actions} act @returns {string | null} */
function everybody(words, state, act) {
  const { view } = state;
  switch (words[0]) {
    case "help":
      return state.seats.map((seat) => `${ROLE_TITLE[roleOf(seat)]}: ${FORMS[roleOf(seat)]}.`).join(" ");
    case "who":
      return listed(turnWords(state).filter(Boolean)).replace(/ and /, " ") || "Nobody is awaited.";
    case "where":
      return view.submarine?.cell ? `You are on ${view.submarine.cell}.` : "You may not see the chart from this seat.";
    case "hull":
      return `${capital(state.team ?? "")}: ${view.submarine.damage} hit. Enemy: ${view.enemy.damage} hit.`;
    case "log":
      return state.calls
        .slice(-Number(words[1] ?? 5))
        .map((call) => `${call.round} ${call.team ?? ""} ${call.text}`)
        .join(" · ");
    case "say":
      act.chat(words.slice(1).join(" "));
      return "Said to your crew.";
    default:
      return null;
  }
}
