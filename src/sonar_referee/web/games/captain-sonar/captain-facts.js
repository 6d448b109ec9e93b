// @ts-check
// What an order of the Captain's will do, in short sentences: shown before it is sent.

import { h, icon } from "../../lib/dom.js";
import { away, torpedoWay } from "./captain-chart.js";
import { isLand, sectorOf } from "../../chart/geometry.js";
import { capital, listed } from "../../lib/text.js";
import { enemyOf } from "../../parts/seat-words.js";
import { blast } from "./geometry.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** `opt` is shown where there is room for it. @typedef {{icon: string, words: (string | HTMLElement)[], harm?: boolean, opt?: boolean}} Fact */

/** @param {string} text */
const b = (text) => h("b", {}, text);

/** What harms comes first. @param {MatchState} state @param {any} order a legal one @returns {Fact[]} */
export function consequences(state, order) {
  const facts = (FACTS[order.type]?.(state, order) ?? []).filter((fact) => fact !== null);
  return [...facts.filter((fact) => fact.harm), ...facts.filter((fact) => !fact.harm)];
}

/** @type {Record<string, (state: MatchState, order: any) => (Fact | null)[]>} */
const FACTS = {
  place: (state) => [
    { icon: "check", words: [`Only your own team sees it. ${enemy(state)} chooses at the same time.`] },
  ],
  launch_torpedo: (state, { cell }) => [...explosion(state, cell), gaugeEmptied],
  trigger_mine: (state, { cell }) => [
    ...explosion(state, cell),
    state.summary.options.mine_trigger === "activation" ? usesAction : null,
  ],
  trigger_archer_mine: (state, { cell }) => [
    ...explosion(state, cell),
    { icon: "cross", words: ["Crossed out for both teams afterwards"], opt: true },
  ],
  drop_mine: (state, { cell }) => [
    { icon: "sound", words: [`${enemy(state)} hears that a mine is laid, `, b("not where")] },
    { icon: "mine", words: [b(cell), " is closed to you while it lies there"] },
    gaugeEmptied,
  ],
  launch_drone: (state, { sector }) => [
    { icon: "sound", words: [`${enemy(state)} must say whether it is in `, b(`sector ${sector}`)] },
    gaugeEmptied,
  ],
  activate_sonar: (state) => [
    { icon: "sound", words: [`${enemy(state)} gives two facts about its place: `, b("one true, one false")] },
    gaugeEmptied,
  ],
  activate_silence: silenceFacts,
  surface: surfaceFacts,
};

/** @type {Fact} */
const gaugeEmptied = { icon: "undo", words: ["Empties the gauge. Cannot be taken back"], opt: true };
/** @type {Fact} */
const usesAction = { icon: "undo", words: ["Needs no gauge, but is this round's action"], opt: true };

/** @param {MatchState} state */
function enemy(state) {
  return capital(enemyOf(state.team));
}

/** What explodes there, whom it hits. @param {MatchState} state @param {string} cell @returns {(Fact | null)[]} */
function explosion(state, cell) {
  const around = blast(state.chart, cell).filter((one) => one !== cell && !isLand(state.chart, one)).length;
  return [
    { icon: "impact", words: ["Direct on ", b(cell), ", indirect on the ", b(`${around} around it`)] },
    selfDamage(state, cell),
    sweptMines(state, cell),
  ];
}

/** @param {MatchState} state @param {string} cell @returns {Fact} */
function selfDamage(state, cell) {
  const far = away(state, cell);
  if (!state.summary.options.self_damage && far < 2)
    return { icon: "check", words: ["Your own weapons do not hurt you: ", b("safe")] };
  if (far > 1) return { icon: "check", words: [`You are ${far} away: `, b("safe")] };
  const damage = far === 0 ? 2 : 1;
  if (sinks(state, damage)) return { icon: "impact", words: [b("You are hit too, and it sinks you")], harm: true };
  const words = far === 0 ? "It is your own space: " : "You are 1 away: ";
  return { icon: "impact", words: [words, b(far === 0 ? "2 damage to you" : "you are hit too")], harm: true };
}

/** @param {MatchState} state @param {number} damage */
export function sinks(state, damage) {
  return state.view.submarine.damage + damage >= state.summary.options.hull;
}

/** @param {MatchState} state @param {string} cell @returns {Fact | null} */
function sweptMines(state, cell) {
  const { mine_chain: chain } = state.summary.options;
  const mines = (state.view.submarine.mines ?? []).filter(
    (/** @type {string} */ one) => one !== cell && blast(state.chart, cell).includes(one),
  );
  if (chain === "full" && mines.length > 0)
    return {
      icon: "mine",
      words: [b(`Sets off your own ${mines.length > 1 ? "mines" : "mine"} on ${listed(mines)}`)],
      harm: true,
    };
  return null;
}

/** @param {MatchState} state @param {any} order @returns {(Fact | null)[]} */
function silenceFacts(state, { heading, distance }) {
  const team = enemy(state);
  const unmarked = distance === 0 && !state.summary.options.silence_zero_marks;
  return [
    { icon: "silence", words: [`${team} hears that you are silent, `, b("not where you go")] },
    unmarked
      ? { icon: "impact", words: ["No marks follow, so ", b("they can tell that you stayed")], harm: true }
      : { icon: "engineer", words: ["Two marks follow, the Engineer's in ", b(`panel ${capital(heading)}`)] },
  ];
}

/** @param {MatchState} state @returns {(Fact | null)[]} */
function surfaceFacts(state) {
  const own = state.view.submarine;
  const { chart } = state;
  const onIce = chart.holes.length > 0 && !chart.holes.includes(own.cell);
  const ice = sinks(state, 1) ? "the ice sinks you, and the match is lost" : "the ice costs 1 damage at once";
  return [
    onIce ? { icon: "impact", words: ["No open water here: ", b(ice)], harm: true } : null,
    chart.holes.length > 0 && !onIce ? { icon: "check", words: ["Open water: ", b("no damage")] } : null,
    {
      icon: "sound",
      words: [
        "Everybody hears ",
        b(`sector ${sectorOf(chart, own.cell)}`),
        `. ${enemy(state)} plays three rounds alone`,
      ],
    },
    { icon: "check", words: ["Your route is erased, all parts are repaired"] },
  ];
}

/** The line beside the big letters: how the order gets there. @param {MatchState} state @param {any} order */
export function how(state, order) {
  switch (order?.type) {
    case "place":
      return `Sector ${sectorOf(state.chart, order.cell)}`;
    case "launch_torpedo":
      return torpedoHow(torpedoWay(state, order.cell));
    case "drop_mine":
      return `Beside you, in sector ${sectorOf(state.chart, order.cell)}`;
    case "trigger_mine":
    case "trigger_archer_mine":
      return `${away(state, order.cell)} away, in sector ${sectorOf(state.chart, order.cell)}`;
    case "activate_silence":
      return silenceHow(order);
    default:
      return "";
  }
}

/** @param {string[]} path */
function torpedoHow(path) {
  const between = path.slice(1, -1);
  if (between.length === 0) return path.length === 2 ? "1 of 4 steps" : "";
  return `${path.length - 1} of 4 steps, by ${listed(between.length > 2 ? [between[0], between[between.length - 1]] : between)}`;
}

/** @param {any} order */
function silenceHow({ heading, distance }) {
  if (distance === 0) return heading ? `You stay. The mark is ${heading}` : "You stay. Pick a heading for the mark";
  return `${capital(heading)} by ${distance}`;
}

/** @param {Fact[]} facts */
export function factList(facts) {
  return h(
    "ul.facts",
    {},
    facts.map((fact) =>
      h(
        "li",
        { class: [fact.harm && "harm", fact.opt && "lesser"].filter(Boolean).join(" ") || null },
        icon(fact.icon),
        h("span", {}, fact.words),
      ),
    ),
  );
}
