// @ts-check
// The bar at the bottom: what is still missing, bots for the rest, and the start.

import { h, icon } from "../lib/dom.js";
import { openSeats } from "../parts/seat-words.js";
import { problem } from "./front-mast.js";
import { startWords } from "./lobby-words.js";

/** @typedef {import("./lobby-desk.js").Desk} Desk */

/** @param {Desk} desk */
export function startBar(desk) {
  const { state, isHost } = desk;
  const open = openSeats(state.summary.seats);
  const [strong, rest] = startWords(desk.game, state.summary.seats, {
    isHost,
    seated: desk.seats.length > 0,
    reason: desk.reason,
  });
  return h(
    "section.foot",
    { "aria-label": "Start" },
    desk.game.thumbnail(state.chart),
    h("p.sum", { id: "why-not", role: "status" }, h("b", {}, strong), rest && ` ${rest}`),
    problem(["start", "bots"].includes(desk.trouble?.at ?? "") ? desk.trouble?.text : null),
    isHost && open.length > 0 && fill(desk, open),
    isHost && start(desk, open.length === 0 && !desk.reason),
  );
}

/** @param {Desk} desk @param {string[]} open */
function fill(desk, open) {
  return [
    desk.bots.length > 1 &&
      h(
        "select.pick",
        {
          "aria-label": "Kind of bot",
          onchange: (/** @type {Event} */ event) =>
            desk.change({ bot: /** @type {HTMLSelectElement} */ (event.target).value }),
        },
        desk.bots.map((bot) => h("option", { value: bot, selected: bot === desk.bot }, `${bot} bots`)),
      ),
    h(
      "button.btn",
      { type: "button", "aria-busy": String(desk.busy === "bots"), onclick: () => void desk.addBots(open, "bots") },
      icon("bot"),
      open.length === 1 ? "Add bot" : "Fill with bots",
    ),
  ];
}

/** @param {Desk} desk @param {boolean} ready */
function start(desk, ready) {
  return h(
    `button.btn${ready ? ".go" : ""}`,
    {
      type: "button",
      "aria-disabled": ready ? null : "true",
      "aria-describedby": "why-not",
      "aria-busy": String(desk.busy === "start"),
      onclick: () => ready && void desk.start(),
    },
    desk.busy === "start" ? "Starting…" : "Start match",
  );
}
