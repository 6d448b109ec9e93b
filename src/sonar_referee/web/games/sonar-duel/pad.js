// @ts-check
// What the player can do: move or fire in four headings, listen, wait; and the torpedoes that are left.

import { HEADINGS, ahead } from "../../chart/geometry.js";
import { h, icon } from "../../lib/dom.js";
import { capital } from "../../lib/text.js";
import { arrow } from "../../parts/arrow.js";
import { refusal } from "../../parts/crew.js";
import { alike } from "../../lib/alike.js";
import { TYPES, aimOf, asked, decide, hover, isOpen, orderWords, pick, shownOrder, switchTo, whyNot } from "./hand.js";
import { barrier, torpedoPath } from "./places.js";
import { TORPEDOES, enemyName, isAwaited, spaces } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("../../chart/geometry.js").Heading} Heading */
/** @typedef {import("./hand.js").Order} Order */

/** @type {Record<Heading, string>} */
const PAD_CLASS = { north: "n", east: "e", south: "so", west: "w" };

/** @param {MatchState} state @param {Actions} act */
export function deeds(state, act) {
  const { torpedo } = aimOf(state);
  const mode = (/** @type {string} */ words, /** @type {boolean} */ fires) =>
    h(
      "button",
      { type: "button", "aria-pressed": String(torpedo === fires), onclick: () => switchTo(state, act, fires) },
      words,
    );
  return [
    h(
      "section.sec.headings",
      { "aria-label": "Headings" },
      h("div.seg", { role: "group", "aria-label": "What headings do" }, mode("Move", false), mode("Torpedo", true)),
      h(
        "div.pad",
        { role: "group", "aria-label": torpedo ? "Fire a torpedo" : "Move" },
        HEADINGS.map((heading) => padButton(state, act, torpedo ? "torpedo" : "move", heading)),
        h("span.here", {}, h("span.vh", {}, "You are on "), state.view.cell),
      ),
    ),
    h(
      "section.sec.deciding",
      { "aria-label": "Give the order" },
      consequence(state),
      h(
        "div.acts",
        {},
        deedButton(state, act, { type: "sonar" }, [icon("sonar"), "Sonar"]),
        deedButton(state, act, { type: "wait" }, "Wait"),
        decideButton(state, act),
      ),
    ),
  ];
}

/** Looks and listeners of a button that picks an order. @param {MatchState} state @param {Actions} act @param {Order} order */
function picking(state, act, order) {
  const on = alike(aimOf(state).order, order);
  return {
    type: "button",
    class: on ? "on" : null,
    "aria-pressed": String(on),
    "aria-disabled": isOpen(state, order) ? null : "true",
    onclick: (/** @type {Event} */ event) => pick(state, act, order, event),
    onfocus: (/** @type {FocusEvent} */ event) =>
      /** @type {Element} */ (event.target).matches(":focus-visible") && hover(state, order),
    onblur: () => hover(state, null),
    onpointerover: (/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && hover(state, order),
    onpointerleave: () => hover(state, null),
  };
}

/** @param {MatchState} state @param {Actions} act @param {"move" | "torpedo"} type @param {Heading} heading */
function padButton(state, act, type, heading) {
  const { chart, view } = state;
  const length = torpedoPath(chart, view.cell, heading).length;
  const closed = barrier(chart, view.cell, heading);
  const small = length === 0 ? closed : type === "torpedo" ? spaces(length) : ahead(chart, view.cell, heading);
  const words = type === "torpedo" ? `Fire ${heading}: ${small}` : `Move ${heading}: ${small}`;
  return h(
    `button.btn.${PAD_CLASS[heading]}`,
    { key: heading, "aria-label": words, ...picking(state, act, { type, heading }) },
    arrow(heading),
    h("small", {}, small),
  );
}

/** @param {MatchState} state @param {Actions} act @param {Order} order @param {any} words */
function deedButton(state, act, order, words) {
  return h("button.btn.deed", { key: order.type, ...picking(state, act, order) }, words);
}

/** The button that sends. @param {MatchState} state @param {Actions} act */
function decideButton(state, act) {
  const { order } = aimOf(state);
  const ready = isOpen(state, order) && state.link === "open";
  const busy = TYPES.includes(state.pending?.type);
  const look = ready ? (order?.type === "torpedo" ? "arm" : "go") : "";
  const missing = isAwaited(state) ? orderWords(null) : "Their turn";
  return h(
    "button.btn.decide",
    {
      key: "decide",
      type: "button",
      class: [look, busy && "pend"].filter(Boolean).join(" ") || null,
      "aria-disabled": ready ? null : "true",
      "aria-busy": busy ? "true" : null,
      onclick: () => decide(state, act),
    },
    busy && h("i", { "aria-hidden": "true" }),
    order || busy ? orderWords(order ?? state.pending) : missing,
  );
}

/** What a deed would bring, why it is not open, or what the server refused; it always has the same room. @param {MatchState} state */
function consequence(state) {
  const refused = refusal(state, ...TYPES);
  const question = asked(state);
  const order = shownOrder(state);
  return h(
    "div.consequence",
    {},
    refused ??
      (question && !isOpen(state, question)
        ? h("p.refusal", { role: "status" }, whyNot(state, question))
        : h("p.why", {}, order ? follows(state, order) : hint(state))),
  );
}

/** @param {MatchState} state */
function hint(state) {
  if (!isAwaited(state)) return `${enemyName(state)} is thinking.`;
  return aimOf(state).torpedo ? "Pick a heading to see where the torpedo runs." : "Pick a heading, or listen, or wait.";
}

/** What an order brings about. @param {MatchState} state @param {Order} order */
function follows(state, { type, heading }) {
  const { view, chart } = state;
  const enemy = enemyName(state);
  if (type === "sonar") return `Your sonar reaches 4 spaces around ${view.cell}. ${enemy} learns your sector.`;
  if (type === "wait") return `You stay on ${view.cell}. ${enemy} hears only that a turn has passed.`;
  const way = /** @type {Heading} */ (heading);
  if (type === "move") {
    if (torpedoPath(chart, view.cell, way).length === 0) return whyNot(state, { type, heading });
    return `To ${ahead(chart, view.cell, way)}. ${enemy} hears only that a turn has passed.`;
  }
  const path = torpedoPath(chart, view.cell, way);
  const runs =
    path.length === 0
      ? `${capital(way)} it runs nowhere: ${barrier(chart, view.cell, way)}.`
      : `${capital(way)} it runs ${path.length === 1 ? `to ${path[0]}` : `${path[0]} to ${path[path.length - 1]}`}.`;
  const miss = view.torpedoes === 1 ? "It is your last: a miss loses." : `A miss tells ${enemy} your sector.`;
  return `${runs} ${miss}`;
}

/** @param {MatchState} state */
export function tubes(state) {
  const left = state.view.torpedoes;
  return h(
    "section.sec.tubes-sec",
    { "aria-label": "Torpedoes" },
    h(
      "div.sec-head",
      {},
      h("h2", {}, "Torpedoes"),
      h("span.small.muted", {}, `${left} of ${TORPEDOES}`, h("span.wide-only", {}, ". The last miss loses")),
    ),
    h(
      "div.tubes",
      { role: "img", "aria-label": `${left} of ${TORPEDOES} torpedoes left` },
      Array.from({ length: TORPEDOES }, (_, at) => h(`i${at < left ? "" : ".used"}`)),
    ),
  );
}
