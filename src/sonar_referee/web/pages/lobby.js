// @ts-check
// The lobby: two teams take their seats, others are invited, the host starts.

import { h } from "../lib/dom.js";
import { banner } from "../parts/crew.js";
import { teamTitle } from "../parts/seat-words.js";
import { mast, problem } from "./front-mast.js";
import { houseRules } from "./front-options.js";
import { deskOf, focusSoon } from "./lobby-desk.js";
import { invite } from "./lobby-invite.js";
import { nameField, teamColumn } from "./lobby-seats.js";
import { startBar } from "./lobby-start.js";
import { crewWords } from "./lobby-words.js";

/** @typedef {import("../lib/state.js").MatchState} MatchState */
/** @typedef {import("../lib/state.js").Actions} Actions */
/** @typedef {import("../games/game.d.ts").GameAbout} GameAbout */
/** @typedef {import("./lobby-desk.js").Desk} Desk */

/**
 * @param {MatchState} state
 * @param {GameAbout} game
 */
export function lobby(state, game) {
  const desk = deskOf(state, game);
  const invited = state.pass.team;
  return h(
    `body.front.lob${desk.isHost ? ".host" : ".guest"}${invited ? `.to-${invited}` : ""}`,
    {},
    mast(() => state.change(), connection(state)),
    state.link === "waiting" && h("div.banners", {}, banner(state)),
    h(
      "main.wrap",
      {},
      head(desk, invited),
      game.teams.map((team) => teamColumn(desk, team)),
      invite(desk),
      startBar(desk),
    ),
    h(
      "footer.end",
      {},
      game.isWatched(state.summary.options) &&
        h("a", { href: `/match/${state.id}/table`, target: "_blank" }, "Open the table’s view for a TV"),
    ),
  );
}

/** @param {MatchState} state */
function connection(state) {
  const words = { open: "Connected", connecting: "Connecting", waiting: "Connection lost", closed: "Looking in" }[
    state.link
  ];
  return h(`span.link.${state.link}`, {}, words);
}

/** @param {Desk} desk @param {string | undefined} invited */
function head(desk, invited) {
  const { state, game } = desk;
  const { name, options } = state.summary;
  const rules = desk.schema ? houseRules(game, desk.schema, options) : [];
  return h(
    "div.lhead",
    {},
    h(
      "div",
      {},
      h("h1", {}, name || `Match on ${state.chart.title}`),
      h(
        "p",
        {},
        `${game.title} on ${state.chart.title}, turn by turn. ${desk.isHost ? "You are the host." : invitation(desk, invited)}`,
      ),
      rules.length > 0 && h("p.house-rules", {}, h("b", {}, "House rules. "), rules.join(" · ")),
    ),
    h("div.who-plays", {}, h("p.muted.small", {}, crewWords(game, state.summary.seats)), yourName(desk)),
  );
}

/** @param {Desk} desk @param {string | undefined} invited */
function invitation(desk, invited) {
  if (desk.seats.length > 0) return "The host starts the match.";
  return invited ? `You are invited to ${teamTitle(desk.game, invited)}.` : "Take a seat.";
}

/** Under which name this tab plays. @param {Desk} desk */
function yourName(desk) {
  if (desk.renaming) return renameForm(desk);
  if (!desk.nameKept) return null;
  return h(
    "p.small.you-are",
    {},
    desk.seats.length > 0 ? "You play as " : "You are ",
    h("b", {}, desk.nameKept),
    h(
      "button.btn.slim.quiet",
      {
        type: "button",
        "aria-label": "Change your name",
        onclick: () => {
          desk.change({ renaming: true, asking: null, typedName: desk.nameKept, trouble: null });
          focusSoon("#your-name");
        },
      },
      "Change",
    ),
  );
}

/** @param {Desk} desk */
function renameForm(desk) {
  return h(
    "form.name-form",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const name = desk.typedName.trim();
        if (name) void desk.rename(name);
      },
    },
    h("label.vh", { for: "your-name" }, "Your name"),
    h(
      "div.acts",
      {},
      nameField(desk),
      h("button.btn.go.slim", {}, "Keep"),
      h("button.btn.slim.quiet", { type: "button", onclick: () => desk.change({ renaming: false }) }, "Cancel"),
    ),
    problem(desk.trouble?.at === "name" && desk.trouble.text),
  );
}
