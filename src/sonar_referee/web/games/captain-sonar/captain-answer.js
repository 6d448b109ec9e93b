// @ts-check
// What the enemy asks the Captain: the two facts for a sonar, and the referee's true answer to be confirmed.

import { h, icon } from "../../lib/dom.js";
import { refusal } from "../../parts/crew.js";
import { canSend, exact, legal, send } from "./captain-aim.js";
import { chebyshev, sectorsOf, sectorOf } from "../../chart/geometry.js";
import { capital } from "../../lib/text.js";
import { enemyOf } from "../../parts/seat-words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {"row" | "column" | "sector"} Kind */
/** @typedef {{kind: Kind, value: number | string | null}} Fact */

/** @type {Kind[]} */
const KINDS = ["row", "column", "sector"];
const WHICH = ["First fact", "Second fact"];

/** The two facts as far as they are made. @param {MatchState} state @returns {[Fact, Fact]} */
export function answerFacts(state) {
  const kept = state.ui.answer_facts;
  if (kept?.round === state.view.round) return kept.facts;
  return [
    { kind: "row", value: null },
    { kind: "sector", value: null },
  ];
}

/** @param {MatchState} state @param {Actions} act @param {number} at @param {Fact} fact */
function change(state, act, at, fact) {
  const facts = [...answerFacts(state)];
  facts[at] = fact;
  act.ui({ answer_facts: { round: state.view.round, facts } });
}

/** @param {MatchState} state @param {Kind} kind @returns {(number | string)[]} */
function values(state, kind) {
  if (kind === "row") return state.chart.rows;
  if (kind === "column") return state.chart.columns;
  return sectorsOf(state.chart);
}

/** What is true of the own boat. @param {MatchState} state @param {Kind} kind */
function truth(state, kind) {
  const { cell } = state.view.submarine;
  if (kind === "row") return Number(cell.slice(1));
  return kind === "column" ? cell[0] : sectorOf(state.chart, cell);
}

/** @param {MatchState} state @param {Actions} act */
export function sonarDialog(state, act) {
  const facts = answerFacts(state);
  const order = exact(state, { type: "answer_sonar", facts });
  const { cell } = state.view.submarine;
  return h(
    "section.dlg.sonar-answer",
    { role: "dialog", "aria-label": "Answer the sonar" },
    h("h2", {}, `${capital(enemyOf(state.team))}’s sonar. Your answer?`),
    h(
      "p.muted",
      {},
      "Two facts of different kinds: one true, one false. You are on ",
      h("b", {}, cell),
      `, sector ${sectorOf(state.chart, cell)}.`,
    ),
    [0, 1].map((at) => factRow(state, act, at)),
    h("p.hear", { role: "status" }, "They hear: ", h("b", {}, heard(facts))),
    h("div.acts", {}, answerButton(state, act, order, facts)),
    refusal(state, "answer_sonar"),
  );
}

/** @param {MatchState} state @param {Actions} act @param {number} at */
function factRow(state, act, at) {
  const facts = answerFacts(state);
  const [fact, other] = [facts[at], facts[1 - at]];
  const right = truth(state, fact.kind);
  return h(
    "div.fact",
    { role: "group", "aria-label": WHICH[at] },
    h("div.fact-head", {}, h("h3", {}, WHICH[at]), tag(fact.value === null ? null : fact.value === right)),
    h(
      "div.seg",
      { role: "group", "aria-label": `${WHICH[at]}, kind` },
      KINDS.map((kind) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(kind === fact.kind),
            "aria-disabled": kind === other.kind ? "true" : null,
            title: kind === other.kind ? "The two facts are of different kinds. R119a" : null,
            onclick: () => kind !== other.kind && kind !== fact.kind && change(state, act, at, { kind, value: null }),
          },
          capital(kind),
        ),
      ),
    ),
    h(
      "div.vals",
      { role: "group", "aria-label": `${WHICH[at]}, ${fact.kind}` },
      values(state, fact.kind).map((value) =>
        h(
          "button.val-b",
          {
            type: "button",
            "aria-pressed": String(value === fact.value),
            "aria-label": `${capital(fact.kind)} ${value}, ${value === right ? "true" : "false"}`,
            class: value === right ? "right" : null,
            onclick: () => change(state, act, at, { kind: fact.kind, value }),
          },
          value,
        ),
      ),
    ),
  );
}

/** @param {boolean | null} right */
function tag(right) {
  if (right === null) return h("span.tf", {}, "pick one");
  return right ? h("span.tf.yes", {}, icon("check", "s"), "true") : h("span.tf.no", {}, icon("cross", "s"), "false");
}

/** @param {Fact[]} facts */
function heard(facts) {
  const words = facts.filter((fact) => fact.value !== null).map((fact) => `${capital(fact.kind)} ${fact.value}.`);
  return words.length > 0 ? `“${words.join(" ")}”` : "nothing yet";
}

/** @param {MatchState} state @param {Actions} act @param {any} order @param {Fact[]} facts */
function answerButton(state, act, order, facts) {
  const busy = state.pending?.type === "answer_sonar";
  const ready = order !== null && canSend(state);
  return h(
    "button.btn.decide",
    {
      type: "button",
      class: [(ready || busy) && "go", busy && "pend"].filter(Boolean).join(" "),
      "aria-disabled": ready ? null : "true",
      "aria-busy": busy ? "true" : null,
      onclick: () => ready && void send(state, act, order),
    },
    busy && h("i", { "aria-hidden": "true" }),
    order ? "Answer" : missing(state, facts),
  );
}

/** @param {MatchState} state @param {Fact[]} facts */
function missing(state, facts) {
  if (facts.some((fact) => fact.value === null)) return "Pick two facts";
  return facts.every((fact) => fact.value === truth(state, fact.kind))
    ? "Both are true: make one false"
    : "Both are false: make one true";
}

/** The referee's true answer waits for a nod. @param {MatchState} state @param {Actions} act */
export function confirmAnswer(state, act) {
  const [order] = legal(state, "confirm_answer");
  const question = state.calls.filter((call) => QUESTIONS.has(call.kind)).at(-1);
  const busy = state.pending?.type === "confirm_answer";
  const ready = canSend(state);
  return h(
    "section.dlg",
    { role: "dialog", "aria-label": "Confirm the answer" },
    h("h2", {}, question ? questionWords(question) : "They ask you."),
    question && h("p.hear", {}, "You say: ", h("b", {}, `“${trueAnswer(state, question)}”`)),
    h("p.muted.small", {}, "The referee knows the truth; you only say when."),
    h(
      "div.acts",
      {},
      h(
        "button.btn.decide",
        {
          type: "button",
          class: [(ready || busy) && "go", busy && "pend"].filter(Boolean).join(" "),
          "aria-disabled": ready ? null : "true",
          "aria-busy": busy ? "true" : null,
          onclick: () => ready && void send(state, act, order),
        },
        busy && h("i", { "aria-hidden": "true" }),
        "Say it",
      ),
    ),
    refusal(state, "confirm_answer"),
  );
}

const QUESTIONS = new Set(["drone_launched", "torpedo_launched", "mine_triggered", "archer_mine_triggered"]);

/** @param {any} call */
function questionWords(call) {
  const who = capital(call.team);
  if (call.kind === "drone_launched") return `${who}’s drone: are you in sector ${call.sector}?`;
  return `${who}: impact in ${call.cell}.`;
}

/** @param {MatchState} state @param {any} call */
function trueAnswer(state, call) {
  const { cell } = state.view.submarine;
  if (call.kind === "drone_launched") return sectorOf(state.chart, cell) === call.sector ? "Yes." : "No.";
  return ["Direct hit.", "Indirect hit."][chebyshev(cell, call.cell)] ?? "All clear.";
}
