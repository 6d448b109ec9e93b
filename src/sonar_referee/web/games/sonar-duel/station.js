// @ts-check
// The player's page: the chart, what can be done, what is known, and the log.

import { h, hidden, icon } from "../../lib/dom.js";
import { capital } from "../../lib/text.js";
import { awayBanner } from "../../parts/away.js";
import { clock } from "../../parts/clock.js";
import { banner, commandLine } from "../../parts/crew.js";
import { givingUp, menu, tabs, tools } from "../../parts/head.js";
import { log } from "../../parts/log.js";
import { enemyOf } from "../../parts/seat-words.js";
import { about } from "./about.js";
import { ownChart } from "./chart.js";
import { known, pointedAt } from "./known.js";
import { deeds, tubes } from "./pad.js";
import { run } from "./typed.js";
import { MOST_TURNS, big, entries, isAwaited, turnWords } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */

/** @param {MatchState} state @param {Actions} act */
export function station(state, act) {
  const tab = state.ui.tab ?? "station";
  return h(
    `body.station.duel.${state.team}.tab-${tab}`,
    {},
    header(state, act),
    h("div.banners", {}, banner(state), awayBanner(state, act, about)),
    staying(state),
    ownMenu(state, act),
    h(
      "main.deck",
      {},
      h("figure.chart", {}, ownChart(state, act)),
      h("div.side.act", {}, deeds(state, act), tubes(state)),
      h("div.side.knows", {}, knownList(state, act)),
      h("div.side.talk", {}, calls(state), typing(state, act)),
    ),
    tabs(
      state,
      act,
      [
        { id: "station", title: "Duel", icon: "target" },
        { id: "known", title: "Heard", icon: "sonar" },
      ],
      { crew: false },
    ),
  );
}

// -- the top

/** @param {MatchState} state @param {Actions} act */
export function header(state, act) {
  return h(
    `header.top.${state.team}`,
    {},
    h(
      "div.who",
      {},
      h("span.badge", {}, icon("target", "l")),
      h("div", {}, h("h1.role", {}, about.title), players(state)),
    ),
    turnStrip(state),
    tools(state, act, "settings, help, forfeit"),
  );
}

/** Both players, the own one first. @param {MatchState} state */
export function players(state) {
  const own = state.team ?? "blue";
  const name = (/** @type {string} */ team) => [
    icon(team, `flag ${team} s`),
    h("span.player", {}, hidden(`${capital(team)}: `), state.nameOf(team)),
  ];
  return h("span.name", {}, name(own), h("span.vs", {}, "against"), name(enemyOf(own)));
}

/** @param {MatchState} state */
export function turnStrip(state) {
  const { view } = state;
  const [strong, rest] = turnWords(state);
  return h(
    `sr-turn.turn${isAwaited(state) ? ".mine" : ""}`,
    {},
    h("span.round", {}, "Turn ", h("b", {}, view.turn), ` of ${MOST_TURNS}`),
    h("p.say", { role: "status" }, strong && h("b", {}, strong), strong && rest ? " " : "", rest),
    clock(state),
  );
}

/** @param {MatchState} state @param {Actions} act */
export function ownMenu(state, act) {
  const open = (state.view.standing_orders ?? []).some((/** @type {any} */ order) => order.type === "forfeit");
  const forfeit = () => {
    void act.order({ type: "forfeit" });
    act.ui({ menu: false });
  };
  return menu(state, act, {
    orders: [open && givingUp(state, act, "Forfeit", forfeit)],
    keys: "arrows or w a s d move, with Shift they aim a torpedo · Enter or the same key again sends · t torpedo · m move · o sonar · x or Space wait · g chart · / type an order · l log · q who is awaited · r last call again · v spoken calls · Esc cancels",
    watched: about.isWatched(state.summary.options),
  });
}

/** What was just heard, in large for a moment. The log tells it as well, so this is for the eye alone. @param {MatchState} state */
function staying(state) {
  if (state.staying.length === 0) return null;
  return h(
    "div.staying",
    { key: "staying", "aria-hidden": "true" },
    state.staying.slice(-2).map((call) => {
      const { icon: symbol, by, words, harm } = big(call, state);
      return h(
        `p${harm ? ".harm" : ""}`,
        { key: `stays-${call.seq}` },
        icon(symbol),
        h("small", {}, by),
        h("b", {}, words),
      );
    }),
  );
}

// -- what is known

/** @param {MatchState} state @param {Actions} act */
function knownList(state, act) {
  const all = known(state);
  const chosen = pointedAt(state, all);
  return h(
    "section.sec.known",
    { "aria-label": "Heard and found" },
    h("div.sec-head", {}, h("h2", {}, "Heard and found"), all.length > 0 && h("span.faint.small", {}, "tap to show")),
    all.length === 0 &&
      h(
        "p.faint.small",
        {},
        "Nothing yet. Your sonar finds them within 4 spaces; their sonar and torpedoes are heard.",
      ),
    h(
      "ul",
      {},
      all.map((one) => {
        const on = one === chosen;
        return h(
          "li",
          { key: one.key },
          h(
            "button.knownrow",
            {
              type: "button",
              "aria-pressed": String(on),
              onclick: () => act.ui(on ? { known: null } : { known: one.key, tab: "station" }),
            },
            h("span.n", {}, hidden("Turn "), one.turn),
            icon(one.icon, { found: "detect", heard: "harm", empty: "", missed: "" }[one.kind]),
            h("span", {}, h("b", {}, one.title), h("span.age", {}, one.sub)),
          ),
        );
      }),
    ),
  );
}

/** @param {MatchState} state */
function calls(state) {
  return h("section.sec.grow.calls", { "aria-label": "Log" }, log(entries(state), { awayAfter: state.awayAfter }));
}

/** @param {MatchState} state @param {Actions} act */
function typing(state, act) {
  return commandLine(state, act, (text) => run(text, state, act), "n, fire e, sonar, wait");
}
