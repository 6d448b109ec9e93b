// @ts-check
// The game's words: what was said as log entries, what the table waits for as a sentence, names and families.

import { capital, listed } from "../../lib/text.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../parts/log.js").Entry} Entry */
/** @typedef {"mine" | "torpedo" | "drone" | "sonar" | "silence" | "scenario"} System */

/** @type {System[]} */
export const SYSTEMS = ["mine", "torpedo", "drone", "sonar", "silence", "scenario"];

/** Families of systems: `w` weapons, `d` detection, `s` special. @type {Record<System, "w" | "d" | "s">} */
export const FAMILY = { mine: "w", torpedo: "w", drone: "d", sonar: "d", silence: "s", scenario: "s" };

export const FAMILY_SYMBOL = { w: "weapons", d: "detection", s: "special", r: "radiation" };

/** Each symbol of the Engineer's sheet with its family; `r` is radiation. @type {Record<string, "w" | "d" | "s" | "r">} */
export const SYMBOL_FAMILY = {
  W1: "w",
  W2: "s",
  W3: "d",
  W4: "d",
  W5: "r",
  W6: "r",
  N1: "s",
  N2: "w",
  N3: "s",
  N4: "d",
  N5: "w",
  N6: "r",
  S1: "d",
  S2: "s",
  S3: "w",
  S4: "w",
  S5: "r",
  S6: "s",
  E1: "d",
  E2: "s",
  E3: "w",
  E4: "r",
  E5: "d",
  E6: "r",
};

/** The Engineer's panels in the order of the sheet. @type {Record<string, string>} */
export const PANEL_NAME = { W: "West", N: "North", S: "South", E: "East" };

export const CIRCUITS = { I: ["W1", "W2", "W3", "E3"], II: ["N1", "N2", "N3", "E1"], III: ["S1", "S2", "S3", "E2"] };

/** @param {System} system */
export function systemName(system) {
  return system === "scenario" ? "Archer mine" : capital(system);
}

/** @type {Record<string, string>} */
export const ROLE_TITLE = {
  captain: "Captain",
  first_mate: "First Mate",
  engineer: "Engineer",
  radio_operator: "Radio Operator",
};

/** For tabs and for those with several seats. @type {Record<string, string>} */
export const ROLE_SHORT = {
  captain: "Captain",
  first_mate: "Mate",
  engineer: "Engineer",
  radio_operator: "Radio",
};

/** @param {string} seat */
export function roleOf(seat) {
  return seat.split(".")[1];
}

/** The crossed symbols that put a system's family out of order. @param {string[]} breakdowns @param {System} system */
export function downBy(breakdowns, system) {
  return breakdowns.filter((symbol) => SYMBOL_FAMILY[symbol] === FAMILY[system]);
}

// -- the log

/**
 * The announcements as entries, one for each round with its head line, OKs and what else was said.
 * @param {any[]} calls
 * @returns {Entry[]}
 */
export function entries(calls) {
  /** @type {Entry[]} */
  const made = [];
  for (const call of calls) {
    const team = call.team ?? made.at(-1)?.team ?? "blue";
    let entry = made.at(-1);
    const belongs = entry && entry.round === call.round;
    if (!entry || !belongs) {
      entry = { round: call.round, team, head: "", lines: [], seq: call.seq };
      made.push(entry);
    }
    take(entry, call);
  }
  return made;
}

/** @param {Entry} entry @param {any} call */
function take(entry, call) {
  const who = call.team && call.team !== entry.team ? `${capital(call.team)}: ` : "";
  const say = (/** @type {string} */ text, { harm = false, strong = false } = {}) =>
    entry.lines.push({ text: who + text, harm, strong });
  switch (call.kind) {
    case "dive":
      say("Dive");
      break;
    case "heading":
      entry.head = `Head ${call.heading}`;
      break;
    case "surface":
      entry.head = `Surface in sector ${call.sector}`;
      break;
    case "surface_round":
      entry.head = `Surfaced, round ${call.count} of 3`;
      break;
    case "crew_ok": {
      const oks = Math.min(2, (entry.tail?.marks.length ?? 0) + 1);
      entry.tail = { marks: "✓".repeat(oks), words: `, ${oks} of 2 OK` };
      break;
    }
    case "system_ready":
      say(`${systemName(call.system)} ready`);
      break;
    case "damage":
      say(`Damage, ${call.total} hit`, { harm: true });
      break;
    case "stop":
      say("Stop.");
      break;
    case "impact":
      say(impactWords(call.result), { harm: call.result !== "all_clear" });
      break;
    case "destroyed":
      say("Destroyed", { harm: true });
      break;
    case "sonar_answer":
      say(`Answer ${call.facts.map((/** @type {any} */ f) => `${f.kind} ${f.value}`).join(", ")}`, { strong: true });
      break;
    case "drone_answer":
      say(capital(call.answer), { strong: true });
      break;
    case "game_over":
      say(call.winner ? `${capital(call.winner)} wins` : "A draw", { strong: true });
      break;
    case "round_ended":
      break;
    default:
      say(sentence(call.text), { strong: true });
  }
}

/** @param {string} result */
export function impactWords(result) {
  return (
    { direct_hit: "direct hit, 2 damage", indirect_hit: "indirect hit, 1 damage", all_clear: "all clear" }[result] ??
    result
  );
}

/** A call in capitals as a sentence; cells keep their letter. @param {string} text */
export function sentence(text) {
  const low = text
    .toLowerCase()
    .replace(/!$/, "")
    .replace(/\b([a-z])(\d{1,2})\b/g, (_, letter, number) => letter.toUpperCase() + number);
  return capital(low);
}

// -- the turn strip

/** Whether the table waits for one of this tab's seats. @param {MatchState} state */
export function isAwaited(state) {
  return state.seats.some((seat) => state.view.awaiting.includes(seat));
}

const STEP = { order: 0, marks: 1, silence_marks: 1, activation: 2, answer: 2, sonar_answer: 2 };

/** Which of the four steps Order, Marks, Action, End is on; -1 for none. @param {string} phase */
export function step(phase) {
  return STEP[/** @type {keyof typeof STEP} */ (phase)] ?? -1;
}

/**
 * What the table waits for: a strong part and the rest.
 * @param {MatchState} state
 * @returns {[string, string]}
 */
export function turnWords(state) {
  const { view } = state;
  if (view.status === "finished") return ["The match is over.", view.reveal ? "Both charts are open now." : ""];
  const mine = state.seats.filter((seat) => view.awaiting.includes(seat)).map(roleOf);
  if (mine.length > 0) return ownWords(state, mine);
  const own = view.submarine;
  if (own?.surfaced && view.phase !== "sonar_answer" && view.team_to_act !== state.team) {
    return [`Surfaced, round ${own.surface_round} of 3.`, `${waiting(state)}`];
  }
  return ["", waiting(state)];
}

/** @param {MatchState} state @param {string[]} roles @returns {[string, string]} */
function ownWords(state, roles) {
  const { view } = state;
  const title = roles.length === 1 ? ROLE_TITLE[roles[0]] : "";
  switch (view.phase) {
    case "placement":
      return ["Choose your start, Captain.", "Any sea space. Nobody else sees it."];
    case "order":
      if (!state.legal("head").length) return ["Every way is blocked.", "Surface."];
      if (view.submarine?.surfaced) return ["Dive, Captain.", "Pick a heading."];
      return ["Your order, Captain.", "Pick a heading."];
    case "marks":
    case "silence_marks":
      if (roles.length > 1) return ["Two marks to make:", "Engineer and First Mate."];
      return [`Your mark, ${title}.`, roles[0] === "engineer" ? symbolWords(state) : "One space on one gauge."];
    case "activation":
      return ["Your action, Captain.", "Or end the round."];
    case "sonar_answer":
      return ["Answer their sonar, Captain.", "One fact true, one false."];
    case "answer":
      return ["Confirm the answer, Captain.", "The referee says the truth."];
    default:
      return ["", ""];
  }
}

/** In which panel the Engineer's mark goes. @param {MatchState} state */
function symbolWords(state) {
  const [first] = state.legal("mark_breakdown");
  return first ? `One symbol in ${PANEL_NAME[first.symbol.charAt(0)]}.` : "One symbol.";
}

/** @param {MatchState} state */
function waiting(state) {
  const { view } = state;
  const people = view.awaiting.map(
    (/** @type {string} */ seat) => `${state.nameOf(seat)}, ${ROLE_TITLE[roleOf(seat)]}`,
  );
  if (people.length === 0) return "";
  const whose = view.team_to_act && view.team_to_act !== state.team ? `${capital(view.team_to_act)} acts. ` : "";
  return `${whose}Waiting for ${listed(people)}`;
}

/** The sound that goes with an announcement. @param {any} call */
export function cue(call) {
  /** @type {Record<string, string>} */
  const sounds = {
    system_ready: "ready",
    stop: "stop",
    sonar_activated: "sonar",
    torpedo_launched: "torpedo",
    mine_triggered: "torpedo",
    archer_mine_triggered: "torpedo",
    surface: "surface",
    damage: "impact",
    destroyed: "impact",
    round_ended: "",
    crew_ok: "",
  };
  if (call.kind === "impact") return call.result === "all_clear" ? "clear" : "impact";
  return sounds[call.kind] ?? "call";
}
