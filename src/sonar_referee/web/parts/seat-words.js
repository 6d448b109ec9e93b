// @ts-check
// Seats, roles and those who sit there, in words.

import { listed } from "../lib/text.js";

/** @typedef {import("../games/game.d.ts").GameAbout} GameAbout */
/** @typedef {{seat: string, player: string | null, bot: string | null, connected: boolean, away: {returns_within: number | null} | null}} Seat */
/** @typedef {"blue" | "yellow"} Team */
/** @typedef {{name: string, bot: boolean, seats: string[]}} Player */

/** @type {Team[]} */
export const TEAMS = ["blue", "yellow"];

/** @param {string} seat */
export function teamOf(seat) {
  return seat.split(".")[0];
}

/** The other team. @param {string | null} team @returns {Team} */
export function enemyOf(team) {
  return team === "blue" ? "yellow" : "blue";
}

/** What comes after the team in a seat's name; nothing where a team has one seat. @param {string} seat */
export function roleId(seat) {
  return seat.split(".")[1] ?? "";
}

/** @param {GameAbout} game @param {string} seat */
export function roleOf(game, seat) {
  const id = roleId(seat);
  return game.roles.find((one) => one.id === id) ?? { id, title: id, icon: "person", about: "" };
}

/** @param {GameAbout} game @param {string} seat */
export function roleTitle(game, seat) {
  return roleOf(game, seat).title;
}

/** @param {GameAbout} game @param {string} team */
export function teamTitle(game, team) {
  return game.teams.find((one) => one.id === team)?.title ?? team;
}

/** @param {Seat[]} seats @returns {string[]} */
export function openSeats(seats) {
  return seats.filter((one) => !one.player).map((one) => one.seat);
}

/** Who plays in a team; people are told apart by their names. @param {Seat[]} seats @param {string} team @returns {Player[]} */
export function playersOf(seats, team) {
  /** @type {Map<string, Player>} */
  const players = new Map();
  for (const { seat, player, bot } of seats) {
    if (!player || teamOf(seat) !== team) continue;
    const key = bot ? seat : player;
    const known = players.get(key);
    if (known) known.seats.push(seat);
    else players.set(key, { name: player, bot: Boolean(bot), seats: [seat] });
  }
  return [...players.values()];
}

/** All roles of some seats of one team, with "and" before the last. @param {GameAbout} game @param {string[]} seats */
export function roleTitles(game, seats) {
  return listed(seats.map((seat) => roleTitle(game, seat)));
}
