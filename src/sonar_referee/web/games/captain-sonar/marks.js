// @ts-check
// What Engineer and First Mate share: which marks are open and picked, why none can be made, and how they are sent.

import { h } from "../../lib/dom.js";
import { listed } from "../../lib/text.js";
import { PANELS, PANEL_HEADING, panelOf } from "./verdict.js";
import { ROLE_TITLE, roleOf } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./verdict.js").Panel} Panel */
/** @typedef {import("./words.js").System} System */
/** @typedef {{words: string, rule: string}} Reason */
/** @typedef {"symbol" | "gauge" | "sector"} Thing what can be picked */

// -- picking

/** A pick and a look count only in the step in which they were made. @param {MatchState} state */
function moment(state) {
  return `${state.view.round} ${state.view.phase}`;
}

/**
 * What was picked in this step; an only choice counts as picked.
 * @param {MatchState} state
 * @param {Thing} thing
 * @param {string[]} choices
 * @returns {string | null}
 */
export function picked(state, thing, choices) {
  const made = state.ui[`picked ${thing}`];
  if (made?.at === moment(state) && choices.includes(made.what)) return made.what;
  return choices.length === 1 ? choices[0] : null;
}

/** @param {MatchState} state @param {Actions} act @param {Thing} thing @param {string} what */
export function pick(state, act, thing, what) {
  act.ui({ [`picked ${thing}`]: { what, at: moment(state) }, pickedSince: Date.now() });
}

/** Let go of what is picked and looked at. @param {MatchState} state @param {Actions} act @param {Thing[]} things @returns {boolean} whether there was any */
export function letGo(state, act, things) {
  const names = things.flatMap((thing) => [`picked ${thing}`, `looked ${thing}`]).filter((name) => state.ui[name]);
  if (names.length > 0) act.ui(Object.fromEntries(names.map((name) => [name, null])));
  return names.length > 0;
}

/** What the pointer or the focus is on. Unlike a gesture it leaves a refusal where it is. @param {MatchState} state @param {Thing} thing @param {string | null} what */
export function look(state, thing, what) {
  if (looked(state, thing) === what) return;
  state.ui = { ...state.ui, [`looked ${thing}`]: what === null ? null : { what, at: moment(state) } };
  state.change();
}

/** @param {MatchState} state @param {Thing} thing @returns {string | null} */
export function looked(state, thing) {
  const seen = state.ui[`looked ${thing}`];
  return seen?.at === moment(state) ? seen.what : null;
}

/** The listeners by which pointer and focus look at something. @param {MatchState} state @param {Thing} thing @param {string} what */
export function lookListeners(state, thing, what) {
  return {
    onfocus: () => look(state, thing, what),
    onblur: () => looked(state, thing) === what && look(state, thing, null),
    onpointerover: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && look(state, thing, what),
    onpointerleave: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && look(state, thing, null),
  };
}

const GUARD_MS = 400;

/** Whether Enter may send what was picked: never the same Enter that picked it. @param {MatchState} state */
export function settled(state) {
  return Date.now() - (state.ui.pickedSince ?? 0) > GUARD_MS;
}

/** A focus that is on one thing of a kind goes along to another. @param {string} attribute of the kind @param {string} value */
export function carryFocus(attribute, value) {
  const from = document.activeElement?.closest(`[${attribute}]`);
  const to = from?.parentElement?.querySelector(`[${attribute}="${value}"]`);
  /** @type {HTMLElement | SVGElement | null | undefined} */ (to)?.focus();
}

// -- the marks that are open

/** @param {MatchState} state @returns {string[]} */
export function openSymbols(state) {
  return state.legal("mark_breakdown").map((order) => order.symbol);
}

/** @param {MatchState} state @returns {System[]} */
export function openGauges(state) {
  return state.legal("mark_gauge").map((order) => order.system);
}

/** @param {MatchState} state */
export function pickedSymbol(state) {
  return picked(state, "symbol", openSymbols(state));
}

/** @param {MatchState} state @returns {System | null} */
export function pickedGauge(state) {
  return /** @type {System | null} */ (picked(state, "gauge", openGauges(state)));
}

/** The panel of the course that awaits the Engineer's mark. @param {MatchState} state @returns {Panel | null} */
export function activePanel(state) {
  const [first] = openSymbols(state);
  if (first) return panelOf(first);
  return PANELS.find((panel) => PANEL_HEADING[panel] === state.view.silent_heading) ?? null;
}

/** The orders of all own marks that are open; `null` until each is picked. @param {MatchState} state @returns {any[] | null} */
export function pickedOrders(state) {
  const wanted = [
    { orders: state.legal("mark_breakdown"), is: (/** @type {any} */ order) => order.symbol === pickedSymbol(state) },
    { orders: state.legal("mark_gauge"), is: (/** @type {any} */ order) => order.system === pickedGauge(state) },
  ].filter(({ orders }) => orders.length > 0);
  const found = wanted.map(({ orders, is }) => orders.find(is));
  return found.length > 0 && found.every(Boolean) ? found : null;
}

/** Send all that is picked, one after the other; a refusal ends it. @param {MatchState} state @param {Actions} act */
export async function sendPicked(state, act) {
  const orders = pickedOrders(state) ?? [];
  for (const order of orders) {
    if (!(await act.order(order, order.seat ?? null))) return;
  }
}

// -- whose mark

/** The own seat of a role, if the player holds it. @param {MatchState} state @param {string} role */
export function ownSeat(state, role) {
  return state.seats.find((seat) => roleOf(seat) === role) ?? null;
}

/** Whether the table waits for the own seat of a role. @param {MatchState} state @param {string} role */
export function due(state, role) {
  const seat = ownSeat(state, role);
  return seat !== null && state.view.awaiting.includes(seat);
}

/** Whether digits pick a symbol and not a gauge: one hand with both marks to make picks the symbol first. @param {MatchState} state */
export function digitsPickSymbols(state) {
  if (!ownSeat(state, "first_mate")) return true;
  return due(state, "engineer") && (pickedSymbol(state) === null || !due(state, "first_mate"));
}

/**
 * Why this role makes no mark now.
 * @param {MatchState} state
 * @param {"engineer" | "first_mate"} role
 * @returns {Reason | null} null while its mark is awaited
 */
export function whyNoMark(state, role) {
  const { view } = state;
  if (view.status === "finished") return { words: "The match is over", rule: "R29" };
  if (due(state, role) && (view.phase === "marks" || view.phase === "silence_marks")) return null;
  if (view.phase === "placement") return { words: "Both Captains choose their start first", rule: "R17" };
  if (view.submarine.surfaced) return { words: "Nothing is marked while surfaced", rule: "R77" };
  if (view.team_to_act !== state.team) return { words: "It is the other team's round", rule: "R27" };
  if (view.phase === "order") return { words: "The Captain's order comes first", rule: "R24" };
  if (view.phase === "marks" || view.phase === "silence_marks")
    return { words: "Your mark is made", rule: role === "engineer" ? "R50" : "R70" };
  return { words: "No course awaits your mark", rule: role === "engineer" ? "R50" : "R70" };
}

/** Whom the table waits for, by name and role. @param {MatchState} state */
export function awaitedWords(state) {
  const people = state.view.awaiting.map((/** @type {string} */ seat) => {
    const title = ROLE_TITLE[roleOf(seat)];
    return state.seats.includes(seat) ? `your ${title}` : `${state.nameOf(seat)}, ${title}`;
  });
  return people.length > 0 ? `Waiting for ${listed(people)}` : "";
}

// -- the button

/**
 * The button that sends. Without anything to send it stays reachable and says what is missing.
 * @param {MatchState} state
 * @param {{label: string, harm?: boolean, types: string[], send: (() => void) | null}} button
 */
export function sendButton(state, { label, harm = false, types, send }) {
  const busy = types.includes(state.pending?.type);
  const ready = send !== null && state.link === "open";
  const look = ready || busy ? (harm ? "arm" : "go") : "";
  return h(
    "button.btn.send",
    {
      type: "button",
      class: `${look}${busy ? " pend" : ""}`,
      "aria-disabled": ready ? null : "true",
      "aria-busy": busy ? "true" : null,
      onclick: () => ready && !busy && send(),
    },
    busy && h("i", { "aria-hidden": "true" }),
    h("span", {}, label),
  );
}
