// @ts-check
// A big call stays on a player's page for a moment: whatever is in hand, nobody misses an explosion.

import { h, icon } from "../../lib/dom.js";
import { big } from "./public.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */

const KINDS = new Set([
  "surface",
  "torpedo_launched",
  "mine_triggered",
  "archer_mine_triggered",
  "impact",
  "damage",
  "drone_launched",
  "drone_answer",
  "sonar_activated",
  "sonar_answer",
  "silence_activated",
  "destroyed",
]);
const FEW = 3;

/** Whether a call is big enough to stay. @param {any} call */
export function stays(call) {
  return KINDS.has(call.kind);
}

/** The calls that stay now. The log tells them as well, so this is for the eye alone. @param {MatchState} state */
export function staying(state) {
  if (state.staying.length === 0) return null;
  return h(
    "div.staying",
    { key: "staying", "aria-hidden": "true" },
    state.staying.slice(-FEW).map((call) => {
      const { symbol, turn, words, by, team, harm } = big(call);
      return h(
        `p.${team}${harm ? ".harm" : ""}`,
        { key: `stays-${call.seq}` },
        icon(symbol, turn),
        h("small", {}, by),
        h("b", {}, words),
      );
    }),
  );
}
