// @ts-check
// The page of those who only watch: what both players know, in large type.

import { h, icon } from "../../lib/dom.js";
import { capital } from "../../lib/text.js";
import { crewNames, pausedFor, seatsButton, watchBanner } from "../../parts/away.js";
import { clock } from "../../parts/clock.js";
import { banner } from "../../parts/crew.js";
import { onTv, tvSwitches } from "../../parts/tv.js";
import { chart } from "./chart.js";
import { MOST_TURNS } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */

/** @param {MatchState} state @param {Actions} act */
export function table(state, act) {
  return h(
    "body.tv.duel-tv",
    {},
    head(state, act),
    h("div.banners", {}, banner(state), watchBanner(state, act)),
    player(state, "blue"),
    h(
      "main.tchart",
      {},
      h("sr-chart", {}, h("div.chart-fit", {}, chart(state.chart, { label: `Chart of ${state.chart.title}` }))),
    ),
    player(state, "yellow"),
    lastCall(state),
    earlier(state),
  );
}

/** @param {MatchState} state @param {Actions} act */
function head(state, act) {
  return h(
    "header.thead",
    {},
    icon("mark-logo", "logo"),
    h("h1.vh", {}, "Table view"),
    state.summary.name && h("b.tname", {}, state.summary.name),
    h("span.mid-dot", {}, state.chart.title),
    h("span", {}, "Turn ", h("b", {}, state.view.turn), ` of ${MOST_TURNS}`),
    clock(state),
    !onTv() && seatsButton(state, act),
    tvSwitches(act),
  );
}

/** @param {MatchState} state @param {"blue" | "yellow"} team */
function player(state, team) {
  const acting = state.view.to_act === team;
  const names = crewNames(state, team);
  return h(
    `section.tteam.${team}${acting ? ".acting" : ""}`,
    { "aria-label": capital(team) },
    h(
      "div",
      {},
      h("p.nm", {}, icon(team, `flag ${team}`), capital(team), acting && h("span.tag", {}, "to act")),
      h("p.crew", {}, names.length > 0 ? names : "Nobody yet"),
    ),
  );
}

/** The calls that everybody hears, as few large words. @type {Record<string, (call: any) => string>} */
const WORDS = {
  turn_passed: () => "Turn passed",
  torpedo_hit: () => "Hit",
  game_over: (call) => (call.winner ? `${capital(call.winner)} wins` : "A draw"),
};

/** @param {any} call */
function words(call) {
  return WORDS[call.kind]?.(call) ?? call.text;
}

/** @param {MatchState} state */
function lastCall(state) {
  const last = state.calls.at(-1);
  return h(
    `section.tcall${last?.kind === "torpedo_hit" ? ".harm" : ""}`,
    { "aria-label": "Last call" },
    h(
      "p.big",
      { role: "status" },
      h("span.by", {}, last ? `Turn ${last.round}` : "No calls yet"),
      last ? words(last) : state.summary.status === "lobby" ? "In the lobby" : "The duel begins",
    ),
    waiting(state),
  );
}

/** @param {MatchState} state */
function waiting(state) {
  if (state.summary.status === "lobby") return h("p.wait", {}, "The table waits for", h("b", {}, "the host to start"));
  const missing = pausedFor(state);
  const { to_act } = state.view;
  if (missing.length > 0)
    return h(
      "p.wait",
      {},
      "Paused, waiting for",
      missing.map((name) => h("b", { key: name }, name)),
    );
  return to_act && h("p.wait", {}, "The table waits for", h("b", { key: to_act }, state.nameOf(to_act)));
}

/** The calls before the last one, newest first. @param {MatchState} state */
function earlier(state) {
  return h(
    "section.tlog",
    { role: "log", "aria-label": "Calls before" },
    h("h2", {}, "Before"),
    h(
      "ol",
      { tabindex: "0" },
      state.calls
        .slice(-41, -1)
        .reverse()
        .map((call) =>
          h("li", { key: `call-${call.seq}` }, h("span.n", {}, call.round), icon("sound"), h("span", {}, words(call))),
        ),
    ),
  );
}
