// @ts-check
// One person with several seats: the page turns to the role that is awaited by itself, but never under the finger.

import { due } from "./marks.js";
import { roleOf } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */

/** After the last touch the page stays as it is for this long. */
const GRACE_MS = 500;

let down = false;
let touchedAt = 0;

for (const name of ["pointerdown", "pointerup", "pointercancel"]) {
  document.addEventListener(
    name,
    () => {
      down = name === "pointerdown";
      touchedAt = Date.now();
    },
    { capture: true, passive: true },
  );
}

/** Whether something is being touched or typed. */
function handIsBusy() {
  const typing = document.activeElement?.closest("input, textarea") !== null && document.activeElement !== null;
  return down || typing || Date.now() - touchedAt < GRACE_MS;
}

/** The own role that the table waits for; with both marks to make the one that is in sight. @param {MatchState} state @returns {string | null} */
function awaitedRole(state) {
  const roles = ["captain", "engineer", "first_mate"].filter((role) => due(state, role));
  return roles.includes(state.ui.tab) ? state.ui.tab : (roles[0] ?? null);
}

/**
 * The tab to be shown. It changes with the step of the round, not while the player stays in one.
 * @param {MatchState} state
 * @returns {string}
 */
export function follow(state) {
  const { view } = state;
  const wanted = awaitedRole(state);
  if (state.ui.tab === undefined) {
    state.ui = { ...state.ui, tab: wanted ?? roleOf(state.seats[0]) };
  }
  const step = `${view.round} ${view.phase} ${wanted}`;
  if (wanted === null || state.ui.followed === step) return state.ui.tab;
  if (wanted !== state.ui.tab && handIsBusy()) {
    window.setTimeout(() => state.change(), GRACE_MS);
    return state.ui.tab;
  }
  state.ui = { ...state.ui, tab: wanted, followed: step };
  return wanted;
}
