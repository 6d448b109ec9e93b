// @ts-check
// The Engineer's keys and typed orders.

import { capital, listed } from "../../lib/text.js";
import { onControl } from "../../parts/keys.js";
import { SYMBOLS, choose, factsOf } from "./engineer.js";
import {
  activePanel,
  carryFocus,
  digitsPickSymbols,
  letGo,
  ownSeat,
  pickedOrders,
  sendPicked,
  settled,
} from "./marks.js";
import { RADIATION } from "./verdict.js";
import { SYMBOL_FAMILY } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */

/** @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act */
export function engineerKey(event, state, act) {
  if (event.key === "Escape") return letGo(state, act, ["symbol"]);
  if (event.key === "Enter" && !onControl(event) && pickedOrders(state) && settled(state)) {
    void sendPicked(state, act);
    return true;
  }
  const panel = activePanel(state);
  if (!panel || !/^[1-6]$/.test(event.key) || !digitsPickSymbols(state)) return false;
  choose(state, act, panel + event.key);
  carryFocus("data-symbol", panel + event.key);
  return true;
}

/** @type {import("./typed.js").Reader} */
export function engineerTyped(words, state, act) {
  const [first, second] = words;
  if (first === "why" && second) return { used: 2, done: whyDown(state, second) };
  const symbol = capital(first);
  if (!SYMBOLS.includes(symbol)) return null;
  const order = { type: "mark_breakdown", symbol };
  return { used: 1, done: act.order(order, ownSeat(state, "engineer")) };
}

/** @param {MatchState} state @param {string} asked a system or a symbol */
function whyDown(state, asked) {
  const { breakdowns } = state.view;
  const symbol = capital(asked);
  if (SYMBOLS.includes(symbol)) {
    if (breakdowns.includes(symbol)) return `${symbol} is crossed.`;
    return `${symbol}: ${factsOf(state, symbol)
      .map((fact) => fact.parts.join(""))
      .join(". ")}.`;
  }
  /** @type {Record<string, "w" | "d" | "s" | "r">} */
  const families = {
    mine: "w",
    torpedo: "w",
    drone: "d",
    sonar: "d",
    silence: "s",
    archer: "s",
    scenario: "s",
    radiation: "r",
  };
  const family = families[asked];
  if (!family) return `“${asked}” is no system. Ask: why torpedo.`;
  const by = breakdowns.filter((/** @type {string} */ one) => SYMBOL_FAMILY[one] === family);
  if (family === "r")
    return `Radiation stands at ${by.length} of ${RADIATION.length}${by.length ? `: ${listed(by)}` : ""}.`;
  return by.length > 0
    ? `${capital(asked)} is down by ${listed(by)}.`
    : `${capital(asked)} is up: no such symbol is crossed.`;
}
