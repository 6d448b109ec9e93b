// @ts-check
// The Captain's column: start, heading, end of the round, what was heard of the enemy; each a function of the state.

import { h, icon } from "../../lib/dom.js";
import { arrow } from "../../parts/arrow.js";
import { refusal } from "../../parts/crew.js";
import { aim, aimOf, canSend, exact, legal, pick, same, send, wonder } from "./captain-aim.js";
import { bigLine, decideButton, whyBox } from "./captain-buttons.js";
import { aimCard } from "./captain-card.js";
import { consequences, factList, how } from "./captain-facts.js";
import { barrier, why } from "./captain-why.js";
import { HEADINGS, ahead } from "../../chart/geometry.js";
import { capital } from "../../lib/text.js";
import { enemyOf } from "../../parts/seat-words.js";
import { facts as heardFacts } from "./radio-heard.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./captain-aim.js").Wanted} Wanted */
/** @typedef {import("../../chart/geometry.js").Heading} Heading */

// -- the start

/** @param {MatchState} state @param {Actions} act */
export function placement(state, act) {
  const wanted = aimOf(state)?.wanted ?? null;
  const placed = state.view.submarine?.cell;
  if (!wanted && placed) {
    return section(
      "Your start",
      bigLine(placed, `You start on ${placed}`, "You may still choose another space, until both have chosen."),
      whyBox(state, ["place"]),
    );
  }
  if (!wanted) return section(null, emptyStart(state, act), whyBox(state, ["place"]));
  return section(
    "Your start",
    bigLine(wanted.cell, "Start here", how(state, wanted)),
    factList(consequences(state, wanted)),
    whyBox(state, ["place"]),
    h(
      "div.acts",
      {},
      decideButton(state, act, { label: `Place on ${wanted.cell}`, wanted, missing: "Pick a space", types: ["place"] }),
    ),
  );
}

/** @param {MatchState} state @param {Actions} act */
function emptyStart(state, act) {
  const spaces = legal(state, "place");
  const any = () => aim(state, act, ["place"], spaces[Math.floor(Math.random() * spaces.length)]);
  return h(
    "div.empty",
    {},
    icon("chart", "l"),
    h("b", {}, "Place your submarine"),
    h("span", {}, "Tap any space of sea. Only your team sees it."),
    h("button.btn.slim", { type: "button", onclick: any }, "Pick one for me"),
  );
}

/** @param {string | null} title @param {...any} parts */
function section(title, ...parts) {
  return h("section.sec", { "aria-label": title }, title && h("div.sec-head", {}, h("h2", {}, title)), parts);
}

// -- the heading

/** @param {MatchState} state @param {Actions} act */
export function headingPanel(state, act) {
  const ways = legal(state, "head");
  const dive = state.view.submarine.surfaced;
  const title = ways.length === 0 ? "Blackout: no way is open" : dive ? "Dive: order a heading" : "Order a heading";
  return h(
    "section.sec.order",
    { "aria-label": title },
    h("div.sec-head", {}, h("h2", {}, title), ways.length > 0 && h("span.faint.small.keys", {}, "arrow keys")),
    pad(state, act),
    whyBox(state, ["head"]),
  );
}

/** @type {Record<Heading, string>} */
const PAD_CLASS = { north: "n", east: "e", south: "so", west: "w" };
/** @param {MatchState} state @param {Actions} act */
function pad(state, act) {
  return h(
    "div.pad",
    { role: "group", "aria-label": "Heading" },
    HEADINGS.map((heading) => padButton(state, act, heading)),
    h("span.here", {}, h("span.vh", {}, "You are on "), state.view.submarine.cell),
  );
}

/** @param {MatchState} state @param {Actions} act @param {Heading} heading */
function padButton(state, act, heading) {
  const wanted = { type: "head", heading };
  const open = exact(state, wanted) !== null;
  const there = ahead(state.chart, state.view.submarine.cell, heading);
  const reason = open ? null : why(state, wanted);
  const small = open ? there : barrier(state, heading) || "shut";
  const busy = same(state.pending, wanted);
  const on = same(aimOf(state)?.wanted, wanted);
  return h(
    `button.btn.${PAD_CLASS[heading]}`,
    {
      type: "button",
      key: heading,
      class: [on && "go", busy && "pend"].filter(Boolean).join(" ") || null,
      "aria-disabled": open ? null : "true",
      "aria-pressed": open ? String(on) : null,
      "aria-busy": busy ? "true" : null,
      "aria-label": reason
        ? `${capital(heading)}: ${small}. ${reason.head} ${reason.text}`.trim()
        : `Head ${heading}, to ${there}`,
      onclick: (/** @type {Event} */ event) => pick(state, act, ["head"], wanted, event),
      onfocus: () => !open && wonder(state, wanted),
    },
    arrow(heading),
    h("small", {}, small),
  );
}

/** Surface, and the heading that was picked. @param {MatchState} state @param {Actions} act */
export function orderButtons(state, act) {
  const wanted = aimOf(state)?.wanted;
  if (wanted?.type === "surface") return aimCard(state, act);
  const blackout = legal(state, "head").length === 0;
  const label = wanted ? `Head ${wanted.heading}` : "Pick a heading";
  return h(
    "section.sec.order-acts",
    { "aria-label": "Give the order" },
    whyBox(state, ["surface"]),
    h(
      "div.acts",
      {},
      surfaceButton(state, act, blackout),
      !blackout && decideButton(state, act, { label, wanted: wanted ?? null, missing: label, types: ["head"] }),
    ),
  );
}

/** @param {MatchState} state @param {Actions} act @param {boolean} only */
function surfaceButton(state, act, only) {
  const wanted = { type: "surface" };
  const open = exact(state, wanted) !== null;
  return h(
    "button.btn.surface",
    {
      type: "button",
      class: only ? "go wide" : null,
      "aria-disabled": open ? null : "true",
      onclick: () => beginSurface(state, act),
      onfocus: () => !open && wonder(state, wanted),
    },
    icon("surface"),
    "Surface",
  );
}

/** @param {MatchState} state @param {Actions} act */
export function beginSurface(state, act) {
  const wanted = { type: "surface" };
  if (exact(state, wanted) && !act.setting("confirm", true)) void send(state, act, wanted);
  else pick(state, act, ["surface"], wanted);
}

// -- the end of the round, and what is known

/** @param {MatchState} state @param {Actions} act */
export function endRound(state, act) {
  const [wanted] = legal(state, "end_round");
  if (!wanted) return null;
  const label = state.view.activation_used ? "End round" : "End round without action";
  return h(
    "section.sec.end",
    { class: aimOf(state) ? "giving-way" : null, "aria-label": "End of the round" },
    h(
      "button.btn.wide",
      {
        type: "button",
        class: state.pending?.type === "end_round" ? "pend" : null,
        "aria-disabled": canSend(state) ? null : "true",
        "aria-busy": state.pending?.type === "end_round" ? "true" : null,
        onclick: () => void send(state, act, wanted),
      },
      state.pending?.type === "end_round" && h("i", { "aria-hidden": "true" }),
      label,
    ),
    refusal(state, "end_round"),
  );
}

const KNOWN_SHOWN = 6;

/** What was heard about where the enemy is, newest first; a tap shows it on the chart. @param {MatchState} state @param {Actions} act */
export function knownPanel(state, act) {
  const team = enemyOf(state.team);
  const found = heardFacts(state.calls, state.team ?? "blue", team)
    .slice(-KNOWN_SHOWN)
    .reverse();
  if (found.length === 0) return null;
  return h(
    "section.sec.known",
    { "aria-label": `Heard of ${capital(team)}` },
    h("div.sec-head", {}, h("h2", {}, `Heard of ${capital(team)}`)),
    h(
      "ul",
      {},
      found.map((fact) => h("li", { key: fact.key }, knownRow(state, act, fact))),
    ),
  );
}

/** @param {MatchState} state @param {Actions} act @param {import("./radio-heard.js").Fact} fact */
function knownRow(state, act, fact) {
  const on = state.ui.fact?.key === fact.key;
  const inside = [
    h("span.n", {}, h("span.vh", {}, "Round "), fact.round),
    icon(fact.icon, fact.tone),
    h("span", {}, `${fact.about} `, h("b", {}, fact.result), fact.rest ?? ""),
  ];
  if (!fact.place) return h("div.knownrow", {}, inside);
  return h(
    "button.knownrow",
    { type: "button", "aria-pressed": String(on), onclick: () => act.ui({ fact: on ? null : fact }) },
    inside,
  );
}
