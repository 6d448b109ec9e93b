// @ts-check
// The duel in words: whose turn it is, what was done and heard, how it ended; and the sounds that go with it.

import { capital } from "../../lib/text.js";
import { enemyOf } from "../../parts/seat-words.js";
import { blockWords } from "./places.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../parts/log.js").Entry} Entry */
/** @typedef {{turn: number, action: {type: string, heading?: import("../../chart/geometry.js").Heading}, cell: string}} Deed */
/** @typedef {{turn: number, detected: boolean, sector: number | null, direction: string | null, band: string | null, block: [number, number] | null}} Reading */
/** @typedef {{turn: number, system: string | null, sector: number, block: [number, number] | null, detected: boolean}} Emission */

/** Turns of a match, those of both seats counted. */
export const MOST_TURNS = 100;
export const TORPEDOES = 12;

/** @type {Record<string, string>} */
const DIRECTION = {
  n: "north",
  ne: "north-east",
  e: "east",
  se: "south-east",
  s: "south",
  sw: "south-west",
  w: "west",
  nw: "north-west",
};

/** Longer names would not fit into a sentence on a phone. */
const LONGEST_NAME = 14;

/** The enemy by the player's name, or by its colour where that is long. @param {MatchState} state */
export function enemyName(state) {
  const enemy = enemyOf(state.team);
  const name = state.nameOf(enemy);
  return name.length > LONGEST_NAME ? capital(enemy) : name;
}

/** Whether this tab's seat is to act. @param {MatchState} state */
export function isAwaited(state) {
  return state.view.status === "running" && state.view.to_act !== null && state.seats.includes(state.view.to_act);
}

/** What the table waits for: a strong part and the rest. @param {MatchState} state @returns {[string, string]} */
export function turnWords(state) {
  const { view } = state;
  if (view.status === "finished") return ["The duel is over.", view.reveal ? "Both tracks are open now." : ""];
  if (isAwaited(state)) return ["Your turn.", "Move, wait, listen or fire."];
  return ["", view.to_act ? `Waiting for ${state.nameOf(view.to_act)}` : ""];
}

/** How long ago a turn was. @param {number} turns */
export function ageWords(turns) {
  if (turns === 0) return "this turn";
  return turns === 1 ? "1 turn ago" : `${turns} turns ago`;
}

/** @param {number} count */
export function spaces(count) {
  return count === 1 ? "1 space" : `${count} spaces`;
}

/** What a sonar told its user. @param {Reading} reading */
export function readingWords({ detected, sector, direction, band, block }) {
  if (!detected) return "Nothing within 4 spaces";
  const away = { 0: "on your own space", 1: "1 away", "2-4": "2 to 4 away" }[/** @type {"0" | "1" | "2-4"} */ (band)];
  const where = [direction && DIRECTION[direction], away].filter(Boolean).join(", ");
  return `Found: ${where}, sector ${sector}${blockWords(block)}`;
}

/** What the enemy gave away. @param {Emission} emission @param {string} who */
export function emissionWords({ system, sector, block, detected }, who) {
  const what = { sonar: "listened", torpedo: "fired a torpedo" }[system ?? ""] ?? "made a sound";
  const found = system === "sonar" || detected ? (detected ? ": you were found" : ": you were not found") : "";
  return `${who} ${what} in sector ${sector}${blockWords(block)}${found}`;
}

/** What somebody did in a turn. @param {Deed} deed @param {string} who */
export function deedWords({ action, cell }, who) {
  switch (action.type) {
    case "move":
      return `${who} moved ${action.heading} to ${cell}`;
    case "torpedo":
      return `${who} fired ${action.heading} from ${cell}`;
    case "sonar":
      return `${who} listened on ${cell}`;
    default:
      return `${who} waited on ${cell}`;
  }
}

// -- the log

/** What this viewer has heard, turn by turn. @param {MatchState} state @returns {Entry[]} */
export function entries(state) {
  /** @type {Map<number, Deed>} */
  const own = new Map((state.view.deeds ?? []).map((/** @type {Deed} */ deed) => [deed.turn, deed]));
  /** @type {Entry[]} */
  const made = [];
  for (const call of state.calls) {
    let entry = made.at(-1);
    if (!entry || entry.round !== call.round) {
      entry = begin(state, call, own.get(call.round));
      made.push(entry);
    }
    hear(entry, call, state);
  }
  return made;
}

/** @param {MatchState} state @param {any} call the first of its turn @param {Deed | undefined} deed of the own seat @returns {Entry} */
function begin({ team }, call, deed) {
  const whose = deed ? team : team && enemyOf(team);
  return {
    round: call.round,
    team: whose ?? "flag",
    head: deed ? deedWords(deed, "You") : "",
    lines: [],
    seq: call.seq,
  };
}

/** @param {Entry} entry @param {any} call @param {MatchState} state */
function hear(entry, call, state) {
  const say = (/** @type {string} */ text, { harm = false, strong = false } = {}) =>
    entry.lines.push({ text, harm, strong });
  switch (call.kind) {
    case "turn_passed":
      if (entry.head) break;
      entry.head = "Turn passed";
      if (state.team) say("they moved or waited");
      break;
    case "reading":
      say(readingWords(call), { strong: call.detected });
      break;
    case "emission":
      entry.head = emissionWords(call, enemyName(state));
      break;
    case "torpedo_missed":
      say("Miss");
      break;
    case "torpedo_hit":
      say("Hit", { harm: true });
      break;
    case "game_over":
      say(call.winner ? `${capital(call.winner)} wins` : "A draw", { strong: true });
      break;
    default:
      say(call.text);
  }
}

/** How the match ended, in a sentence. @param {MatchState} state */
export function resultWords({ view }) {
  const { winner, reason } = view.outcome ?? {};
  const loser = winner && capital(enemyOf(winner));
  const turn = `in turn ${view.turn}`;
  switch (reason) {
    case "torpedoed":
      return `${loser} was torpedoed ${turn}.`;
    case "out_of_torpedoes":
      return `${loser}’s twelfth torpedo missed ${turn}.`;
    case "resignation":
      return `${loser} gave up ${turn}.`;
    case "turn_limit":
      return `${MOST_TURNS} turns have passed.`;
    case "absence":
      return loser ? `${loser} stayed away.` : "Both players stayed away.";
    case "time":
      return `${loser} let the time run out ${turn}.`;
    default:
      return "";
  }
}

// -- what is heard and seen for a moment

/** @type {Record<string, string>} */
const CUES = { turn_passed: "", reading: "sonar", torpedo_missed: "clear", torpedo_hit: "impact" };

/** The sound that goes with an announcement. @param {any} call */
export function cue(call) {
  return call.kind === "emission" ? (call.system ?? "call") : (CUES[call.kind] ?? "call");
}

/** Whether an announcement is shown in large for a moment. @param {any} call */
export function stays(call) {
  return call.kind in BIG;
}

/** Such an announcement as a symbol and few words. @type {Record<string, (call: any, state: MatchState) => {icon: string, by: string, words: string, harm: boolean}>} */
const BIG = {
  reading: (call) => ({ icon: "sonar", by: "Your sonar", words: readingWords(call), harm: false }),
  emission: (call, state) => ({
    icon: call.system ?? "sound",
    by: `Turn ${call.turn}`,
    words: emissionWords(call, enemyName(state)),
    harm: call.detected,
  }),
  torpedo_missed: () => ({ icon: "torpedo", by: "Your torpedo", words: "Miss", harm: false }),
  torpedo_hit: (call) => ({ icon: "impact", by: `Turn ${call.round}`, words: "Hit", harm: true }),
};

/** @param {any} call @param {MatchState} state */
export function big(call, state) {
  return BIG[call.kind](call, state);
}
