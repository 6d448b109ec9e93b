// @ts-check
// What was said: one entry a round with everything that belongs to it.

import { h, hidden, icon } from "../lib/dom.js";

/** `tail` are marks after the head line, and what they say. @typedef {{round: number, team: string, head: string, tail?: {marks: string, words: string}, lines: {text: string, harm: boolean, strong: boolean}[], seq: number}} Entry */

/**
 * @param {Entry[]} entries
 * @param {{awayAfter?: number | null}} [options]
 */
export function log(entries, { awayAfter = null } = {}) {
  const items = entries.map((entry) => [
    awayAfter !== null && entry.seq > awayAfter && entries.find((one) => one.seq > awayAfter) === entry
      ? h("li.while-away", { key: "away" }, h("span", {}, "while you were away"))
      : null,
    h(
      `li.${entry.team}`,
      { key: `${entry.round}-${entry.seq}` },
      h("span.n", {}, entry.round),
      icon(entry.team, `flag ${entry.team}`),
      h(
        "span",
        {},
        hidden(`${entry.team}: `),
        entry.head && h("span.call", {}, entry.head),
        entry.tail &&
          h("span.ok", {}, hidden(entry.tail.words), h("span", { "aria-hidden": "true" }, entry.tail.marks)),
      ),
      entry.lines.map((line) =>
        h(
          "span.sub",
          {},
          line.harm
            ? h("span.harm", {}, icon("impact", "s"), line.text)
            : line.strong
              ? h("b", {}, line.text)
              : line.text,
        ),
      ),
    ),
  ]);
  return h("sr-log", { role: "log", "aria-label": "Calls", tabindex: "0" }, h("ol.log", {}, items));
}

/** Keeps the newest entry in sight unless the reader has scrolled up. */
class Log extends HTMLElement {
  connectedCallback() {
    this.follow = true;
    this.addEventListener("scroll", () => {
      this.follow = this.scrollHeight - this.scrollTop - this.clientHeight < 40;
    });
    this.observer = new MutationObserver(() => this.toEnd());
    this.observer.observe(this, { childList: true, subtree: true });
    // a tab that comes into sight shows the newest
    this.sizes = new ResizeObserver(() => this.toEnd());
    this.sizes.observe(this);
  }

  disconnectedCallback() {
    this.observer?.disconnect();
    this.sizes?.disconnect();
  }

  toEnd() {
    if (this.follow) this.scrollTop = this.scrollHeight;
  }
}
customElements.define("sr-log", Log);
