// @ts-check
// Who is missing at a running match: for how long they are expected, and what comes then.

import { h } from "../lib/dom.js";
import { listed } from "../lib/text.js";
import { countdown } from "./clock.js";
import { openSeats, playersOf, roleTitles, teamOf, teamTitle } from "./seat-words.js";

/** @typedef {import("../lib/state.js").MatchState} MatchState */
/** @typedef {import("../lib/state.js").Actions} Actions */
/** @typedef {import("../games/game.d.ts").GameAbout} GameAbout */
/** @typedef {import("./seat-words.js").Seat} Seat */
/** `player` is null for open seats of a team; `returns` are the seconds left to return. @typedef {{player: string | null, team: string, seats: string[], returns: number | null}} Absence */

/** Who is away, and which seats are open. @param {MatchState} state @returns {Absence[]} */
export function absences(state) {
  /** @type {Seat[]} */
  const seats = state.summary.seats;
  if (state.summary.status !== "running") return [];
  const missing = seats.filter((one) => one.away);
  return [...new Set(seats.map((one) => teamOf(one.seat)))].flatMap((team) => {
    const open = openSeats(missing).filter((seat) => teamOf(seat) === team);
    const people = playersOf(missing, team).map((player) => ({
      player: player.name,
      team,
      seats: player.seats,
      returns: returnsWithin(missing, player.seats[0]),
    }));
    return open.length > 0
      ? [...people, { player: null, team, seats: open, returns: returnsWithin(missing, open[0]) }]
      : people;
  });
}

/** @param {Seat[]} seats @param {string} seat */
function returnsWithin(seats, seat) {
  return seats.find((one) => one.seat === seat)?.away?.returns_within ?? null;
}

/** The seconds that somebody has to return, running down. @param {MatchState} state @param {number} seconds */
function returning(state, seconds) {
  return countdown(seconds, state.knownAt, { label: "Time to return" });
}

/** "away, 0:42 to return", or "away" when that is over. @param {MatchState} state @param {number | null} seconds */
export function awayWords(state, seconds) {
  return seconds === null ? "away" : ["away, ", returning(state, seconds), " to return"];
}

/**
 * A banner about those who are missing: a line for those who are expected, those who are not, and for open seats.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {GameAbout} game
 */
export function awayBanner(state, act, game) {
  const missing = absences(state);
  // without a connection nobody knows who is there
  if (missing.length === 0 || state.link !== "open") return null;
  const people = missing.filter((one) => one.player !== null);
  const lines = [
    expectedLine(
      state,
      game,
      people.filter((one) => one.returns !== null),
    ),
    goneLine(
      state,
      game,
      people.filter((one) => one.returns === null),
    ),
    ...missing.filter((one) => one.player === null).map((one) => openLine(state, game, one)),
  ];
  return h(
    "div.banner.gone",
    { key: "away", role: "status" },
    h(
      "ul",
      {},
      lines.filter(Boolean).map((line) => h("li", {}, line)),
    ),
    state.pass.host &&
      h("button.btn.slim", { type: "button", "aria-haspopup": "dialog", onclick: () => showSeats(act) }, "Seats…"),
  );
}

/** @param {MatchState} state */
function isPaused(state) {
  return state.clock !== null && !state.clock.running;
}

/** One by name and role, several by name. @param {GameAbout} game @param {Absence[]} people @returns {[string, string]} */
function who(game, people) {
  const names = listed(people.map((one) => String(one.player)));
  return [
    names,
    people.length === 1 ? `, ${roleTitles(game, people[0].seats)} of ${teamTitle(game, people[0].team)}` : "",
  ];
}

/** @param {number} count */
function are(count) {
  return count === 1 ? "is" : "are";
}

/** What follows when nobody returns. @type {Record<import("../games/game.d.ts").Absence, string>} */
const THEN = { wait: ".", bot: ", then a bot plays.", forfeit: ", or the match is lost." };

/** @param {MatchState} state @param {GameAbout} game @param {Absence[]} people */
function expectedLine(state, game, people) {
  if (people.length === 0) return null;
  const [names, roles] = who(game, people);
  const soonest = Math.min(...people.map((one) => one.returns ?? 0));
  return [
    isPaused(state)
      ? [h("b", {}, `Paused, waiting for ${names}`), `${roles}. `]
      : [h("b", {}, names), `${roles}${roles && ","} ${are(people.length)} `, h("b", {}, "away"), ". "],
    returning(state, soonest),
    ` to return${THEN[game.absence(state.summary)]}`,
  ];
}

/** @param {MatchState} state @param {GameAbout} game @param {Absence[]} people */
function goneLine(state, game, people) {
  if (people.length === 0) return null;
  const [names, roles] = who(game, people);
  const bot = game.absence(state.summary) === "bot";
  const now = bot ? ` A bot plays until ${names} ${are(people.length)} back.` : " The table waits.";
  return [h("b", {}, names), `${roles}${roles && ","} ${are(people.length)} `, h("b", {}, "away"), ".", now];
}

/** @param {MatchState} state @param {GameAbout} game @param {Absence} open */
function openLine(state, game, { team, seats, returns }) {
  const then = game.absence(state.summary);
  const seat = seats.length === 1 ? "is an open seat." : "are open seats.";
  const words = h(
    "b",
    {},
    `${isPaused(state) ? "Paused. " : ""}${roleTitles(game, seats)} of ${teamTitle(game, team)} ${seat}`,
  );
  if (returns === null) return [words, then === "bot" && " A bot plays until somebody sits down."];
  return [words, " ", returning(state, returns), ` to sit down${THEN[then]}`];
}

/** Whether this tab may sit down: it has no seat yet, and some are open. @param {MatchState} state */
export function mayTake(state) {
  return !state.pass.token && state.summary.status === "running" && openSeats(state.summary.seats).length > 0;
}

/** Open the dialog about seats, and go on there with the keyboard. @param {Actions} act */
export function showSeats(act) {
  act.ui({ seats: true, menu: false });
  // the page is drawn in the same frame, before this
  window.requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector(".seats-dlg"))?.focus());
}

/** Leads whoever looks on to the seats: a host, or somebody who may sit down. @param {MatchState} state @param {Actions} act */
export function seatsButton(state, act) {
  if (!state.pass.host && !mayTake(state)) return null;
  return h(
    "button.btn.slim.seats-open",
    { type: "button", "aria-haspopup": "dialog", onclick: () => showSeats(act) },
    state.pass.host ? "Seats…" : "Sit down…",
  );
}

/** Says to somebody who came to play that there is no seat any more. @param {MatchState} state @param {Actions} act */
export function watchBanner(state, act) {
  if (!state.ui.watching || mayTake(state) || state.summary.status !== "running") return null;
  return h(
    "div.banner",
    { key: "watching", role: "status" },
    h("span", {}, h("b", {}, "The match has started, and every seat is taken."), " You can watch."),
    h("button.btn.slim", { type: "button", onclick: () => act.ui({ watching: false }) }, "Watch"),
  );
}

/** For whom a clock stands still, by name; nobody if it runs. @param {MatchState} state @returns {string[]} */
export function pausedFor(state) {
  return isPaused(state) ? absences(state).map((one) => one.player ?? "Somebody new") : [];
}

/**
 * The names of a crew, each with what is known of its contact.
 * @param {MatchState} state
 * @param {string} team
 */
export function crewNames(state, team) {
  /** @type {Seat[]} */
  const seats = state.summary.seats;
  const missing = absences(state).filter((one) => one.team === team);
  const people = playersOf(seats, team);
  const here = people.filter((one) => !missing.some((gone) => gone.player === one.name)).map((one) => one.name);
  return [
    ...[...new Set(here)].map((name) => h("span.mate", { key: name }, name)),
    ...missing.map(({ player, seats: gone, returns }) =>
      h(
        "span.mate.gone",
        { key: gone[0] },
        player === null
          ? h("b", {}, gone.length === 1 ? "an open seat" : `${gone.length} open seats`)
          : [h("b", {}, player), " ", awayWords(state, returns)],
      ),
    ),
  ];
}
