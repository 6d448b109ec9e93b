// @ts-check
// The lobby in words: who sits where, what is still missing.

import { listed } from "../lib/text.js";
import { openSeats, playersOf, roleTitle, teamOf, teamTitle } from "../parts/seat-words.js";

/** @typedef {import("../games/game.d.ts").GameAbout} GameAbout */
/** @typedef {import("../parts/seat-words.js").Seat} Seat */

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];

/** @param {number} count */
export function numberWord(count) {
  return NUMBERS[count] ?? String(count);
}

/** Where the match stands: how many play, and who has several seats. @param {GameAbout} game @param {Seat[]} seats */
export function crewWords(game, seats) {
  const crews = game.teams.map((team) => playersOf(seats, team.id));
  const people = crews.map((crew) => crew.filter((player) => !player.bot));
  const bots = seats.filter((one) => one.bot).length;
  const count = people.flat().length;
  if (count + bots === 0) return "Nobody is seated yet.";
  const parts = [
    count > 0 &&
      `${count} ${count === 1 ? "player" : "players"}${count > 1 ? `: ${listed(people.map((crew) => String(crew.length)))}` : ""}`,
  ];
  parts.push(bots > 0 && `${bots} ${bots === 1 ? "bot" : "bots"}`);
  const several = people
    .flat()
    .filter((player) => player.seats.length > 1)
    .map((player) => `${player.name} has ${numberWord(player.seats.length).toLowerCase()} seats.`);
  return [`${parts.filter(Boolean).join(", and ")}.`, ...several.slice(0, 3)].join(" ");
}

/**
 * Why the match has not begun: a strong sentence and what to do about it.
 * @param {GameAbout} game
 * @param {Seat[]} seats
 * @param {{isHost: boolean, seated: boolean, reason: string | null}} desk
 * @returns {[string, string]}
 */
export function startWords(game, seats, { isHost, seated, reason }) {
  const open = openSeats(seats);
  if (open.length > 0) return [openWords(game, open), openAdvice(open.length, isHost, seated)];
  if (reason) return firstSentence(reason);
  const away = [...new Set(seats.filter((one) => !one.connected).map((one) => one.player))];
  const everybody =
    away.length === 0 ? "Everybody is here." : `${listed(away.map(String))} ${away.length === 1 ? "is" : "are"} away.`;
  if (isHost)
    return [everybody, away.length === 0 ? "Ready when you are." : "You can wait, or start: their seats are kept."];
  return [everybody, "The host starts the match."];
}

/** @param {string} text @returns {[string, string]} */
function firstSentence(text) {
  const [first] = /^.*?\.(?=\s|$)/s.exec(text) ?? [text];
  return [first, text.slice(first.length).trim()];
}

/** @param {GameAbout} game @param {string[]} open */
function openWords(game, open) {
  if (open.length > 1) return `${numberWord(open.length)} seats are open.`;
  return `One seat is open: ${teamTitle(game, teamOf(open[0]))}’s ${roleTitle(game, open[0])}.`;
}

/** @param {number} count @param {boolean} isHost @param {boolean} seated */
function openAdvice(count, isHost, seated) {
  const one = count === 1;
  if (isHost) return `${one ? "Take it" : "Take some"}, invite others, or add ${one ? "a bot" : "bots"}.`;
  return seated ? "Waiting for others to come." : `Take ${one ? "it" : "one"}.`;
}

/** Seconds as a clock. @param {number} since a time in ms */
export function awayFor(since) {
  const seconds = Math.max(0, Math.floor((Date.now() - since) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
