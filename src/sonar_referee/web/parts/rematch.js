// @ts-check
// Once more: the host lets the same people play again, on the same sides or swapped; everybody else waits.

import { call } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { keepPass } from "../lib/session.js";

/** @typedef {import("../lib/state.js").MatchState} MatchState */
/** @typedef {import("../lib/state.js").Actions} Actions */

/** @param {MatchState} state @param {Actions} act @param {boolean} [open] whether everybody may have the record */
export function rematchRow(state, act, open = true) {
  return h(
    "div.again",
    {},
    h("div.end-acts", {}, state.pass.host ? hostsButtons(state, act) : others(state, act), open && save(state)),
    state.ui.rematchTrouble && h("p.refusal", { role: "alert" }, state.ui.rematchTrouble),
  );
}

/** @param {MatchState} state */
function save(state) {
  return h("a.btn", { href: `/api/matches/${state.id}/record`, download: `sonar-referee-${state.id}.json` }, "Save");
}

/** @param {MatchState} state @param {Actions} act */
function hostsButtons(state, act) {
  const busy = Boolean(state.ui.rematching);
  const button = (/** @type {string} */ kind, /** @type {string} */ words, /** @type {boolean} */ swap) =>
    h(
      kind,
      {
        type: "button",
        "aria-busy": busy ? "true" : null,
        "aria-disabled": busy ? "true" : null,
        onclick: () => !busy && make(state, act, swap),
      },
      words,
    );
  return [button("button.btn.go", "Rematch, swapped", true), button("button.btn", "Same sides", false)];
}

/** @param {MatchState} state @param {Actions} act @param {boolean} swap */
async function make(state, act, swap) {
  act.ui({ rematching: true, rematchTrouble: null });
  try {
    const made = await call("POST", `/matches/${state.id}/rematch`, { body: { swap }, token: state.pass.host });
    enter(state, made.match_id);
  } catch (error) {
    act.ui({ rematching: false, rematchTrouble: /** @type {Error} */ (error).message });
  }
}

/** The players' tokens go on working in the rematch; a screen for the table stays one. @param {MatchState} state @param {string} matchId */
function enter(state, matchId) {
  const forTable = location.pathname.endsWith("/table");
  if (!forTable) keepPass(matchId, state.pass);
  location.assign(`/match/${matchId}${forTable ? "/table" : ""}`);
}

/** @param {MatchState} state @param {Actions} act */
function others(state, act) {
  return [
    h(
      "p.waithost",
      {},
      state.team ? "Once more? Waiting for the host. You will be taken along." : "Once more? That is up to the host.",
    ),
    h("button.btn", { type: "button", onclick: () => look(state, act) }, "Is there a rematch?"),
  ];
}

/** For those who were away when it began. @param {MatchState} state @param {Actions} act */
async function look(state, act) {
  try {
    const { match_id } = await call("GET", `/matches/${state.id}/rematch`);
    enter(state, match_id);
  } catch (error) {
    act.ui({ rematchTrouble: /** @type {Error} */ (error).message });
  }
}
