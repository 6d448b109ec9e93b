// @ts-check
// The page after the end: who won, both routes on one chart round by round, what turned the match, and once more.

import { h, icon } from "../../lib/dom.js";
import { capital } from "../../lib/text.js";
import { banner, chat } from "../../parts/crew.js";
import { foundWords, knowing, knowledge, spacesChart } from "../../parts/knew.js";
import { log } from "../../parts/log.js";
import { rematchRow } from "../../parts/rematch.js";
import { scrub, scrubKey, scrubTo, scrubbedTo } from "../../parts/scrub.js";
import { chart } from "./chart.js";
import { knownLayers, truthLayers } from "./finished-layers.js";
import { header, hulls, ownMenu, turnStrip } from "./header.js";
import { roomyShape } from "./public.js";
import { headingsHeard } from "./radio-heard.js";
import { resultWords } from "./replay.js";
import { storyOf } from "./story.js";
import { entries } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./story.js").Story} Story */

/** @param {MatchState} state @param {Actions} act */
export function finished(state, act) {
  const story = storyOf(state, act);
  return h(
    `body.station.fin.${state.team ?? "nobody"}`,
    {},
    state.team ? header(state, act) : spectatorsHeader(state),
    h("div.banners", {}, banner(state)),
    state.team && ownMenu(state, act),
    h(
      "main.deck",
      {},
      picture(state, story),
      tale(state, act, story),
      scrub(state, act, reel(story), spaces(state, act, story)),
    ),
  );
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
      h("div", {}, h("h1.role", {}, state.summary.name || "Captain Sonar"), h("span.name", {}, state.chart.title)),
    ),
    turnStrip(state),
    hulls(state),
  );
}

// -- the chart

/** @param {MatchState} state @param {Story} story */
function picture(state, story) {
  const moment = story.at(scrubbedTo(state, reel(story)));
  const who = knowing(state);
  const layers =
    who === "truth"
      ? truthLayers(state, moment, story.last)
      : knownLayers(state, moment, story.last, who, story.knew(who, moment.round));
  return h("figure.chart", {}, h("sr-chart", {}, h("div.chart-fit", {}, chart(state.chart, layers))));
}

// -- the tale

/** @param {MatchState} state @param {Actions} act @param {Story} story */
function tale(state, act, story) {
  return h(
    "div.story",
    {},
    result(state, story),
    knowledge(state, act),
    h("div.said", { key: "said" }, heardInset(state, story)),
    turns(state, act, story),
    rematchRow(state, act),
    folded(state, act),
  );
}

/** @param {MatchState} state @param {Story} story */
function result(state, story) {
  const winner = state.view.outcome?.winner;
  const hull = state.summary.options.hull;
  return h(
    "div.resultbox",
    {},
    h(
      `p.result.${winner ?? "draw"}`,
      {},
      winner ? icon(winner, `flag ${winner}`) : icon("flag"),
      h("b", {}, winner ? `${capital(winner)} wins` : "A draw"),
    ),
    h("p.result-sub", {}, resultWords(state.view.outcome, state.calls, story.last, hull)),
  );
}

/** What a team had heard of the other: a shape that it had to find a place for. @param {MatchState} state @param {Story} story */
function heardInset(state, story) {
  const who = knowing(state);
  if (who === "truth") return null;
  const enemy = who === "blue" ? "yellow" : "blue";
  const round = scrubbedTo(state, reel(story));
  const headings = headingsHeard(
    state.calls.filter((call) => call.round <= round),
    enemy,
  );
  const words =
    headings.length > 0
      ? `The shape of ${capital(enemy)}'s headings by round ${round}. Its place had to be found.`
      : `Nothing heard of ${capital(enemy)} yet.`;
  return h(
    "figure.heardinset",
    {},
    headings.length > 0 && roomyShape(headings, enemy),
    h("figcaption", {}, foundWords(enemy, story.knew(who, round)), words),
  );
}

/** @param {MatchState} state @param {Actions} act @param {Story} story */
function turns(state, act, story) {
  const round = scrubbedTo(state, reel(story));
  return h(
    "section.sec.turning",
    { "aria-label": "Turning points" },
    h("h2", {}, "Turning points"),
    story.waiting && h("p.faint.small", {}, "Reading the record…"),
    story.failed && h("p.refusal", { role: "alert" }, story.failed),
    !story.waiting && story.turns.length === 0 && h("p.faint.small", {}, "Nobody was hit, and nobody fell silent."),
    h(
      "ol.turns",
      {},
      story.turns.map((turn) =>
        h(
          "li",
          { key: turn.key, "aria-current": turn.round === round ? "step" : null },
          h(
            "button",
            { type: "button", onclick: () => scrubTo(act, reel(story), turn.round) },
            h("span.n", {}, turn.round),
            icon(turn.team, `flag ${turn.team}`),
            h("span", {}, turn.text),
            turn.harm && h("span.harm", {}, icon("impact", "s"), turn.harm),
          ),
        ),
      ),
    ),
  );
}

/** @param {MatchState} state @param {Actions} act */
function folded(state, act) {
  return h(
    "div.folds",
    {},
    h(
      "details.fold-in",
      { key: "calls" },
      h("summary", {}, "Every call"),
      h("div.calls", {}, log(entries(state.calls))),
    ),
    state.team &&
      h(
        "details.fold-in",
        { key: "crew" },
        h("summary", {}, state.words.length > 0 ? `Crew, ${state.words.length} said` : "Crew"),
        chat(state, act),
      ),
  );
}

// -- the slider

/** @param {MatchState} state @param {Actions} act @param {Story} story */
function spaces(state, act, story) {
  return spacesChart(state, act, reel(story), story.knew);
}

/** @param {Story} story @returns {import("../../parts/scrub.js").Reel} */
function reel({ first, last }) {
  return { first, last, noun: "Round" };
}

/** @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act @returns {boolean} */
export function finishedKey(event, state, act) {
  return scrubKey(event, state, act, reel(storyOf(state, act)));
}
