// @ts-check
// Why an order is not open: a sentence and the rule's id, told from what the view shows. The server alone decides.

import { chebyshev, headingTo, isLand, ahead, manhattan } from "../../chart/geometry.js";
import { capital, listed } from "../../lib/text.js";
import { downBy, systemName } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("./captain-aim.js").Wanted} Wanted */
/** @typedef {import("../../chart/geometry.js").Heading} Heading */
/** @typedef {{head: string, text: string, rule: string}} Why */
/** @typedef {import("./words.js").System} System */

/** Which system an order uses. @type {Record<string, System>} */
export const SYSTEM_OF = {
  drop_mine: "mine",
  trigger_mine: "mine",
  launch_torpedo: "torpedo",
  launch_drone: "drone",
  activate_sonar: "sonar",
  activate_silence: "silence",
  trigger_archer_mine: "scenario",
};

/** @param {string} head @param {string} text @param {string} rule @returns {Why} */
function say(head, text, rule) {
  return { head, text, rule };
}

/** @param {MatchState} state @param {Wanted} wanted @returns {Why} */
export function why(state, wanted) {
  if (state.link !== "open") return say("Not connected.", "Orders wait until the connection is back.", "");
  return (
    step(state, wanted.type) ??
    OF_TYPE[wanted.type]?.(state, wanted) ??
    systemWhy(state, SYSTEM_OF[wanted.type]) ??
    say("Not now.", "The referee does not offer this order.", "")
  );
}

/** The step of the round comes first. @param {MatchState} state @param {string} type @returns {Why | null} */
function step(state, type) {
  const { view } = state;
  const own = view.submarine;
  if (type === "trigger_mine" && state.summary.options.mine_trigger === "anytime" && view.team_to_act) return null;
  if (view.phase === "placement")
    return type === "place" ? null : say("Not yet.", "Both Captains choose a start first.", "R17");
  if (type === "place") return say("Too late.", "The start stands once both teams have placed.", "R17");
  if (view.team_to_act !== state.team) {
    if (own?.surfaced) return say("Surfaced.", "Your boat waits for its dive.", "R132");
    return say("Not your round.", `${capital(view.team_to_act ?? "the enemy")} acts now.`, "R27");
  }
  return stepOfRound(view.phase, type);
}

/** @param {string} phase @param {string} type @returns {Why | null} */
function stepOfRound(phase, type) {
  const moves = type === "head" || type === "surface";
  switch (phase) {
    case "order":
      return moves ? null : say("After the move.", "First the heading and the two marks, then a system.", "R24");
    case "marks":
    case "silence_marks":
      return say("Not yet.", "The marks of Engineer and First Mate come first.", "R23");
    case "activation":
      return moves ? say("Already moved.", "One move a round.", "R21") : null;
    case "sonar_answer":
      return say("Not yet.", "The round waits for their answer to your sonar.", "R119b");
    case "answer":
      return say("Not yet.", "The round waits for their answer.", "R27");
    default:
      return null;
  }
}

/** What bars the way in a heading, in a word for small buttons; empty if nothing does. @param {MatchState} state @param {Heading} heading @returns {"" | "edge" | "land" | "route" | "own mine"} */
export function barrier(state, heading) {
  const own = state.view.submarine;
  const cell = own?.cell ? ahead(state.chart, own.cell, heading) : null;
  if (cell === null) return "edge";
  if (isLand(state.chart, cell)) return "land";
  if (own.route?.includes(cell)) return "route";
  return own.mines?.includes(cell) ? "own mine" : "";
}

/** @type {Record<string, (state: MatchState, wanted: Wanted) => Why | null>} */
const OF_TYPE = {
  place: (_state, { cell }) => (cell ? say(`Not ${cell}.`, "It is land. A boat starts on the sea.", "R16") : null),
  head: headWhy,
  surface: () => say("Dive first.", "This round is your dive: pick a heading. Surfacing is open from the next.", "R31"),
  launch_torpedo: (state, { cell }) => (cell ? (systemWhy(state, "torpedo") ?? torpedoWhy(state, cell)) : null),
  drop_mine: (state, { cell }) => (cell ? (systemWhy(state, "mine") ?? mineWhy(state, cell)) : null),
  trigger_mine: triggerWhy,
  launch_drone: (state) => detectionWhy(state, "drone"),
  activate_sonar: (state) => detectionWhy(state, "sonar"),
  activate_silence: (state, wanted) => systemWhy(state, "silence") ?? silenceWhy(state, wanted),
  trigger_archer_mine: (state, { cell }) =>
    cell ? (systemWhy(state, "scenario") ?? say(`Not ${cell}.`, "No armed Archer mine lies there.", "R144b")) : null,
  end_round: () => say("Not yet.", "A round needs a move or surfacing.", "R22"),
};

/** @param {MatchState} state @param {Wanted} wanted @returns {Why} */
function headWhy(state, { heading, cell }) {
  if (!heading) return say(`Not ${cell ?? "there"}: a move goes one space.`, "North, east, south or west.", "R32");
  const there = ahead(state.chart, state.view.submarine.cell, heading);
  const not = `Not ${heading}:`;
  switch (barrier(state, heading)) {
    case "edge":
      return say(`${not} the chart ends here.`, "", "R33");
    case "land":
      return say(`${not} ${there} is land.`, "", "R34");
    case "route":
      return say(`${not} ${there} is on your own route.`, "No boat crosses its own route until it surfaces.", "R35");
    case "own mine":
      return say(`${not} a mine of yours lies on ${there}.`, "", "R36");
    default:
      return say(`Not ${heading}.`, "The referee does not offer this way.", "R32");
  }
}

/** What keeps a system from being used at all; null if nothing that the view shows. @param {MatchState} state @param {System | undefined} system @returns {Why | null} */
export function systemWhy(state, system) {
  if (!system) return null;
  const { view } = state;
  const name = systemName(system);
  if (view.activation_used) return say("One action a round.", "This round's is used.", "R25");
  const down = downBy(view.breakdowns ?? [], system);
  if (down.length > 0)
    return say(
      `${name} is down.`,
      `${listed(down)} ${down.length > 1 ? "are" : "is"} crossed on the Engineer's sheet.`,
      "R58",
    );
  const gauge = view.gauges?.[system];
  if (gauge && gauge.marked < gauge.size)
    return say(`${name} is not ready.`, `${gauge.marked} of ${gauge.size} marked.`, "R80");
  return null;
}

/** @param {MatchState} state @param {"drone" | "sonar"} system */
function detectionWhy(state, system) {
  if (state.summary.options.detection_by === "first_mate_only")
    return say("The First Mate's.", "In this match the First Mate orders drone and sonar.", "D21");
  return systemWhy(state, system);
}

/** @param {MatchState} state @param {string} cell @returns {Why} */
function torpedoWhy(state, cell) {
  const from = state.view.submarine.cell;
  if (cell === from) return say(`Not ${cell}.`, "Your own space is no target.", "R107");
  if (isLand(state.chart, cell)) return say(`Not ${cell}.`, "It is land. A torpedo needs a space of sea.", "R106");
  const near = manhattan(from, cell) <= 4;
  return say(
    `Not ${cell}.`,
    near ? "Round the land it is more than 4 steps." : "It is more than 4 steps away.",
    "R106",
  );
}

/** @param {MatchState} state @param {string} cell @returns {Why} */
function mineWhy(state, cell) {
  const own = state.view.submarine;
  const most = state.summary.options.max_mines;
  if (most !== null && own.mines.length >= most)
    return say("No more mines.", `${most} of yours lie already, this match's limit.`, "D26");
  if (isLand(state.chart, cell)) return say(`Not ${cell}.`, "It is land.", "R91");
  if (own.route.includes(cell)) return say(`Not ${cell}.`, "It is on your own route.", "R91");
  if (own.mines.includes(cell)) return say(`Not ${cell}.`, "A mine of yours lies there.", "R91");
  const four = state.summary.options.mine_adjacency === 4;
  if (chebyshev(own.cell, cell) > 1 || four)
    return say(`Not ${cell}.`, `A mine goes on one of the ${four ? "4" : "8"} spaces beside you.`, "R91");
  return say(`Not ${cell}.`, "", "R91");
}

/** @param {MatchState} state @param {Wanted} wanted @returns {Why} */
function triggerWhy(state, { cell }) {
  const own = state.view.submarine;
  if (own.surfaced) return say("Surfaced.", "A surfaced boat triggers no mine.", "R101");
  if (!own.mines.length) return say("No mine.", "None of yours lies out there.", "R100");
  const down = downBy(state.view.breakdowns ?? [], "mine");
  if (down.length > 0 && state.summary.options.mine_trigger_needs_red_ok)
    return say("Weapons are down.", `${listed(down)} crossed: no mine can be triggered.`, "R58");
  if (state.view.activation_used && state.summary.options.mine_trigger === "activation")
    return say("One action a round.", "This round's is used.", "R25");
  if (cell && !own.mines.includes(cell)) return say(`Not ${cell}.`, "No mine of yours lies there.", "R100");
  return say("Not now.", "No mine can be triggered in this step.", "R101");
}

/** @param {MatchState} state @param {Wanted} wanted @returns {Why} */
function silenceWhy(state, { heading, distance, cell }) {
  const from = state.view.submarine.cell;
  const way = heading ?? (cell ? headingTo(from, cell) : null);
  if (!way)
    return say(cell ? `Not ${cell}.` : "Not there.", "Silence goes in one straight line, up to 4 spaces.", "R122");
  const open = Math.max(
    ...state
      .legal("activate_silence")
      .filter((order) => order.heading === way)
      .map((order) => order.distance),
    0,
  );
  if ((distance ?? manhattan(from, cell)) > 4) return say("Too far.", "Silence goes up to 4 spaces.", "R122");
  if (open === 4) return say("Too far.", "Silence goes up to 4 spaces.", "R122");
  const ends = barrierAfter(state, /** @type {Heading} */ (way), open);
  return say(`Only ${open} ${way}.`, ends && `Then comes ${ends}.`, "R122");
}

/** @param {MatchState} state @param {Heading} heading @param {number} open */
function barrierAfter(state, heading, open) {
  const own = state.view.submarine;
  const cell = ahead(state.chart, own.cell, heading, open + 1);
  if (cell === null) return "the edge of the chart";
  if (isLand(state.chart, cell)) return `land on ${cell}`;
  if (own.route.includes(cell)) return `your own route on ${cell}`;
  return own.mines.includes(cell) ? `a mine of yours on ${cell}` : "";
}
