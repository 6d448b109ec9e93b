// @ts-check
// Time that runs down: the match's clock, and how long somebody has to return. The server says what is left; this page
// only counts on from there, and the next word of the server corrects it.

import { h } from "../lib/dom.js";

/** @typedef {import("../lib/state.js").MatchState} MatchState */

const WARNINGS = [
  { seconds: 10, look: "last", words: "10 seconds left" },
  { seconds: 30, look: "near", words: "30 seconds left" },
];

/** Whole seconds as minutes and seconds, `0:42`. @param {number} seconds */
export function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Seconds that run down by themselves.
 * @param {number} seconds that were left
 * @param {number} at when that was, in ms of `performance.now`
 * @param {{running?: boolean, allowed?: number, label: string}} options `allowed`: warn at 30 and 10 seconds, out of this many
 */
export function countdown(seconds, at, { running = true, allowed, label }) {
  return h("sr-time", {
    keep: true,
    label,
    until: running ? at + seconds * 1000 : null,
    left: running ? null : seconds,
    allowed: allowed ?? null,
  });
}

/** The clock of what the table waits for, or nothing where none runs. @param {MatchState} state */
export function clock(state) {
  const { view } = state;
  if (!state.clock || view.status !== "running") return null;
  const { seconds, left, running, at } = state.clock;
  return h(
    `div.clock${state.link === "open" ? "" : ".unsure"}`,
    { key: "clock" },
    countdown(left, at, { running, allowed: seconds, label: "Time left" }),
    !running && h("small", {}, "paused"),
  );
}

class Time extends HTMLElement {
  static observedAttributes = ["until", "left", "allowed"];

  constructor() {
    super();
    this.digits = h("span.digits", { role: "timer" });
    this.warning = h("span.vh", { role: "status" });
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number} the seconds of the last warning that was due; more than any at first */
    this.warned = Number.POSITIVE_INFINITY;
  }

  connectedCallback() {
    this.digits.setAttribute("aria-label", this.getAttribute("label") ?? "");
    this.append(this.digits, this.warning);
    this.show();
  }

  disconnectedCallback() {
    window.clearTimeout(this.timer);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.show();
  }

  show() {
    window.clearTimeout(this.timer);
    const until = this.getAttribute("until");
    const left = Math.max(
      0,
      until === null ? Number(this.getAttribute("left")) * 1000 : Number(until) - performance.now(),
    );
    const seconds = Math.ceil(left / 1000);
    const words = minutes(seconds);
    if (this.digits.textContent !== words) this.digits.textContent = words;
    if (this.hasAttribute("allowed")) this.warn(seconds);
    if (until !== null && left > 0) this.timer = window.setTimeout(() => this.show(), left - (seconds - 1) * 1000 + 1);
  }

  /** Looks say it as long as it holds, words once. @param {number} seconds */
  warn(seconds) {
    const allowed = Number(this.getAttribute("allowed"));
    const due = WARNINGS.find((one) => seconds <= one.seconds && one.seconds < allowed);
    this.digits.className = ["digits", due?.look].filter(Boolean).join(" ");
    if (due && due.seconds < this.warned) this.warning.textContent = due.words;
    if (!due) this.warning.textContent = "";
    this.warned = due?.seconds ?? Number.POSITIVE_INFINITY;
  }
}
customElements.define("sr-time", Time);
