// @ts-check
// What everybody may know from the calls alone: the last call in large type, systems called ready, mines in the water.

import { capital } from "../../lib/text.js";
import { heardShape } from "./heard-shape.js";
import { impacts } from "./radio-heard.js";
import { systemName } from "./words.js";

/** @typedef {import("./words.js").System} System */
/** @typedef {{symbol: string, turn: string, words: string, by: string, team: string, harm: boolean}} Big */

const QUIET = new Set(["round_ended", "crew_ok", "stop"]);

/** @type {Record<string, string>} */
const TURN = { north: "", east: "r90", south: "r180", west: "r270" };

/** @type {Record<string, string>} */
const RESULT = { direct_hit: "Direct hit", indirect_hit: "Indirect hit", all_clear: "All clear" };

/** The calls worth large type. @param {any[]} calls @returns {any[]} */
export function loudCalls(calls) {
  return calls.filter((call, at) => !QUIET.has(call.kind) || (call.kind === "stop" && at === calls.length - 1));
}

/** A call as few large words. @param {any} call @returns {Big} */
export function big(call) {
  const team = call.team ?? call.winner ?? "blue";
  const by = ANSWERS.has(call.kind) ? `${capital(team)} answers` : `${capital(team)} calls`;
  const say = (/** @type {string} */ symbol, /** @type {string} */ words, harm = false) => ({
    symbol,
    words,
    turn: "",
    by,
    team,
    harm,
  });
  switch (call.kind) {
    case "heading":
      return { ...say("arrow", `Head ${call.heading}`), turn: TURN[call.heading] };
    case "dive":
      return { ...say("surface", "Dive"), turn: "r180" };
    case "system_ready":
      return say(call.system, `${systemName(call.system)} ready`);
    case "damage":
      return say("impact", "Damage", true);
    case "surface":
      return say("surface", `Surface in sector ${call.sector}`);
    case "surface_round":
      return say("surface", `Surfaced, ${call.count} of 3`);
    case "stop":
      return say("hand", "Stop");
    case "mine_dropped":
      return say("mine", "Mine dropped");
    case "mine_triggered":
      return say("mine", `Mine in ${call.cell}`, true);
    case "torpedo_launched":
      return say("torpedo", `Torpedo in ${call.cell}`, true);
    case "archer_mine_triggered":
      return say("scenario", `Archer mine in ${call.cell}`, true);
    case "impact":
      return say(
        call.result === "all_clear" ? "check" : "impact",
        RESULT[call.result] ?? call.result,
        call.result !== "all_clear",
      );
    case "drone_launched":
      return say("drone", `Are you in sector ${call.sector}?`);
    case "drone_answer":
      return say("drone", capital(call.answer));
    case "sonar_activated":
      return say("sonar", "Sonar");
    case "sonar_answer":
      return say(
        "sonar",
        capital(call.facts.map((/** @type {any} */ fact) => `${fact.kind} ${fact.value}`).join(", ")),
      );
    case "silence_activated":
      return say("silence", "Silence");
    case "destroyed":
      return { ...say("cross", `${capital(team)} is destroyed`, true), by: "The referee says" };
    case "game_over":
      return { ...say("flag", call.winner ? `${capital(call.winner)} wins` : "A draw"), by: "The match is over" };
    default:
      return say("sound", call.text);
  }
}

const ANSWERS = new Set(["impact", "drone_answer", "sonar_answer"]);

/** @type {Record<string, System>} */
const USES = {
  mine_dropped: "mine",
  torpedo_launched: "torpedo",
  drone_launched: "drone",
  sonar_activated: "sonar",
  silence_activated: "silence",
  archer_mine_triggered: "scenario",
};

/** The systems that a team has called ready and not used since. @param {any[]} calls @param {string} team @returns {System[]} */
export function calledReady(calls, team) {
  /** @type {Set<System>} */
  const ready = new Set();
  for (const call of calls) {
    if (call.team !== team) continue;
    if (call.kind === "system_ready") ready.add(call.system);
    else if (USES[call.kind]) ready.delete(USES[call.kind]);
  }
  return [...ready];
}

/** The mines that a team has dropped and not triggered; another explosion may have swept some. @param {any[]} calls @param {string} team */
export function minesInWater(calls, team) {
  let count = 0;
  let atMost = false;
  for (const call of calls) {
    const own = call.team === team;
    if (call.kind === "mine_dropped" && own) count += 1;
    else if (call.kind === "mine_triggered" && own) count -= 1;
    else if (count > 0 && impacts([call]).length > 0) atMost = true;
    if (count <= 0) atMost = false;
  }
  return { count: Math.max(0, count), atMost };
}

/** In units of the drawing: a few headings are not blown up beyond this. */
const LEAST_SHAPE = 190;

/** The shape of the headings heard, with room around it while it is small. @param {(import("../../chart/geometry.js").Heading | null)[]} headings @param {string} team */
export function roomyShape(headings, team) {
  const shape = heardShape(headings, team);
  const side = Number(shape.getAttribute("viewBox")?.split(" ")[2]);
  const more = Math.max(0, LEAST_SHAPE - side);
  shape.setAttribute("viewBox", [-more / 2, -more / 2, side + more, side + more].join(" "));
  return shape;
}
