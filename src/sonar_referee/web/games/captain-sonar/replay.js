// @ts-check
// A finished match told again from its record: where each boat was after each round, and what turned the match.
// Orders carry no round; the calls do. Both come in the same order, so the one numbers the other.

import { STEP, cellAt, xy } from "../../chart/geometry.js";
import { capital, listed } from "../../lib/text.js";
import { TEAMS } from "../../parts/seat-words.js";
import { blast } from "./geometry.js";
import { impacts } from "./radio-heard.js";
import { SYMBOL_FAMILY } from "./words.js";

/** @typedef {"blue" | "yellow"} Team */
/** @typedef {import("../../chart/geometry.js").Heading} Heading */
/** @typedef {{cell: string | null, heading: Heading, route: string[], past: string[][], mines: string[], damage: number, surfaced: boolean}} Boat */
/** @typedef {{round: number, boats: Record<Team, Boat>, impacts: {cell: string, round: number}[]}} Moment */
/** @typedef {{round: number, team: Team, text: string, harm: string, key: string}} Turn */
/** @typedef {{round: number, team: Team, order: any, said: any[]}} Deed an order with its round and what was said on it */

const ACTIVATIONS = new Set([
  "drop_mine",
  "trigger_mine",
  "launch_torpedo",
  "launch_drone",
  "activate_sonar",
  "activate_silence",
  "trigger_archer_mine",
]);

/** What ends the calls that belong to one activation. */
const NEXT = new Set(["stop", "heading", "dive", "surface", "surface_round", "round_ended"]);

/** @param {any[]} calls @param {string} kind @param {Team} team */
function roundsOf(calls, kind, team) {
  return calls.filter((call) => call.kind === kind && call.team === team).map((call) => call.round);
}

/** The calls on each activation of a team; each begins with STOP. @param {any[]} calls @param {Team} team */
function activationsOf(calls, team) {
  return calls.flatMap((call, at) => {
    if (call.kind !== "stop" || call.team !== team) return [];
    const after = calls.slice(at + 1);
    const end = after.findIndex((one) => NEXT.has(one.kind));
    return [{ round: call.round, said: end < 0 ? after : after.slice(0, end) }];
  });
}

/** The orders that change something on the chart or on a sheet, with their rounds. @param {any[]} orders @param {any[]} calls @returns {Deed[]} */
export function deeds(orders, calls) {
  const left = Object.fromEntries(
    TEAMS.map((team) => [
      team,
      {
        heads: roundsOf(calls, "heading", team),
        surfacings: roundsOf(calls, "surface", team),
        activations: activationsOf(calls, team),
        last: 0,
      },
    ]),
  );
  return orders.flatMap(({ seat, order }) => {
    const team = /** @type {Team} */ (seat.split(".")[0]);
    const own = left[team];
    const done = (/** @type {number | undefined} */ round, /** @type {any[]} */ said = []) => {
      if (round === undefined) return [];
      own.last = Math.max(own.last, round);
      return [{ round, team, order, said }];
    };
    if (order.type === "place") return done(0);
    if (order.type === "head") return done(own.heads.shift());
    if (order.type === "surface") return done(own.surfacings.shift());
    if (order.type === "mark_breakdown") return done(own.last);
    if (!ACTIVATIONS.has(order.type)) return [];
    const activation = own.activations.shift();
    return done(activation?.round, activation?.said);
  });
}

// -- moments

/**
 * Both boats after each round, from the placement (0) to the end.
 * @param {{orders: any[]}} record
 * @param {any[]} calls
 * @param {{chart: import("./geometry.js").ChartMap, hull: number, last: number}} match
 * @returns {Moment[]}
 */
export function moments(record, calls, { chart, hull, last }) {
  const all = deeds(record.orders, calls);
  /** @type {Record<Team, Boat>} */
  let boats = { blue: newBoat(), yellow: newBoat() };
  const starts = impacts(calls);
  return Array.from({ length: last + 1 }, (_, round) => {
    for (const deed of all.filter((one) => one.round === round)) boats = after(boats, deed, chart);
    boats = told(
      boats,
      calls.filter((call) => call.round === round),
      hull,
    );
    return { round, boats, impacts: starts.filter((one) => one.round <= round) };
  });
}

/** @returns {Boat} */
function newBoat() {
  return { cell: null, heading: "north", route: [], past: [], mines: [], damage: 0, surfaced: false };
}

/** @param {Record<Team, Boat>} boats @param {Deed} deed @param {import("./geometry.js").ChartMap} chart @returns {Record<Team, Boat>} */
function after(boats, { team, order, said }, chart) {
  const boat = boats[team];
  const with_ = (/** @type {Partial<Boat>} */ patch) => ({ ...boats, [team]: { ...boat, ...patch } });
  switch (order.type) {
    case "place":
      return with_({ cell: order.cell, route: [order.cell] });
    case "head":
      return with_(sailed(boat, order.heading, 1, chart));
    case "surface":
      return with_({ past: [...boat.past, boat.route], route: boat.cell ? [boat.cell] : [] });
    case "drop_mine":
      return said[0]?.kind === "mine_dropped" ? with_({ mines: [...boat.mines, order.cell] }) : boats;
    case "activate_silence":
      return said[0]?.kind === "silence_activated" ? with_(sailed(boat, order.heading, order.distance, chart)) : boats;
    default:
      return swept(
        boats,
        impacts(said).map((one) => one.cell),
      );
  }
}

/** @param {Boat} boat @param {Heading} heading @param {number} distance @param {import("./geometry.js").ChartMap} chart @returns {Partial<Boat>} */
function sailed(boat, heading, distance, chart) {
  const route = [...boat.route];
  for (let step = 0; step < distance; step++) {
    const [x, y] = xy(route[route.length - 1]);
    const next = cellAt(chart, x + STEP[heading][0], y + STEP[heading][1]);
    if (next) route.push(next);
  }
  return { heading, route, cell: route[route.length - 1] };
}

/** Mines on an impact are gone, whoever laid them (R115). @param {Record<Team, Boat>} boats @param {string[]} cells @returns {Record<Team, Boat>} */
function swept(boats, cells) {
  if (cells.length === 0) return boats;
  const without = (/** @type {Boat} */ boat) => ({
    ...boat,
    mines: boat.mines.filter((mine) => !cells.includes(mine)),
  });
  return { blue: without(boats.blue), yellow: without(boats.yellow) };
}

/** Damage and surfacing are said aloud. @param {Record<Team, Boat>} boats @param {any[]} calls @param {number} hull @returns {Record<Team, Boat>} */
function told(boats, calls, hull) {
  let next = boats;
  for (const call of calls) {
    const team = /** @type {Team} */ (call.team);
    const boat = next[team];
    if (!boat) continue;
    if (call.kind === "damage") next = { ...next, [team]: { ...boat, damage: call.total } };
    if (call.kind === "impact")
      next = { ...next, [team]: { ...boat, damage: Math.min(hull, boat.damage + hurt(call)) } };
    if (call.kind === "surface") next = { ...next, [team]: { ...boat, surfaced: true } };
    if (call.kind === "dive") next = { ...next, [team]: { ...boat, surfaced: false } };
  }
  return next;
}

/** @param {any} impact */
function hurt({ result }) {
  return result === "direct_hit" ? 2 : result === "indirect_hit" ? 1 : 0;
}

// -- turning points

/**
 * What turned the match, in order.
 * @param {{orders: any[]}} record
 * @param {any[]} calls
 * @param {Moment[]} told
 * @param {number} hull
 * @returns {Turn[]}
 */
export function turningPoints(record, calls, told, hull) {
  const all = deeds(record.orders, calls);
  const found = all.flatMap((deed) => {
    const text = deedWords(deed, told);
    const hits = deed.said.filter((call) => call.kind === "impact" && hurt(call) > 0).map((call) => call.team);
    return text ? [{ round: deed.round, team: deed.team, text, harm: damageWords(hits, told[deed.round], hull) }] : [];
  });
  const broken = calls
    .filter((call) => call.kind === "damage")
    .map((call) => ({
      round: call.round,
      team: call.team,
      text: breakWords(call, all),
      harm: `${capital(call.team)} ${call.total} of ${hull}`,
    }));
  return [...found, ...broken, ...endOf(calls, told)]
    .sort((one, other) => one.round - other.round)
    .map((turn, at) => ({ ...turn, key: `${turn.round}-${at}` }));
}

/** @param {Team[]} teams @param {Moment | undefined} moment @param {number} hull */
function damageWords(teams, moment, hull) {
  return moment ? listed(teams.map((team) => `${capital(team)} ${moment.boats[team].damage} of ${hull}`)) : "";
}

/** @type {Record<string, string>} */
const WEAPON = { launch_torpedo: "Torpedo", trigger_mine: "Mine", trigger_archer_mine: "Archer mine" };

/** @param {Deed} deed @param {Moment[]} told @returns {string} */
function deedWords({ team, order, said, round }, told) {
  const enemy = team === "blue" ? "yellow" : "blue";
  if (WEAPON[order.type]) return hitWords(`${WEAPON[order.type]} ${order.cell}`, said, team, enemy, told[round]);
  switch (order.type) {
    case "activate_silence":
      return said[0]?.kind === "silence_activated" ? silenceWords(order, told[round]?.boats[team]) : "";
    case "surface":
      return `Surfaces on ${told[round]?.boats[team].cell}`;
    case "launch_drone":
      return said.some((call) => call.answer === "yes")
        ? `Drone finds ${capital(enemy)} in sector ${order.sector}`
        : "";
    default:
      return "";
  }
}

/** @param {string} shot @param {any[]} said @param {Team} team @param {Team} enemy @param {Moment | undefined} moment */
function hitWords(shot, said, team, enemy, moment) {
  const result = (/** @type {Team} */ target) =>
    said.find((call) => call.kind === "impact" && call.team === target && hurt(call) > 0)?.result;
  const where = moment?.boats[enemy].cell;
  const words = [];
  if (result(enemy) === "direct_hit") words.push(`strikes ${capital(enemy)}`);
  if (result(enemy) === "indirect_hit") words.push(`catches ${capital(enemy)}${where ? ` on ${where}` : ""}`);
  if (result(team)) words.push(result(enemy) ? "hurts its own boat" : "hurts only its own boat");
  return words.length > 0 ? `${shot} ${listed(words)}` : "";
}

/** @param {any} order @param {Boat | undefined} boat */
function silenceWords({ heading, distance }, boat) {
  const route = boat?.route ?? [];
  const to = route[route.length - 1];
  if (distance === 0) return `Silence, staying${to ? ` on ${to}` : ""}`;
  const from = route[route.length - 1 - distance];
  return `Silence, ${distance} ${heading}${from ? `: ${from} to ${to}` : ""}`;
}

/** @type {Record<string, string>} */
const PANEL = { W: "West", N: "North", S: "South", E: "East" };

/** @param {any} call @param {Deed[]} all */
function breakWords(call, all) {
  const here = all.filter((deed) => deed.team === call.team && deed.round === call.round);
  const symbol = here.filter((deed) => deed.order.type === "mark_breakdown").at(-1)?.order.symbol;
  if (here.some((deed) => deed.said.includes(call))) return "Pays for a system that was not ready";
  if (!symbol || here.some((deed) => deed.order.type === "surface")) return "Breaks through the ice";
  return SYMBOL_FAMILY[symbol] === "r"
    ? `${symbol} breaks: radiation`
    : `Engines give way in ${PANEL[symbol[0]]}, ${symbol}`;
}

/** @type {Record<string, string>} */
const LOST = { resignation: "Resigns", absence: "Stays away", time: "Runs out of time" };
/** @type {Record<string, string>} */
const DRAWN = { draw_agreed: "Both agree on a draw", absence: "Both stay away", time: "Both run out of time" };

/** @param {any[]} calls @param {Moment[]} told @returns {Omit<Turn, "key">[]} */
function endOf(calls, told) {
  const end = calls.find((call) => call.kind === "game_over");
  if (!end || end.reason === "destroyed" || end.reason === "mutual_destruction") return [];
  const loser = /** @type {Team} */ (end.winner === "blue" ? "yellow" : "blue");
  const text = (end.winner ? LOST : DRAWN)[end.reason] ?? "The match ends";
  return [{ round: Math.min(end.round, told.length - 1), team: end.winner ? loser : "blue", text, harm: "" }];
}

// -- the result

/**
 * How it ended, as a sentence.
 * @param {any} outcome
 * @param {any[]} calls
 * @param {number} round
 * @param {number} hull
 */
export function resultWords(outcome, calls, round, hull) {
  const loser = outcome?.winner ? capital(outcome.winner === "blue" ? "yellow" : "blue") : "Both teams";
  switch (outcome?.reason) {
    case "destroyed":
      return `${loser} is destroyed in round ${round}: ${lastBlow(calls, loser.toLowerCase())} was the ${nth(hull)} damage.`;
    case "mutual_destruction":
      return `One explosion destroys both submarines in round ${round}.`;
    case "resignation":
      return `${loser}'s Captain resigned in round ${round}.`;
    case "draw_agreed":
      return `Both Captains agreed on a draw in round ${round}.`;
    case "turn_limit":
      return `The match ends after ${round} rounds, as was agreed.`;
    case "absence":
      return `${loser} stayed away too long.`;
    case "time":
      return `${loser} ran out of time.`;
    default:
      return `The match ended in round ${round}.`;
  }
}

/** @param {any[]} calls @param {string} team */
function lastBlow(calls, team) {
  const hurts = (/** @type {any} */ call) => call.kind === "damage" || (call.kind === "impact" && hurt(call) > 0);
  const at = calls.map((call) => call.team === team && hurts(call)).lastIndexOf(true);
  if (at < 0) return "the last blow";
  if (calls[at].kind === "damage") return "a breakdown";
  const place = impacts(calls.slice(0, at)).at(-1)?.cell;
  return `${calls[at].result === "direct_hit" ? "a direct hit" : "an indirect hit"}${place ? ` from ${place}` : ""}`;
}

/** @param {number} number */
function nth(number) {
  return ["", "first", "second", "third", "fourth", "fifth", "sixth"][number] ?? `${number}th`;
}

/** The spaces that the explosions of one round reached. @param {Moment} moment @param {import("./geometry.js").ChartMap} chart */
export function blastOf(moment, chart) {
  const here = moment.impacts.filter((one) => one.round === moment.round);
  return [...new Set(here.flatMap((one) => blast(chart, one.cell)))];
}
