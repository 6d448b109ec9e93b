// @ts-check
// The Captain's station: the chart, what is asked of the Captain now, and the crew's column.

import { h } from "../../lib/dom.js";
import { confirmAnswer, sonarDialog } from "./captain-answer.js";
import { aimOf, legal } from "./captain-aim.js";
import { captainChart } from "./captain-chart.js";
import { whyBox } from "./captain-buttons.js";
import { aimCard } from "./captain-card.js";
import { endRound, headingPanel, knownPanel, orderButtons, placement } from "./captain-panels.js";
import { ORDERS_OF, systemRows } from "./captain-systems.js";
import { page } from "./layout.js";

export { captainChart };

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */

const SYSTEM_ORDERS = Object.values(ORDERS_OF).flat();

/** @param {MatchState} state @param {Actions} act */
export function captain(state, act) {
  return page(state, act, {
    kind: "cap",
    main: [h("figure.chart", {}, captainChart(state, act)), h("div.side.act", {}, captainTask(state, act))],
    views: [{ id: "station", title: "Captain", icon: "chart" }],
    example: example(state),
  });
}

/**
 * What is asked of the Captain now, as sections: for this page and for the one of several seats.
 * @param {MatchState} state
 * @param {Actions} act
 * @returns {(HTMLElement | null)[]}
 */
export function captainTask(state, act) {
  if (legal(state, "answer_sonar").length > 0) return [sonarDialog(state, act)];
  if (legal(state, "confirm_answer").length > 0) return [confirmAnswer(state, act)];
  if (legal(state, "place").length > 0) return [placement(state, act)];
  if (legal(state, "head", "surface").length > 0) return orderStep(state, act);
  return restOrAction(state, act);
}

/** @param {MatchState} state @param {Actions} act */
function orderStep(state, act) {
  return [
    headingPanel(state, act),
    orderButtons(state, act),
    systemsPanel(state, act, "Systems, after the move", { later: true }),
    aimCardOfSystems(state, act),
  ];
}

/** @param {MatchState} state @param {Actions} act */
function restOrAction(state, act) {
  const acting = legal(state, "end_round").length > 0;
  const title = acting && !state.view.activation_used ? "Use one system" : "Systems";
  return [
    systemsPanel(state, act, title, { hint: acting ? "then end the round" : "" }),
    aimCard(state, act),
    endRound(state, act),
    aimOf(state) ? null : knownPanel(state, act),
  ];
}

/** Under `mine_trigger: anytime` a mine may go off before the move. @param {MatchState} state @param {Actions} act */
function aimCardOfSystems(state, act) {
  const types = aimOf(state)?.types ?? [];
  return types.some((type) => SYSTEM_ORDERS.includes(type)) ? aimCard(state, act) : null;
}

/** @param {MatchState} state @param {Actions} act @param {string} title @param {{hint?: string, later?: boolean}} [look] `later` gives way on phones */
function systemsPanel(state, act, title, { hint = "", later = false } = {}) {
  const aiming = aimOf(state) !== null;
  return h(
    "section.sec",
    { class: later ? "sysbox" : "sysnow", "aria-label": title },
    h("div.sec-head", {}, h("h2", {}, title), hint && h("span.faint.small", {}, hint)),
    systemRows(state, act),
    aiming ? null : whyBox(state, SYSTEM_ORDERS),
  );
}

/** @param {MatchState} state */
function example(state) {
  switch (state.view.phase) {
    case "placement":
      return "place b8";
    case "order":
      return "n, e, s, w, surface";
    case "sonar_answer":
      return "answer row 7 sector 2";
    default:
      return "torpedo i3, end";
  }
}
