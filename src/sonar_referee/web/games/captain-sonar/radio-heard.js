// @ts-check
// What the calls tell about one team: its headings, its silences, and the facts about where it is.

import { impactWords } from "./words.js";

/** @typedef {import("./overlay.js").Heard} Heard */
/** @typedef {{sector?: number, facts?: {kind: string, value: any}[], cell?: string}} Place what a fact points at */
/**
 * @typedef {object} Fact
 * @property {string} key
 * @property {number} round
 * @property {string} icon
 * @property {"detect" | "harm" | "plain"} tone
 * @property {string} about
 * @property {string} result
 * @property {string} [rest]
 * @property {Place | null} place
 */

/** The headings, silences and surfacings of a team, in order. @param {any[]} calls @param {string} team @returns {Heard[]} */
export function heard(calls, team) {
  /** @type {Heard[]} */
  const found = [];
  for (const call of calls) {
    if (call.team !== team) continue;
    if (call.kind === "heading") found.push({ kind: "heading", heading: call.heading, round: call.round });
    if (call.kind === "silence_activated") found.push({ kind: "silence", round: call.round });
    if (call.kind === "surface") found.push({ kind: "surface", round: call.round, sector: call.sector });
  }
  return found;
}

/** The same for `heardShape`: a heading each, and `null` where a silence broke the line. @param {any[]} calls @param {string} team */
export function headingsHeard(calls, team) {
  return heard(calls, team)
    .filter((one) => one.kind !== "surface")
    .map((one) => one.heading ?? null);
}

/** Where something exploded, newest last. @param {any[]} calls @returns {{cell: string, round: number, kind: string, team: string}[]} */
export function impacts(calls) {
  return calls
    .filter((call) => EXPLOSIONS.has(call.kind))
    .map(({ cell, round, kind, team }) => ({ cell, round, kind, team }));
}

/** Impacts as the chart shows them: one star a space, with the newest round. @param {any[]} calls */
export function impactMarks(calls) {
  const marks = new Map(impacts(calls).map(({ cell, round }) => [cell, { cell, label: String(round) }]));
  return [...marks.values()];
}

const EXPLOSIONS = new Map([
  ["torpedo_launched", "torpedo"],
  ["mine_triggered", "mine"],
  ["archer_mine_triggered", "Archer mine"],
]);

/**
 * The facts heard about the enemy, in order.
 * @param {any[]} calls
 * @param {string} own the listener's team
 * @param {string} enemy
 * @returns {Fact[]}
 */
export function facts(calls, own, enemy) {
  return calls.flatMap((call, at) => {
    const fact = factOf(call, calls.slice(at + 1), own, enemy);
    return fact ? [{ key: `${call.round}-${at}`, round: call.round, ...fact }] : [];
  });
}

/** @param {any} call @param {any[]} later @param {string} own @param {string} enemy @returns {Omit<Fact, "key" | "round"> | null} */
function factOf(call, later, own, enemy) {
  if (EXPLOSIONS.has(call.kind)) return explosion(call, later, own, enemy);
  if (call.kind === "drone_launched" && call.team === own) {
    const answer = later.find((one) => one.kind === "drone_answer")?.answer;
    const about = `Drone, sector ${call.sector}:`;
    return {
      icon: "drone",
      tone: "detect",
      about,
      result: answer ?? "asked",
      place: answer === "yes" ? { sector: call.sector } : null,
    };
  }
  if (call.team !== enemy) return null;
  switch (call.kind) {
    case "sonar_answer": {
      const [one, two] = call.facts.map((/** @type {any} */ fact) => `${fact.kind} ${fact.value}`);
      return {
        icon: "sonar",
        tone: "detect",
        about: "Sonar:",
        result: `${one} or ${two}`,
        rest: ", one is false",
        place: { facts: call.facts },
      };
    }
    case "surface":
      return {
        icon: "surface",
        tone: "plain",
        about: "Surfaced in",
        result: `sector ${call.sector}`,
        place: { sector: call.sector },
      };
    case "mine_dropped":
      return { icon: "mine", tone: "harm", about: "They dropped a", result: "mine", place: null };
    default:
      return null;
  }
}

/** @param {any} call @param {any[]} later @param {string} own @param {string} enemy @returns {Omit<Fact, "key" | "round">} */
function explosion(call, later, own, enemy) {
  const whose = call.team === own ? "Our" : "Their";
  const next = later.findIndex((one) => one.kind === "stop" || one.kind === "round_ended");
  const here = next < 0 ? later : later.slice(0, next);
  const impact = here.find((one) => one.kind === "impact" && one.team === enemy);
  const weapon = EXPLOSIONS.get(call.kind);
  const about = `${whose} ${weapon}`;
  const place = { cell: call.cell };
  if (impact && (call.team === own || impact.result !== "all_clear")) {
    const result = impactWords(impact.result).split(",")[0];
    return {
      icon: "impact",
      tone: "harm",
      about: `${about}, ${call.cell}:`,
      result,
      rest: call.team === own ? "" : " on themselves",
      place,
    };
  }
  return { icon: "impact", tone: "harm", about: `${about}:`, result: call.cell, place };
}
