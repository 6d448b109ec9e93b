// @ts-check
// The page after the end: who won, both tracks turn by turn, what everybody did, and once more.

import { h, icon } from "../../lib/dom.js";
import { capital } from "../../lib/text.js";
import { banner } from "../../parts/crew.js";
import { foundWords, knowing, knowledge, spacesChart } from "../../parts/knew.js";
import { log } from "../../parts/log.js";
import { rematchRow } from "../../parts/rematch.js";
import { scrub, scrubKey, scrubTo, scrubbedTo } from "../../parts/scrub.js";
import { TEAMS, enemyOf } from "../../parts/seat-words.js";
import { about } from "./about.js";
import { knewOf } from "./analysis.js";
import { chart } from "./chart.js";
import { bowOf, cellAfter, routeUntil, sonarSquare, torpedoPath } from "./places.js";
import { header, ownMenu, turnStrip } from "./station.js";
import { deedWords, entries, readingWords, resultWords } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./words.js").Deed} Deed */
/** @typedef {import("../../parts/knew.js").Knew} Knew */
/** What is known of one boat now. @typedef {{start: string, deeds: Deed[], readings: import("./words.js").Reading[]}} Track */

/** @param {MatchState} state @param {Actions} act */
export function finished(state, act) {
  const open = tracks(state);
  const knew = state.view.reveal ? knewOf(state, act) : null;
  return h(
    `body.station.fin.duel-over.${state.team ?? "nobody"}`,
    {},
    state.team ? header(state, act) : spectatorsHeader(state),
    h("div.banners", {}, banner(state)),
    state.team && ownMenu(state, act),
    h(
      "main.deck",
      {},
      picture(state, open, knew),
      h(
        "div.story",
        {},
        result(state),
        knew && knowledge(state, act),
        moment(state, open),
        found(state, knew),
        loud(state, act, open),
        rematchRow(state, act, Boolean(state.view.reveal)),
        folded(state),
      ),
      Object.keys(open).length > 0 &&
        scrub(state, act, reel(state), knew && spacesChart(state, act, reel(state), knew)),
    ),
  );
}

/** The tracks that this viewer may see: both where they are revealed, else the own one. @param {MatchState} state @returns {Record<string, Track>} */
function tracks({ view, team }) {
  if (view.reveal) return view.reveal;
  return team ? { [team]: { start: view.start, deeds: view.deeds, readings: view.readings } } : {};
}

/** @param {MatchState} state @returns {import("../../parts/scrub.js").Reel} */
function reel({ view }) {
  return { first: 0, last: view.turn, noun: "Turn" };
}

/** @param {MatchState} state */
function spectatorsHeader(state) {
  return h(
    "header.top",
    {},
    h(
      "div.who",
      {},
      h("span.badge.plain", {}, icon("mark-logo", "l")),
      h("div", {}, h("h1.role", {}, state.summary.name || about.title), h("span.name", {}, state.chart.title)),
    ),
    turnStrip(state),
  );
}

/** What was done in a turn, and by whom. @param {Record<string, Track>} open @param {number} turn */
function deedOf(open, turn) {
  for (const team of TEAMS) {
    const deed = open[team]?.deeds.find((one) => one.turn === turn);
    if (deed) return { team, deed };
  }
  return null;
}

/** @param {MatchState} state @param {Record<string, Track>} open @param {Knew | null} knew */
function picture(state, open, knew) {
  const turn = scrubbedTo(state, reel(state));
  const who = knew ? knowing(state) : "truth";
  const shown = TEAMS.filter((team) => open[team] && (who === "truth" || who === team));
  const done = deedOf(open, turn);
  const { action, cell } = done && shown.includes(done.team) ? done.deed : { action: null, cell: "" };
  const boats = shown.map((team) => ({
    team,
    cell: cellAfter(open[team], turn),
    heading: bowOf(open[team].deeds, turn),
    route: routeUntil(open[team], turn),
  }));
  const places = boats.map((boat) => `${capital(boat.team)} on ${boat.cell}`).join(", ");
  const what = who !== "truth" ? `What ${capital(who)} knew` : boats.length > 1 ? "Both tracks" : "Chart";
  const known = who === "truth" ? null : knew?.(who, turn);
  const drawing = chart(state.chart, {
    label: `${what} after turn ${turn}. ${places}`,
    boats,
    maybe: known && who !== "truth" ? { cells: known.cells, team: enemyOf(who) } : null,
    shot: action?.type === "torpedo" && action.heading ? torpedoPath(state.chart, cell, action.heading) : [],
    scan: action?.type === "sonar" ? sonarSquare(state.chart, cell) : [],
    target: who === "truth" ? hitAt(state, boats, turn) : null,
  });
  return h("figure.chart", {}, h("sr-chart", {}, h("div.chart-fit", {}, drawing)));
}

/** @param {MatchState} state @param {{team: string, cell: string}[]} boats @param {number} turn */
function hitAt({ view }, boats, turn) {
  if (view.outcome?.reason !== "torpedoed" || turn !== view.turn) return null;
  return boats.find(({ team }) => team !== view.outcome.winner)?.cell ?? null;
}

// -- the tale

/** @param {MatchState} state */
function result(state) {
  const winner = state.view.outcome?.winner;
  return h(
    "div.resultbox",
    {},
    h(
      `p.result.${winner ?? "draw"}`,
      {},
      winner ? icon(winner, `flag ${winner}`) : icon("flag"),
      h("b", {}, winner ? `${capital(winner)} wins` : "A draw"),
    ),
    h("p.result-sub", {}, resultWords(state)),
  );
}

/** The turn that is looked at, in words. @param {MatchState} state @param {Record<string, Track>} open */
function moment(state, open) {
  if (Object.keys(open).length === 0) return h("p.moment", {}, "The tracks stay secret in this match.");
  const turn = scrubbedTo(state, reel(state));
  const done = deedOf(open, turn);
  if (done) return h("p.moment", {}, icon(done.team, `flag ${done.team}`), tale(state, open, done));
  const both = Object.keys(open).length === TEAMS.length;
  const words = turn === 0 ? "The start." : both ? resultWords(state) : "Only the other player knows.";
  return h("p.moment", {}, words);
}

/** @param {MatchState} state @param {Record<string, Track>} open @param {{team: string, deed: Deed}} done */
function tale(state, open, { team, deed }) {
  const reading = open[team].readings.find((one) => one.turn === deed.turn);
  const hit = deed.turn === state.view.turn && state.view.outcome?.reason === "torpedoed";
  const then = reading ? readingWords(reading) : deed.action.type === "torpedo" ? (hit ? "Hit" : "Miss") : "";
  return `${deedWords(deed, state.nameOf(team))}.${then && ` ${then}.`}`;
}

/** In how many spaces the enemy could be, for the player whose knowledge is looked at. @param {MatchState} state @param {Knew | null} knew */
function found(state, knew) {
  const who = knowing(state);
  return knew && who !== "truth" ? foundWords(enemyOf(who), knew(who, scrubbedTo(state, reel(state)))) : null;
}

/** Sonars and torpedoes: the turns that could be heard. @param {MatchState} state @param {Actions} act @param {Record<string, Track>} open */
function loud(state, act, open) {
  const turn = scrubbedTo(state, reel(state));
  const all = TEAMS.flatMap((team) => (open[team]?.deeds ?? []).map((deed) => ({ team, deed })))
    .filter(({ deed }) => deed.action.type === "sonar" || deed.action.type === "torpedo")
    .sort((one, other) => one.deed.turn - other.deed.turn);
  if (all.length === 0) return null;
  return h(
    "section.sec.turning",
    { "aria-label": "Sonars and torpedoes" },
    h("h2", {}, "Sonars and torpedoes"),
    h(
      "ol.turns",
      {},
      all.map((done) =>
        h(
          "li",
          { key: `turn-${done.deed.turn}`, "aria-current": done.deed.turn === turn ? "step" : null },
          h(
            "button",
            { type: "button", onclick: () => scrubTo(act, reel(state), done.deed.turn) },
            h("span.n", {}, done.deed.turn),
            icon(done.team, `flag ${done.team}`),
            h("span", {}, tale(state, open, done)),
          ),
        ),
      ),
    ),
  );
}

/** @param {MatchState} state */
function folded(state) {
  return h(
    "div.folds",
    {},
    h(
      "details.fold-in",
      { key: "calls" },
      h("summary", {}, state.team ? "Your log" : "Every call"),
      h("div.calls", {}, log(entries(state))),
    ),
  );
}

/** @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act @returns {boolean} */
export function finishedKey(event, state, act) {
  return scrubKey(event, state, act, reel(state));
}
