// @ts-check
// Who is missing at a running match: for how long they are expected, and what comes then.

import { h } from "../lib/dom.js";
import { countdown } from "./clock.js";
import { listed, openSeats, playersOf, roleTitles, teamOf, teamTitle } from "./seat-words.js";

/** @typedef {import("../lib/state.js").MatchState} MatchState */
/** @typedef {import("../lib/state.js").Actions} Actions */
/** @typedef {import("../games/game.d.ts").GameAbout} GameAbout */
/** @typedef {import("./seat-words.js").Seat} Seat */
/** `player` is null for open seats of a team; `returns` are the seconds left to return. @typedef {{player: string | null, team: string, seats: string[], returns: number | null}} Absence */

const FEW = 2;

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
 * A banner about those who are missing.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {GameAbout} game
 */
export function awayBanner(state, act, game) {
  const missing = absences(state);
  if (missing.length === 0) return null;
  const paused = state.clock !== null && !state.clock.running;
  return h(
    "div.banner.gone",
    { key: "away", role: "status" },
    h(
      "ul",
      {},
      missing.slice(0, FEW).map((one) => h("li", { key: one.seats[0] }, sentence(state, game, one, paused))),
      missing.length > FEW && h("li", { key: "more" }, `${missing.length - FEW} more are missing.`),
    ),
    state.pass.host &&
      h(
        "button.btn.slim",
        { type: "button", "aria-haspopup": "dialog", onclick: () => act.ui({ seats: true, menu: false }) },
        "Seats…",
      ),
  );
}

/** @param {MatchState} state @param {GameAbout} game @param {Absence} one @param {boolean} paused */
function sentence(state, game, { player, team, seats, returns }, paused) {
  const roles = `${roleTitles(game, seats)} of ${teamTitle(game, team)}`;
  const { presence } = state.summary.options;
  if (player === null) {
    const open = `${roles} ${seats.length === 1 ? "is an open seat." : "are open seats."}`;
    if (presence === "bot" && returns === null) return [h("b", {}, open), " A bot plays until somebody sits down."];
    return [
      h("b", {}, paused ? `Paused. ${open}` : open),
      returns !== null && presence !== "wait" && then(state, returns),
    ];
  }
  if (returns === null) {
    const now = presence === "bot" ? ` A bot plays until ${player} is back.` : " The table waits.";
    return [h("b", {}, `${player} is away,`), ` ${roles}.${now}`];
  }
  return [
    h("b", {}, paused ? `Paused, waiting for ${player},` : `${player} is away,`),
    ` ${roles}. `,
    returning(state, returns),
    " to return.",
    presence === "bot" && " Then a bot plays.",
    presence === "forfeit" && " Then the team loses.",
  ];
}

/** What comes of an open seat. @param {MatchState} state @param {number} returns */
function then(state, returns) {
  const words = state.summary.options.presence === "bot" ? ", then a bot plays." : ", or the team loses.";
  return [" Somebody can sit down: ", returning(state, returns), words];
}

/** Whether this tab may sit down: it has no seat yet, and some are open. @param {MatchState} state */
export function mayTake(state) {
  return !state.pass.token && state.summary.status === "running" && openSeats(state.summary.seats).length > 0;
}

/** Leads whoever looks on to the seats: a host, or somebody who may sit down. @param {MatchState} state @param {Actions} act */
export function seatsButton(state, act) {
  if (!state.pass.host && !mayTake(state)) return null;
  return h(
    "button.btn.slim.seats-open",
    { type: "button", "aria-haspopup": "dialog", onclick: () => act.ui({ seats: true }) },
    state.pass.host ? "Seats…" : "Sit down…",
  );
}

/** Those for whom the table waits with the clock, by name. @param {MatchState} state */
export function missedNames(state) {
  return listed(absences(state).map((one) => one.player ?? "a player"));
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
