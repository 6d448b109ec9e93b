// @ts-check
// Beside the Radio Operator's chart: tools, the tape of headings, the tracks, the facts. Each part stands alone.

import { h, hidden, icon } from "../../lib/dom.js";
import { capital } from "../../lib/text.js";
import { enemyOf } from "../../parts/seat-words.js";
import { begin, discard, drawn, fix, followed, inHand, push, put, take, waiting } from "./overlay.js";
import { penOf } from "./radio-chart.js";
import { facts } from "./radio-heard.js";
import { trackWords } from "./radio-layers.js";
import { canGoBack, edit, goBack, heardOf, isFull, locked, mayDraw, plotsItself, sheetOf } from "./radio-sheet.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./overlay.js").Heard} Heard */
/** @typedef {import("./radio-chart.js").Pen} Pen */

/** @type {{pen: Pen, icon: string, title: string, key?: string, hint: string}[]} */
const PENS = [
  { pen: "move", icon: "hand", title: "Move the track", key: "M", hint: "Drag the sheet over the chart." },
  { pen: "pencil", icon: "pencil", title: "Pencil", key: "P", hint: "Draw freely. A tap circles a space." },
  { pen: "eraser", icon: "eraser", title: "Eraser", hint: "Wipe marks and pencil, or the end of a free track." },
  { pen: "impact", icon: "impact", title: "Mark an impact", hint: "Tap the space of an impact." },
  { pen: "mine", icon: "mine", title: "Mark a suspected mine", hint: "Tap a space where a mine may lie." },
  { pen: "answer", icon: "drone", title: "Mark a detection answer", hint: "Tap a space: yes, then no, then nothing." },
];

// -- tools

/** @param {MatchState} state @param {Actions} act */
export function radioToolbar(state, act) {
  const able = mayDraw(state);
  const bar = () => h("span.bar", { "aria-hidden": "true" });
  const pens = PENS.map((one) => penButton(state, act, one, able));
  return h(
    "section.sec.pens",
    { "aria-label": "Tools of the sheet" },
    h(
      "div.toolbar",
      { role: "group", "aria-label": "Tools of the sheet" },
      pens.slice(0, 3),
      bar(),
      pens.slice(3),
      bar(),
      h(
        "button.tool",
        {
          type: "button",
          "aria-label": "Undo",
          title: "Undo (Z)",
          "aria-disabled": able && canGoBack(state) ? null : "true",
          onclick: () => goBack(state, act),
        },
        icon("undo"),
      ),
    ),
    hintLine(state, act),
  );
}

/** @param {MatchState} state @param {Actions} act @param {typeof PENS[number]} one @param {boolean} able */
function penButton(state, act, { pen, icon: symbol, title, key }, able) {
  return h(
    "button.tool",
    {
      type: "button",
      "data-pen": pen,
      "aria-label": title,
      title: key ? `${title} (${key})` : title,
      "aria-pressed": String(penOf(state) === pen),
      "aria-disabled": able ? null : "true",
      onclick: () => able && act.ui({ pen }),
    },
    icon(symbol),
  );
}

/** What the tool in hand does, or why none does; with arrows in place of dragging. @param {MatchState} state @param {Actions} act */
function hintLine(state, act) {
  const held = inHand(sheetOf(state));
  const moves = penOf(state) === "move" && mayDraw(state) && held !== null && !held.fixed;
  return h("div.hintline", {}, h("p", { role: "status" }, hint(state)), moves && nudges(state, act));
}

/** @param {MatchState} state @returns {any} */
function hint(state) {
  if (locked(state)) return [h("b", {}, "Pens up until you dive."), " The calls go on. ", h("span.rule", {}, "R138")];
  if (state.view.status !== "running" || !mayDraw(state)) return "The sheet can only be looked at.";
  if (isFull(state)) return [h("b", {}, "The sheet is full."), " Wipe something first."];
  const held = inHand(sheetOf(state));
  if (penOf(state) !== "move") return PENS.find((one) => one.pen === penOf(state))?.hint;
  if (!held) return plotsItself(state) ? "Their first heading starts a track." : "Tap a heading heard to draw it.";
  if (held.fixed) return `Track ${sheetOf(state).on + 1} is fixed. Free it to move it.`;
  return PENS[0].hint;
}

/** @type {[string, string, number, number][]} */
const NUDGES = [
  ["Left", "r270", -1, 0],
  ["Up", "", 0, -1],
  ["Down", "r180", 0, 1],
  ["Right", "r90", 1, 0],
];

/** @param {MatchState} state @param {Actions} act */
function nudges(state, act) {
  return h(
    "div.nudge",
    { role: "group", "aria-label": "Move the track by one space" },
    NUDGES.map(([title, turn, dx, dy]) =>
      h(
        "button.tool",
        {
          type: "button",
          "aria-label": title,
          onclick: () => edit(state, act, (sheet) => push(sheet, state.chart, dx, dy)),
        },
        icon("arrow", `s ${turn}`),
      ),
    ),
  );
}

// -- the tape

const TURN = { north: "", east: "r90", south: "r180", west: "r270" };

/** The enemy's headings as they were heard, newest last. @param {MatchState} state @param {Actions} act */
export function radioTape(state, act) {
  const enemy = enemyOf(state.team);
  const tape = heardOf(state);
  const title = `Heard from ${capital(enemy)}`;
  return h(
    `section.sec.tapebox.${enemy}`,
    { "aria-label": title },
    h("div.sec-head", {}, h("h2", {}, title), tapeState(state, act, tape)),
    tape.length === 0
      ? h("p.faint.small", {}, "Nothing yet. Each heading that they call comes in here.")
      : h(
          "sr-tape",
          { tabindex: plotsItself(state) ? "0" : null, role: "group", "aria-label": title },
          h(
            "ol.tape",
            {},
            tape.map((one, at) => entry(state, act, one, at, tape)),
          ),
        ),
    enemyCells(state, enemy),
  );
}

/** Under `radio_assist: cells`, how many spaces are shaded. @param {MatchState} state @param {string} enemy */
function enemyCells(state, enemy) {
  const cells = state.view.enemy_cells;
  if (!cells) return null;
  const spaces = cells.length === 1 ? "1 space" : `${cells.length} spaces`;
  return h(
    "p.small.shaded",
    {},
    `${capital(enemy)} can be in `,
    h("b", {}, state.view.enemy_cells_exact ? spaces : `${spaces} at most`),
    locked(state) ? ", as far as you knew when you surfaced." : ", shaded on the chart.",
  );
}

/** @param {MatchState} state @param {Actions} act @param {Heard[]} tape */
function tapeState(state, act, tape) {
  if (plotsItself(state))
    return h("span.faint.small", {}, locked(state) ? "plotted again when you dive" : "plotted for you");
  const left = waiting(sheetOf(state), tape);
  if (left.length === 0) return h("span.faint.small", {}, tape.length > 0 ? "all on the sheet" : "");
  if (!mayDraw(state)) return h("span.faint.small", {}, `${left.length} to draw`);
  return h(
    "button.btn.slim.drawnext",
    { type: "button", title: "Draw the next (+)", onclick: () => drawHeard(state, act, left[0]) },
    left.length === 1 ? "Draw it" : `Draw next of ${left.length}`,
  );
}

/** Put something heard on the sheet. @param {MatchState} state @param {Actions} act @param {Heard} one */
export function drawHeard(state, act, one) {
  edit(state, act, (sheet) => put(sheet, state.chart, one));
}

/** @param {MatchState} state @param {Actions} act @param {Heard} one @param {number} at @param {Heard[]} tape */
function entry(state, act, one, at, tape) {
  const sheet = sheetOf(state);
  const done =
    one.kind === "heading" ? drawn(sheet).has(one.round) : one.kind === "silence" ? followed(sheet, one.round) : true;
  const shape = [
    icon(SYMBOL[one.kind], one.heading ? TURN[one.heading] : ""),
    h(
      "span",
      { "aria-hidden": "true" },
      one.kind === "heading" ? one.round : one.kind === "silence" ? "silence" : `sector ${one.sector}`,
    ),
  ];
  const words = `${one.kind === "heading" ? capital(one.heading ?? "") : one.kind === "silence" ? "Silence" : `Surfaced in sector ${one.sector}`}, round ${one.round}`;
  const still = plotsItself(state) || one.kind === "surface";
  const newest = at === tape.length - 1 ? ".new" : "";
  const kind = one.kind === "heading" ? "" : `.gap.${one.kind}`;
  return h(
    `li${kind}${newest}${done ? "" : ".open"}`,
    { key: `${one.kind}-${one.round}`, title: words },
    still
      ? [hidden(words), shape]
      : h(
          "button",
          {
            type: "button",
            "aria-label": `${words}, ${done ? "on the sheet" : one.kind === "heading" ? "draw it" : "begin a track"}`,
            "aria-disabled": done || !mayDraw(state) ? "true" : null,
            onclick: () => !done && drawHeard(state, act, one),
          },
          shape,
          done && icon("check", "tick"),
        ),
  );
}

const SYMBOL = { heading: "arrow", silence: "silence", surface: "surface" };

/** Keeps the newest heading in sight unless somebody looks back. */
class Tape extends HTMLElement {
  connectedCallback() {
    this.follow = true;
    this.addEventListener("scroll", () => {
      const right = this.scrollWidth - this.scrollLeft - this.clientWidth;
      const below = this.scrollHeight - this.scrollTop - this.clientHeight;
      this.follow = right < 30 && below < 30;
    });
    this.observer = new MutationObserver(() => this.toEnd());
    this.observer.observe(this, { childList: true, subtree: true });
    requestAnimationFrame(() => this.toEnd());
  }

  disconnectedCallback() {
    this.observer?.disconnect();
  }

  toEnd() {
    if (!this.follow) return;
    this.scrollLeft = this.scrollWidth;
    this.scrollTop = this.scrollHeight;
  }
}
customElements.define("sr-tape", Tape);

// -- the tracks

/** @param {MatchState} state @param {Actions} act */
export function radioTracks(state, act) {
  const sheet = sheetOf(state);
  const enemy = enemyOf(state.team);
  const numbers = sheet.tracks.map((_, number) => number).reverse();
  return h(
    `section.sec.tracks.${enemy}`,
    { "aria-label": "Tracks" },
    h(
      "div.sec-head",
      {},
      h("h2", {}, "Tracks"),
      mayDraw(state) &&
        h("button.btn.slim.newtrack", { type: "button", onclick: () => newTrack(state, act) }, "New track"),
    ),
    numbers.length === 0 &&
      h("p.faint.small", {}, "A track is a chain of headings on a sheet of its own. You find out where it fits."),
    numbers.map((number) => trackRow(state, act, number)),
  );
}

/** @param {MatchState} state @param {Actions} act */
export function newTrack(state, act) {
  edit(state, act, (sheet) => begin(sheet, state.chart));
}

/** @param {MatchState} state @param {Actions} act @param {number} number */
function trackRow(state, act, number) {
  const sheet = sheetOf(state);
  const track = sheet.tracks[number];
  const on = number === sheet.on;
  const { name, place, wrong } = trackWords(track, state.chart);
  const able = mayDraw(state);
  return h(
    `div.trackrow${on ? ".on" : ".off"}`,
    { key: `track-${number}` },
    h(
      "button.takeit",
      {
        type: "button",
        "aria-pressed": String(on),
        onclick: () => edit(state, act, (now) => take(now, number), { kept: false }),
      },
      h("span.no", {}, hidden("Track "), number + 1),
      h(
        "span",
        {},
        h("span.nm", {}, hidden(": "), name),
        h("span.st", {}, place, track.fixed && ", fixed"),
        wrong && h("span.st.wrong", {}, icon("cross", "s"), hidden("Impossible: "), wrong),
      ),
    ),
    able &&
      h(
        "span.rowacts",
        {},
        h(
          "button.btn.slim.quiet",
          {
            type: "button",
            "aria-label": `${track.fixed ? "Free" : "Fix"} track ${number + 1}`,
            onclick: () => edit(state, act, (now) => fix(now, number, !track.fixed)),
          },
          track.fixed ? "Free" : "Fix",
        ),
        !track.fixed &&
          h(
            "button.tool",
            {
              type: "button",
              "aria-label": `Discard track ${number + 1}`,
              title: "Discard",
              onclick: () => edit(state, act, (now) => discard(now, number)),
            },
            icon("cross", "s"),
          ),
      ),
  );
}

// -- the facts

/** What was heard of where they are; a fact shows itself on the chart. @param {MatchState} state @param {Actions} act */
export function radioFacts(state, act) {
  const found = facts(state.calls, state.team ?? "blue", enemyOf(state.team));
  return h(
    "section.sec.facts-sec",
    { "aria-label": "Facts heard" },
    h(
      "div.sec-head",
      {},
      h("h2", {}, "Facts heard"),
      found.some((fact) => fact.place) && h("span.faint.small", {}, "tap to see it on the chart"),
    ),
    found.length === 0 && h("p.faint.small", {}, "None yet: no sonar, no drone, no impact."),
    h("ul.heardlist", {}, found.map((fact) => factLine(state, act, fact)).reverse()),
  );
}

/** @param {MatchState} state @param {Actions} act @param {import("./radio-heard.js").Fact} fact */
function factLine(state, act, fact) {
  const parts = [
    h("span.n", {}, fact.round),
    h(`span.${{ detect: "m", harm: "h", plain: "p" }[fact.tone]}`, {}, icon(fact.icon)),
    h("span", {}, `${fact.about} `, h("b", {}, fact.result), fact.rest ?? ""),
  ];
  const shown = state.ui.fact?.key === fact.key;
  return h(
    "li",
    { key: fact.key },
    fact.place
      ? h(
          "button.factline",
          { type: "button", "aria-pressed": String(shown), onclick: () => act.ui({ fact: shown ? null : fact }) },
          parts,
        )
      : h("div.factline", {}, parts),
  );
}
