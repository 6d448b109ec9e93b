// @ts-check
// Seats of a running match that change hands: the host frees them, others sit down on them, or a bot does.

import { h, icon } from "../lib/dom.js";
import { keepPass } from "../lib/session.js";
import { listed } from "../lib/text.js";
import { absences, awayWords, mayTake } from "../parts/away.js";
import { openSeats, playersOf, roleTitle, roleTitles, teamOf, teamTitle } from "../parts/seat-words.js";
import { problem } from "./front-mast.js";
import { deskOf } from "./lobby-desk.js";
import { invite } from "./lobby-invite.js";
import { nameForm } from "./lobby-seats.js";

/** @typedef {import("../lib/state.js").MatchState} MatchState */
/** @typedef {import("../lib/state.js").Actions} Actions */
/** @typedef {import("../games/game.d.ts").GameAbout} GameAbout */
/** @typedef {import("./lobby-desk.js").Desk} Desk */
/** @typedef {import("../parts/seat-words.js").Seat} Seat */
/** @typedef {import("../parts/seat-words.js").Player} Player */

/**
 * The dialog about seats, beside any page of a running match. For a newcomer it opens by itself.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {GameAbout} game
 */
export function seatsDialog(state, act, game) {
  const { pass, ui } = state;
  const newcomer = mayTake(state) && !pass.host;
  if (state.summary.status !== "running" || !(ui.seats ?? newcomer) || !(pass.host || newcomer)) return null;
  const shut = () => {
    deskOf(state, game).change({ freeing: null, asking: null, trouble: null });
    act.ui({ seats: false });
  };
  return h(
    "section.menu.seats-dlg",
    {
      key: "seats",
      role: "dialog",
      tabindex: "-1",
      "aria-label": "Seats",
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && shut(),
    },
    seats(state, game),
    h("button.btn.wide", { type: "button", onclick: shut }, newcomer ? "Only watch" : "Close"),
  );
}

/** All seats with what can be done about them. @param {MatchState} state @param {GameAbout} game */
function seats(state, game) {
  const desk = deskOf(state, game);
  const opened = openSeats(state.summary.seats);
  return [
    h(
      "h2",
      { key: "title" },
      state.pass.host ? "Seats" : opened.length === 1 ? "One seat is open" : `${opened.length} seats are open`,
    ),
    desk.isHost
      ? h("p.small.muted", { key: "about" }, "A seat is freed when its player is away, or a bot has it.")
      : h("p.small.muted", { key: "about" }, "The match is running. Who sits down has the whole history of the seat."),
    game.teams.map((team) => teamList(desk, team)),
    desk.isHost && opened.length > 0 && invite(desk),
  ];
}

/** @param {Desk} desk @param {{id: "blue" | "yellow", title: string}} team */
function teamList(desk, team) {
  /** @type {Seat[]} */
  const all = desk.state.summary.seats;
  const free = openSeats(all).filter((seat) => teamOf(seat) === team.id);
  if (!desk.isHost && free.length === 0) return null;
  const gone = new Set(absences(desk.state).flatMap((one) => one.seats));
  const players = desk.isHost ? playersOf(all, team.id) : [];
  players.sort((one, other) => Number(gone.has(other.seats[0])) - Number(gone.has(one.seats[0])));
  const asked = desk.asking?.some((seat) => teamOf(seat) === team.id);
  return h(
    `section.${team.id}`,
    { key: team.id, "aria-label": `${team.title}’s seats` },
    h("h3.team-h", {}, icon(team.id, `flag ${team.id}`), team.title),
    h(
      "ul.holders",
      {},
      free.map((seat) => openSeat(desk, seat)),
      players.map((player) => holder(desk, player)),
    ),
    free.length > 1 && !desk.isHost && take(desk, free, `Take all: ${roleTitles(desk.game, free)}`),
    asked && nameForm(desk),
    problem(desk.trouble && free.includes(desk.trouble.at) ? desk.trouble.text : null),
  );
}

/** Somebody with seats, and how the host takes them back. @param {Desk} desk @param {Player} player */
function holder(desk, { name, bot, seats: own }) {
  const absence = absences(desk.state).find((one) => one.player === name && one.seats.includes(own[0]));
  const [at] = own;
  const asked = desk.freeing === at;
  const words = own.length === 1 ? "Free this seat" : `Free these ${own.length} seats`;
  const roles = roleTitles(desk.game, own);
  return h(
    "li.holder",
    { key: at, "data-holder": at },
    h("b.p", {}, name, bot && icon("bot", "s")),
    h("span.r", {}, roles, absence ? [": ", awayWords(desk.state, absence.returns)] : !bot && ": here"),
    (absence || bot) &&
      !asked &&
      h(
        "button.btn.slim",
        {
          type: "button",
          "aria-label": `${words}: ${name}, ${roles}`,
          onclick: () => desk.change({ freeing: at, trouble: null }),
        },
        words,
      ),
    asked && confirm(desk, at, bot, name, words),
    problem(desk.trouble?.at === at ? desk.trouble.text : null),
  );
}

/** @param {Desk} desk @param {string} at @param {boolean} bot @param {string} name @param {string} words */
function confirm(desk, at, bot, name, words) {
  return h(
    "div.sure",
    { role: "group", "aria-label": words },
    h(
      "p",
      {},
      bot
        ? "The bot stops, and the table waits until somebody sits down."
        : `${name}’s link is void from then on. Whoever sits down next knows all that the seat has seen.`,
    ),
    h(
      "div.acts",
      {},
      h("button.btn.slim", { type: "button", onclick: () => desk.change({ freeing: null }) }, "Keep it"),
      h(
        "button.btn.slim.arm",
        { type: "button", "aria-busy": String(desk.busy === at), onclick: () => void desk.free(at) },
        words,
      ),
    ),
  );
}

/** @param {Desk} desk @param {string} seat */
function openSeat(desk, seat) {
  return h(
    "li.holder.open",
    { key: seat, "data-open": seat },
    h("b.p", {}, "Open"),
    h("span.r", {}, roleTitle(desk.game, seat)),
    desk.isHost
      ? h(
          "button.btn.slim",
          {
            type: "button",
            "aria-label": `Let a bot play: ${teamTitle(desk.game, teamOf(seat))} ${roleTitle(desk.game, seat)}`,
            "aria-busy": String(desk.busy === seat),
            onclick: () => void desk.addBots([seat], seat),
          },
          icon("bot"),
          "Let a bot play",
        )
      : take(desk, [seat], "Take"),
  );
}

/** @param {Desk} desk @param {string[]} wanted @param {string} words */
function take(desk, wanted, words) {
  const [first] = wanted;
  return h(
    "button.btn.slim",
    {
      type: "button",
      "data-take": wanted.join(" "),
      "aria-label":
        wanted.length > 1 ? words : `${words}: ${teamTitle(desk.game, teamOf(first))} ${roleTitle(desk.game, first)}`,
      "aria-busy": String(desk.busy === first),
      onclick: () => void desk.take(wanted, first),
    },
    words,
  );
}

// -- pages of those who are not let in

/** For a tab without a seat in a match that nobody may watch. @param {MatchState} state @param {GameAbout} game */
export function closedPage(state, game) {
  deskOf(state, game); // it looks now and then whether a seat has become open
  const running = state.summary.status === "running";
  const able = running && (state.pass.host || mayTake(state));
  const words = !running
    ? "This match is over. It had no spectators, and this tab had no seat in it."
    : mayTake(state)
      ? "Nobody may watch this match, but you can sit down."
      : "The match has started, every seat is taken, and nobody may watch it.";
  return outside(
    "Behind closed doors",
    h("p", {}, words),
    able && h("div.seats-dlg", {}, seats(state, game)),
    h("a.btn", { href: "/" }, "To the front page"),
  );
}

/** For a tab whose seat the host has freed: what became of it, and where to go. @param {MatchState} state @param {GameAbout} game */
export function lostPage(state, game) {
  deskOf(state, game);
  const lost = state.pass.lost ?? [];
  const watched = game.isWatched(state.summary.options);
  const goOn = () => {
    keepPass(state.id, { lost: undefined });
    state.enter(null);
  };
  return outside(
    lost.length > 1 ? "These seats are no longer yours" : "This seat is no longer yours",
    h("p", {}, lostWords(state, game, lost)),
    h(
      "div.acts",
      {},
      mayTake(state) && h("button.btn.go", { type: "button", onclick: goOn }, "See the open seats"),
      watched && !mayTake(state) && h("button.btn.go", { type: "button", onclick: goOn }, "Watch the match"),
      h("a.btn", { href: "/" }, "To the front page"),
    ),
  );
}

/** @param {MatchState} state @param {GameAbout} game @param {string[]} lost */
function lostWords(state, game, lost) {
  /** @type {Seat[]} */
  const now = state.summary.seats.filter((/** @type {Seat} */ one) => lost.includes(one.seat));
  if (now.length === 0)
    return "This link is not valid any more. The host has freed its seat, or given it to somebody else.";
  const roles = `${roleTitles(game, lost)} of ${teamTitle(game, teamOf(lost[0]))}`;
  const holders = [...new Set(now.map((one) => one.player).filter(Boolean))].map(String);
  if (holders.length === 0)
    return `The host has freed your ${lost.length > 1 ? "seats" : "seat"}, ${roles}, while you were away. ${lost.length > 1 ? "They are" : "It is"} still open.`;
  return `The host has given your ${lost.length > 1 ? "seats" : "seat"}, ${roles}, to somebody else while you were away: ${listed(holders)}.`;
}

/** @param {string} title @param {...any} parts */
function outside(title, ...parts) {
  return h("body.front", {}, h("main.wrap.lost", {}, h("h1", {}, title), parts));
}
