// @ts-check
// The table's view: public facts in large type, for a TV and for those who only watch.

import { h, hidden, icon } from "../../lib/dom.js";
import { capital } from "../../lib/text.js";
import { crewNames, pausedFor, seatsButton, watchBanner } from "../../parts/away.js";
import { clock } from "../../parts/clock.js";
import { banner } from "../../parts/crew.js";
import { onTv, tvSwitches } from "../../parts/tv.js";
import { chart } from "./chart.js";
import { blast } from "./geometry.js";
import { big, calledReady, loudCalls, minesInWater, roomyShape } from "./public.js";
import { headingsHeard, impactMarks } from "./radio-heard.js";
import { FAMILY, FAMILY_SYMBOL, ROLE_TITLE, roleOf, step, systemName } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */

const STEPS = ["Order", "Marks", "Action", "End"];

/** @param {MatchState} state @param {Actions} act */
export function table(state, act) {
  return h(
    "body.tv",
    {},
    head(state, act),
    h("div.banners", {}, banner(state), watchBanner(state, act)),
    side(state, "blue"),
    h("main.tchart", {}, h("sr-chart", {}, h("div.chart-fit", {}, chart(state.chart, layers(state))))),
    side(state, "yellow"),
    lastCall(state),
    earlier(state),
  );
}

// -- the head

/** @param {MatchState} state @param {Actions} act */
function head(state, act) {
  const { view } = state;
  const at = step(view.phase);
  return h(
    "header.thead",
    {},
    icon("mark-logo", "logo"),
    h("h1.vh", {}, "Table view"),
    state.summary.name && h("b.tname", {}, state.summary.name),
    h("span.mid-dot", {}, state.chart.title),
    h("span", {}, view.round ? ["Round ", h("b", {}, view.round)] : "Start"),
    clock(state),
    !onTv() && seatsButton(state, act),
    tvSwitches(act),
    h(
      "ol.rail",
      { "aria-label": "Steps of the round" },
      STEPS.map((name, number) =>
        h(
          `li${number < at ? ".done" : number === at ? ".now" : ""}`,
          { "aria-current": number === at ? "step" : null },
          number < at && icon("check", "s"),
          name,
        ),
      ),
    ),
  );
}

// -- the chart

/** What everybody knows of the chart; all of it where spectators may know all. @param {MatchState} state @returns {import("./chart.js").Layers} */
function layers(state) {
  const marks = impactMarks(state.calls);
  const words = marks.map(({ cell, label }) => `${cell} in round ${label}`).join(", ");
  return {
    label: `Chart of ${state.chart.title}. Impacts: ${words || "none yet"}`,
    impacts: marks,
    archers: state.view.archer_mines,
    ...pointedAt(loudCalls(state.calls).at(-1), loudCalls(state.calls).at(-2), state),
    ...truth(state),
  };
}

/** The last call shows on the chart while it is the last. @param {any} call @param {any} before @param {MatchState} state @returns {import("./chart.js").Layers} */
function pointedAt(call, before, state) {
  if (!call) return {};
  const place = call.kind === "impact" || call.kind === "drone_answer" ? before : call;
  if (call.kind === "sonar_answer") return { bands: call.facts };
  if (place?.kind === "drone_launched") return { sectorOn: place.sector };
  if (call.kind === "surface") return { sectorOn: call.sector };
  return place?.cell ? { blast: blast(state.chart, place.cell) } : {};
}

/** A screen in the room never shows the truth; a spectator of an open match may see it. @param {MatchState} state @returns {import("./chart.js").Layers} */
function truth(state) {
  const open = state.view.truth;
  if (!open || onTv()) return {};
  const teams = /** @type {const} */ (["blue", "yellow"]).filter((team) => open[team].cell);
  return {
    tracks: teams.map((team) => ({ cells: open[team].route, team })),
    mines: teams.flatMap((team) => open[team].mines.map((/** @type {string} */ cell) => ({ cell, team }))),
    subs: teams.map((team) => ({ cell: open[team].cell, team })),
  };
}

// -- the teams

/** @param {MatchState} state @param {"blue" | "yellow"} team */
function side(state, team) {
  const acting = state.view.team_to_act === team;
  const { surfaced, surface_round } = state.view.teams[team];
  return h(
    `section.tteam.${team}${acting ? ".acting" : ""}`,
    { "aria-label": capital(team) },
    h(
      "div",
      {},
      h(
        "p.nm",
        {},
        icon(team, `flag ${team}`),
        capital(team),
        acting && h("span.tag", {}, "acts"),
        surfaced && h("span.tag.up", {}, icon("surface", "s"), `surfaced, ${surface_round} of 3`),
      ),
      h("p.crew", {}, crewOf(state, team)),
    ),
    hull(state, team),
    h("div", {}, h("h2", {}, "Called ready"), ready(state, team)),
    h("div", {}, h("h2", {}, "Mines in the water"), h("p.val", {}, mines(state, team))),
    heardBox(state, team),
  );
}

/** @param {MatchState} state @param {string} team */
function crewOf(state, team) {
  const names = crewNames(state, team);
  return names.length > 0 ? names : "Nobody yet";
}

/** @param {MatchState} state @param {"blue" | "yellow"} team */
function hull(state, team) {
  const size = state.summary.options.hull;
  const { damage } = state.view.teams[team];
  return h(
    "div",
    {},
    h("h2", {}, `Hull, ${damage} of ${size} hit`),
    h(
      "span.plates",
      { "aria-hidden": "true" },
      Array.from({ length: size }, (_, box) => h(`i${box < damage ? ".hit" : ""}`)),
    ),
  );
}

/** @param {MatchState} state @param {string} team */
function ready(state, team) {
  const systems = calledReady(state.calls, team);
  if (systems.length === 0)
    return h("p.val.muted", {}, state.summary.options.announce_ready === "team" ? "Not told" : "Nothing");
  return h(
    "ul.readies",
    {},
    systems.map((system) =>
      h(
        `li.val.ready.sys.${FAMILY[system]}`,
        { key: system },
        h("span.glyph", {}, icon(FAMILY_SYMBOL[FAMILY[system]], "fam"), icon(system, "pic")),
        systemName(system),
      ),
    ),
  );
}

/** @param {MatchState} state @param {string} team */
function mines(state, team) {
  const { count, atMost } = minesInWater(state.calls, team);
  if (count === 0) return "None";
  return atMost ? `At most ${count}` : String(count);
}

/** @param {MatchState} state @param {"blue" | "yellow"} team */
function heardBox(state, team) {
  const headings = headingsHeard(state.calls, team);
  const shape = roomyShape(headings, team);
  const turns = headings.map((heading) => heading ?? "silence").join(", ");
  shape.setAttribute("aria-label", `Headings heard of ${capital(team)}: ${turns || "none"}`);
  return h(
    "div.heardbox",
    {},
    h("h2", {}, "Headings heard"),
    headings.length > 0 ? shape : h("p.val.muted", {}, "None yet"),
  );
}

// -- the calls

/** @param {MatchState} state */
function lastCall(state) {
  const last = loudCalls(state.calls).at(-1);
  if (!last)
    return h(
      "section.tcall",
      { "aria-label": "Last call" },
      h(
        "p.big.long",
        {},
        h("span.by", {}, "No calls yet"),
        state.summary.status === "lobby"
          ? "In the lobby"
          : state.view.round
            ? "The first order is awaited"
            : "Both teams choose their start",
      ),
      waiting(state),
    );
  const { symbol, turn, words, by, team, harm } = big(last);
  return h(
    `section.tcall.${team}${harm ? ".harm" : ""}`,
    { "aria-label": "Last call" },
    h("span.arrow", {}, icon(symbol, turn)),
    h(`p.big${words.length > 13 ? ".long" : ""}`, { role: "status" }, h("span.by", {}, by), words),
    waiting(state),
  );
}

/** @param {MatchState} state */
function waiting(state) {
  const { awaiting } = state.view;
  if (state.summary.status === "lobby") return h("p.wait", {}, "The table waits for", h("b", {}, "the host to start"));
  const missing = pausedFor(state);
  if (missing.length > 0)
    return h(
      "p.wait",
      {},
      "Paused, waiting for",
      missing.slice(0, 3).map((name) => h("b", { key: name }, name)),
    );
  return (
    awaiting.length > 0 &&
    h(
      "p.wait",
      {},
      "The table waits for",
      awaiting.map((/** @type {string} */ seat) =>
        h("b", { key: seat }, `${state.nameOf(seat)}, ${ROLE_TITLE[roleOf(seat)]}`),
      ),
    )
  );
}

/** The calls before the last one, newest first. @param {MatchState} state */
function earlier(state) {
  const before = loudCalls(state.calls).slice(-41, -1).reverse();
  return h(
    "section.tlog",
    { role: "log", "aria-label": "Calls before" },
    h("h2", {}, "Before"),
    h(
      "ol",
      { tabindex: "0" },
      before.map((call) => {
        const { words, team, harm } = big(call);
        return h(
          `li.${team}`,
          { key: `call-${call.seq}` },
          h("span.n", {}, call.round),
          icon(team, `flag ${team}`),
          h(`span${harm ? ".harm" : ""}`, {}, hidden(`${team}: `), words),
        );
      }),
    ),
  );
}
