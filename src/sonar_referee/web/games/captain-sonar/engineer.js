// @ts-check
// The Engineer's station: the wiring diagram, what a cross would do, and which systems are up.

import { h, icon } from "../../lib/dom.js";
import { listed } from "../../lib/text.js";
import { refusal } from "../../parts/crew.js";
import { page } from "./layout.js";
import {
  activePanel,
  awaitedWords,
  due,
  look,
  lookListeners,
  looked,
  openSymbols,
  pick,
  pickedOrders,
  pickedSymbol,
  sendButton,
  sendPicked,
  settled,
  whyNoMark,
} from "./marks.js";
import { onePanel, tallBoard, wideBoard } from "./panels.js";
import { CIRCUITS, PANEL_NAME } from "./words.js";
import {
  PANELS,
  PANEL_HEADING,
  PANEL_SIZE,
  RADIATION,
  blockers,
  circuitCount,
  circuitFact,
  countWords,
  facts,
  kindWords,
  panelCount,
  panelOf,
  verdict,
} from "./verdict.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./verdict.js").Fact} Fact */
/** @typedef {import("./verdict.js").Panel} Panel */

export const SYMBOLS = PANELS.flatMap((panel) =>
  Array.from({ length: PANEL_SIZE }, (_, place) => `${panel}${place + 1}`),
);

/** @param {MatchState} state @param {Actions} act */
export function engineer(state, act) {
  return page(state, act, {
    kind: "eng",
    main: [
      h(
        "figure.board",
        { "aria-label": "Control panels" },
        boards(state, act, { wide: true, compact: true, tall: true }),
      ),
      h("div.state.two", {}, verdictBox(state, crossButton(state, act)), systemsNow(state)),
    ],
    views: [{ id: "station", title: "Engineer", icon: "engineer", todo: due(state, "engineer") ? 1 : 0 }],
    example: "e1, why torpedo",
  });
}

/** @param {MatchState} state @param {string} symbol */
function verdictOf(state, symbol) {
  return verdict(state.view.breakdowns, symbol, state.summary.options.double_breakdown_damage ?? 1);
}

/** Whether the picked cross costs hull. @param {MatchState} state */
export function crossHarms(state) {
  const symbol = pickedSymbol(state);
  return symbol !== null && verdictOf(state, symbol).damage > 0;
}

/** Why this symbol takes no mark. @param {MatchState} state @param {string} symbol @returns {import("./marks.js").Reason | null} */
function whyNotCross(state, symbol) {
  if (openSymbols(state).includes(symbol)) return null;
  if (state.view.breakdowns.includes(symbol)) return { words: "It is crossed already", rule: "R50" };
  const none = whyNoMark(state, "engineer");
  if (none) return none;
  const panel = activePanel(state);
  return {
    words: panel
      ? `The course is ${PANEL_HEADING[panel]}: the mark goes in ${PANEL_NAME[panel]}`
      : "It takes no mark now",
    rule: "R50",
  };
}

// -- the board

/**
 * The drawings of the board; style sheets show the one that fits.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {{wide?: boolean, compact?: boolean, tall?: boolean, one?: boolean}} which
 */
export function boards(state, act, { wide, compact, tall, one }) {
  const open = openSymbols(state);
  const pickedNow = pickedSymbol(state);
  const active = activePanel(state);
  const stop = looked(state, "symbol") ?? pickedNow ?? open[0] ?? SYMBOLS[0];
  /** @type {import("./panels.js").Board} */
  const board = {
    crossed: state.view.breakdowns,
    active,
    open,
    picked: pickedNow,
    stop,
    listeners: (symbol) => listeners(state, act, symbol),
  };
  return [
    wide && wideBoard(board),
    compact && wideBoard(board, { compact: true }),
    tall && tallBoard(board),
    one && active && onePanel({ ...board, stop: panelOf(stop) === active ? stop : open[0] }, active),
  ];
}

/** @param {MatchState} state @param {Actions} act @param {string} symbol */
export function choose(state, act, symbol) {
  look(state, "symbol", symbol);
  if (openSymbols(state).includes(symbol)) pick(state, act, "symbol", symbol);
}

/** @param {MatchState} state @param {Actions} act @param {string} symbol */
function listeners(state, act, symbol) {
  return {
    ...lookListeners(state, "symbol", symbol),
    onclick: () => choose(state, act, symbol),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !useSymbolKey(event, state, act, symbol)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** @type {Record<string, number>} */
const STRIDE = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act @param {string} symbol */
function useSymbolKey(event, state, act, symbol) {
  if (event.key === "Enter" || event.key === " ") {
    const sends = event.key === "Enter" && pickedSymbol(state) === symbol && pickedOrders(state) && settled(state);
    if (sends) void sendPicked(state, act);
    else choose(state, act, symbol);
    return true;
  }
  const stride = STRIDE[event.key];
  if (!stride) return false;
  const board = /** @type {Element} */ (event.currentTarget).closest(".board-svg");
  const shown = SYMBOLS.filter((one) => board?.querySelector(`[data-symbol="${one}"]`));
  const next = shown[(shown.indexOf(symbol) + stride + shown.length) % shown.length];
  /** @type {SVGElement | null | undefined} */ (board?.querySelector(`[data-symbol="${next}"]`))?.focus();
  return true;
}

// -- what a cross would do

/** Empty while no mark is awaited. @param {MatchState} state @param {Actions} act */
function crossButton(state, act) {
  if (whyNoMark(state, "engineer")) return null;
  const symbol = pickedSymbol(state);
  const harm = crossHarms(state);
  const label = symbol ? `Cross ${symbol}${harm ? ", take the damage" : ""}` : "Pick a symbol";
  return sendButton(state, {
    label,
    harm,
    types: ["mark_breakdown"],
    send: pickedOrders(state) ? () => void sendPicked(state, act) : null,
  });
}

/**
 * @param {MatchState} state
 * @param {HTMLElement | null} button
 */
export function verdictBox(state, button) {
  const symbol = looked(state, "symbol") ?? pickedSymbol(state);
  return h(
    "section.sec.verdictbox",
    { "aria-label": "What the mark does" },
    h("div", { "aria-live": "polite" }, symbol ? symbolWords(state, symbol) : panelWords(state)),
    button && h("div.acts", {}, button),
    refusal(state, "mark_breakdown"),
  );
}

/** What the symbol that is looked at or picked would do, in sentences; empty without one. @param {MatchState} state @returns {string[]} */
export function symbolFacts(state) {
  const symbol = looked(state, "symbol") ?? pickedSymbol(state);
  if (!symbol) return [];
  const reason = whyNotCross(state, symbol);
  if (reason) return [`${symbol}: ${reason.words} ${reason.rule}`];
  return factsOf(state, symbol).map((fact, at) => (at === 0 ? `${symbol}: ` : "") + fact.parts.join(""));
}

/** @param {MatchState} state @param {string} symbol */
export function factsOf(state, symbol) {
  return facts(verdictOf(state, symbol), { hullLeft: state.summary.options.hull - state.view.submarine.damage });
}

/** @param {MatchState} state @param {string} symbol */
function symbolWords(state, symbol) {
  const crossed = state.view.breakdowns.includes(symbol);
  const reason = whyNotCross(state, symbol);
  const made = verdictOf(state, symbol);
  const found = crossed ? crossedFacts(state, symbol) : factsOf(state, symbol);
  return [
    h("div.sec-head", {}, h("h2", {}, crossed ? "Crossed" : "If you cross it")),
    h(
      "div.verdict",
      {},
      h("span.cell", {}, symbol),
      h("span.what", {}, kindWords(symbol)),
      reason
        ? h("span.how.whynot", {}, `${reason.words} `, h("span.rule", {}, reason.rule))
        : h("span.how", {}, countWords(made)),
    ),
    factList(found),
  ];
}

/** @param {MatchState} state @param {string} symbol @returns {Fact[]} */
function crossedFacts(state, symbol) {
  const { breakdowns } = state.view;
  const circuit = verdictOf(state, symbol).circuit;
  if (circuit) return [circuitFact(breakdowns, circuit)];
  return [{ icon: "surface", parts: ["Only ", "surfacing", " or damage wipes the reactor"] }];
}

/** What stands here while no symbol is looked at. @param {MatchState} state */
function panelWords(state) {
  const none = whyNoMark(state, "engineer");
  const panel = activePanel(state);
  if (!none && panel) {
    const count = panelCount(state.view.breakdowns, panel);
    const silent = state.view.phase === "silence_marks" ? "The silence goes" : "The course is";
    return [
      h("div.sec-head", {}, h("h2", {}, "Your mark")),
      h(
        "div.verdict",
        {},
        h("span.cell", {}, panel),
        h("span.what", {}, `Cross one symbol in ${PANEL_NAME[panel]}`),
        h(
          "span.how",
          {},
          `${silent} ${PANEL_HEADING[panel]}. ${PANEL_NAME[panel]} stands at ${count} of ${PANEL_SIZE}`,
        ),
      ),
      factList(nearest(state)),
    ];
  }
  const { words, rule } = none ?? { words: "No mark now", rule: "R50" };
  return [
    h("div.sec-head", {}, h("h2", {}, "No mark now")),
    h(
      "div.verdict.idle",
      {},
      h("span.cell", {}, icon("engineer")),
      h("span.what", {}, `${words} `, h("span.rule", {}, rule)),
      h("span.how", {}, awaitedWords(state) || "Look at a symbol to see what it would do"),
    ),
    factList(nearest(state)),
  ];
}

/** What is nearest to damage and to repair. @param {MatchState} state @returns {Fact[]} */
function nearest(state) {
  const { breakdowns } = state.view;
  const counts = PANELS.map((panel) => panelCount(breakdowns, panel));
  const fullest = PANELS[counts.indexOf(Math.max(...counts))];
  const circuits = Object.keys(CIRCUITS).sort(
    (one, other) => circuitCount(breakdowns, other) - circuitCount(breakdowns, one),
  );
  const radiation = blockers(breakdowns).r.length;
  if (breakdowns.length === 0) return [{ icon: "check", parts: ["", "Nothing is crossed", ": every system is up"] }];
  /** @type {Fact[]} */
  const found = [
    {
      icon: "impact",
      parts: [
        "Fullest panel: ",
        `${PANEL_NAME[fullest]}, ${Math.max(...counts)} of ${PANEL_SIZE}`,
        `, radiation ${radiation} of ${RADIATION.length}`,
      ],
    },
  ];
  if (circuitCount(breakdowns, circuits[0]) > 0) found.push(circuitFact(breakdowns, circuits[0]));
  return found;
}

/** @param {Fact[]} found */
export function factList(found) {
  const part = (/** @type {string} */ text, /** @type {number} */ at) => (at % 2 ? h("b", {}, text) : text);
  return h(
    "ul.facts",
    {},
    found.map((fact) => h(`li${fact.harm ? ".harm" : ""}`, {}, icon(fact.icon), h("span", {}, fact.parts.map(part)))),
  );
}

// -- which systems are up

/** @param {MatchState} state */
export function systemsNow(state) {
  const down = blockers(state.view.breakdowns);
  const special = state.view.gauges?.scenario || state.view.archer_mines ? "Silence, Archer mine" : "Silence";
  return h(
    "section.sec.statusbox",
    {},
    h("div.sec-head", {}, h("h2", {}, "Systems now")),
    h(
      "ul.status",
      {},
      statusRow("w", ["weapons", "torpedo"], "Mine, Torpedo", down.w, "No weapons symbol crossed"),
      statusRow("d", ["detection", "drone"], "Drone, Sonar", down.d, "No detection symbol crossed"),
      statusRow("s", ["special", "silence"], special, down.s, "No special symbol crossed"),
      radiationRow(down.r),
    ),
  );
}

/** @param {string} family @param {[string, string]} symbols @param {string} title @param {string[]} by @param {string} free */
function statusRow(family, [shape, picture], title, by, free) {
  const off = by.length > 0;
  return h(
    `li.sys.${family}${off ? ".off" : ""}`,
    { "data-family": family },
    h("span.glyph", {}, icon(shape, "fam"), icon(picture, "pic")),
    h("span", {}, h("b", {}, title), h("span.st", {}, off ? `By ${listed(by)}` : free)),
    off ? h("span.dn", {}, icon("cross", "s"), "Down") : h("span.up", {}, "✓ Up"),
  );
}

/** @param {string[]} crossed */
function radiationRow(crossed) {
  const words =
    crossed.length > 0 ? `${crossed.join(", ")}. At ${RADIATION.length}: damage` : `At ${RADIATION.length}: damage`;
  return h(
    "li.sys.r",
    { "data-family": "r" },
    h("span.glyph", {}, icon("radiation", "fam")),
    h("span", {}, h("b", {}, "Radiation"), h("span.st", {}, words)),
    h("span.up", {}, `${crossed.length} of ${RADIATION.length}`),
  );
}
