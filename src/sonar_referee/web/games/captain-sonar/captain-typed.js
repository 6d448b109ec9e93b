// @ts-check
// The Captain by keyboard: typed orders and single keys.

import { HEADINGS } from "../../chart/geometry.js";
import { onControl } from "../../parts/keys.js";
import { aim, aimOf, ask, decide, exact, legal, pick, send } from "./captain-aim.js";
import { setSilence } from "./captain-card.js";
import { beginSurface } from "./captain-panels.js";
import { aimAt, chooseSystem } from "./captain-systems.js";
import { why } from "./captain-why.js";
import { roleOf } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./captain-aim.js").Wanted} Wanted */
/** @typedef {import("../../chart/geometry.js").Heading} Heading */
/** @typedef {{used: number, done: string | Promise<boolean>}} Read */

// -- typed orders

/** @type {Record<string, string>} */
const WITH_CELL = {
  place: "place",
  torpedo: "launch_torpedo",
  mine: "drop_mine",
  trigger: "trigger_mine",
  archer: "trigger_archer_mine",
};
/** @type {Record<string, string>} */
const BARE = { surface: "surface", sonar: "activate_sonar", end: "end_round", confirm: "confirm_answer" };

/** @type {import("./typed.js").Reader} */
export function captainTyped(words, state, act) {
  const [first, second, third] = words;
  const heading = headingOf(first);
  if (heading) return read(1, give(state, act, { type: "head", heading }));
  if (BARE[first]) return read(1, give(state, act, { type: BARE[first] }));
  if (WITH_CELL[first]) return atCell(state, act, first, second);
  if (first === "drone") return atSector(state, act, second);
  if (first === "silence") return silence(state, act, second, third);
  if (first === "answer") return answer(state, act, words);
  return standing(state, act, first, second);
}

/** @param {number} used @param {string | Promise<boolean>} done @returns {Read} */
function read(used, done) {
  return { used, done };
}

/** @param {string | undefined} word @returns {Heading | null} */
function headingOf(word) {
  return (word && HEADINGS.find((heading) => heading === word || heading[0] === word)) || null;
}

/** Send an order to the referee, who knows best; only where a refusal has a price, the view is asked before. @param {MatchState} state @param {Actions} act @param {Wanted} wanted @returns {string | Promise<boolean>} */
function give(state, act, wanted) {
  if (exact(state, wanted)) return send(state, act, wanted);
  if (state.link !== "open" || state.summary.options.bad_activation !== "reject") return whyWords(state, wanted);
  return act.order(wanted, state.seats.find((seat) => roleOf(seat) === "captain") ?? null);
}

/** @param {MatchState} state @param {Wanted} wanted */
function whyWords(state, wanted) {
  const { head, text, rule } = why(state, wanted);
  return [head, text, rule].filter(Boolean).join(" ");
}

/** @param {MatchState} state @param {Actions} act @param {string} word @param {string | undefined} typed @returns {Read} */
function atCell(state, act, word, typed) {
  const { columns, rows } = state.chart;
  const parts = /^([a-z])(\d{1,2})$/.exec(typed ?? "");
  const ends = `Columns run from ${columns[0]} to ${columns[columns.length - 1]}, rows from 1 to ${rows.length}.`;
  if (!parts)
    return read(typed ? 2 : 1, `“${[word, typed].filter(Boolean).join(" ")}” needs a space: ${word} c7. ${ends}`);
  const cell = `${parts[1].toUpperCase()}${Number(parts[2])}`;
  if (!columns.includes(cell[0]) || !rows.includes(Number(parts[2])))
    return read(2, `“${word} ${typed}”: there is no ${cell}. ${ends}`);
  return read(2, give(state, act, { type: WITH_CELL[word], cell }));
}

/** @param {MatchState} state @param {Actions} act @param {string | undefined} typed @returns {Read} */
function atSector(state, act, typed) {
  if (!typed || !/^\d+$/.test(typed)) return read(1, "A drone needs a sector: drone 2.");
  return read(2, give(state, act, { type: "launch_drone", sector: Number(typed) }));
}

/** @param {MatchState} state @param {Actions} act @param {string | undefined} one @param {string | undefined} other @returns {Read} */
function silence(state, act, one, other) {
  const [way, far] = /^\d$/.test(one ?? "") ? [other, one] : [one, other];
  const heading = headingOf(way);
  if (!heading || !/^\d$/.test(far ?? ""))
    return read(words(one, other), "Silence needs a heading and 0 to 4 spaces: silence n 3.");
  return read(3, give(state, act, { type: "activate_silence", heading, distance: Number(far) }));
}

/** @param {...(string | undefined)} rest how many words there are, the order's own included */
function words(...rest) {
  return 1 + rest.filter(Boolean).length;
}

/** @param {MatchState} state @param {Actions} act @param {string[]} typed @returns {Read} */
function answer(state, act, typed) {
  const facts = [fact(typed[1], typed[2]), fact(typed[3], typed[4])];
  if (facts.includes(null))
    return read(
      Math.min(typed.length, 5),
      "An answer is two facts of different kinds, one true and one false: answer row 7 sector 2.",
    );
  return read(5, give(state, act, { type: "answer_sonar", facts }));
}

/** @param {string | undefined} kind @param {string | undefined} value */
function fact(kind, value) {
  if (!value) return null;
  if (kind === "column") return /^[a-z]$/.test(value) ? { kind, value: value.toUpperCase() } : null;
  return (kind === "row" || kind === "sector") && /^\d+$/.test(value) ? { kind, value: Number(value) } : null;
}

/** Orders that stand open at any time. @param {MatchState} state @param {Actions} act @param {string} first @param {string | undefined} second @returns {Read | null} */
function standing(state, act, first, second) {
  const open = (/** @type {string} */ type) =>
    (state.view.standing_orders ?? []).find((/** @type {any} */ order) => order.type === type);
  const ask = (/** @type {string} */ type) => act.order({ type }, open(type)?.seat ?? null);
  if (first === "resign") {
    const sure = second === "yes" || !act.setting("confirm", true);
    return sure
      ? read(second === "yes" ? 2 : 1, ask("resign"))
      : read(1, "Resigning gives the match to the enemy. If you mean it: resign yes.");
  }
  if (first === "draw") return read(1, ask(open("accept_draw") ? "accept_draw" : "offer_draw"));
  if (first === "accept" || first === "decline") return read(second === "draw" ? 2 : 1, ask(`${first}_draw`));
  return null;
}

// -- single keys

/** @type {Record<string, Heading>} */
const ARROWS = { ArrowUp: "north", ArrowRight: "east", ArrowDown: "south", ArrowLeft: "west" };

/** What a letter aims. @type {Record<string, string>} */
const LETTERS = {
  t: "launch_torpedo",
  m: "drop_mine",
  x: "trigger_mine",
  d: "launch_drone",
  o: "activate_sonar",
  i: "activate_silence",
};

/** @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act @returns {boolean} */
export function captainKey(event, state, act) {
  const { key } = event;
  if (ARROWS[key]) return arrow(event, state, act, ARROWS[key]);
  if (event.repeat) return false;
  if (key === "Enter") return enter(event, state, act);
  if (key === "Escape" && state.ui.ask) {
    act.ui({ ask: null });
    return true;
  }
  if (key === "g") return toGrid();
  if (/^\d$/.test(key)) return digit(state, act, Number(key));
  if (key === "u") return surface(state, act);
  if (key === ".") return endRound(state, act);
  return LETTERS[key] ? letter(state, act, LETTERS[key]) : false;
}

/** @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act @param {Heading} heading */
function arrow(event, state, act, heading) {
  const target = /** @type {Element} */ (event.target);
  if (target.closest('[role="log"], [role="application"], [role="grid"], [role="radiogroup"]')) return false;
  if (legal(state, "place").length > 0) return toGrid();
  const now = aimOf(state);
  if (now?.types[0] === "activate_silence") return silenceArrow(state, act, heading);
  if (legal(state, "head", "surface").length === 0) return false;
  pick(state, act, ["head"], { type: "head", heading }, event);
  return true;
}

/** The same arrow again goes one space farther. @param {MatchState} state @param {Actions} act @param {Heading} heading */
function silenceArrow(state, act, heading) {
  const wanted = aimOf(state)?.wanted;
  const farther = wanted?.heading === heading ? (wanted.distance ?? 0) + 1 : 1;
  const next = { type: "activate_silence", heading, distance: Math.min(4, farther) };
  if (exact(state, next)) aim(state, act, ["activate_silence"], next);
  else if (wanted?.heading === heading) ask(state, act, { ...next, distance: farther });
  else setSilence(state, act, { heading, distance: 0 });
  return true;
}

/** @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act */
function enter(event, state, act) {
  if (onControl(event) || !exact(state, aimOf(state)?.wanted)) return false;
  decide(state, act);
  return true;
}

/** @param {MatchState} state @param {Actions} act @param {number} number */
function digit(state, act, number) {
  const types = aimOf(state)?.types ?? [];
  if (types[0] === "launch_drone") {
    pick(state, act, types, { type: "launch_drone", sector: number });
    return true;
  }
  if (types[0] !== "activate_silence" || number > 4) return false;
  setSilence(state, act, { distance: number });
  return true;
}

/** @param {MatchState} state @param {Actions} act */
function surface(state, act) {
  if (state.view.phase !== "order") return false;
  beginSurface(state, act);
  return true;
}

/** @param {MatchState} state @param {Actions} act */
function endRound(state, act) {
  const [order] = legal(state, "end_round");
  if (!order) return false;
  void send(state, act, order);
  return true;
}

/** @param {MatchState} state @param {Actions} act @param {string} type */
function letter(state, act, type) {
  if (legal(state, type).length === 0) {
    if (!state.view.team_to_act) return false;
    ask(state, act, { type });
    return true;
  }
  if (type === "launch_drone" || type === "activate_sonar")
    chooseSystem(state, act, type === "launch_drone" ? "drone" : "sonar");
  else aimAt(state, act, [type]);
  if (type !== "launch_drone" && type !== "activate_sonar" && type !== "activate_silence") toGrid();
  return true;
}

/** The cursor goes to the chart, and from there back to where it was. */
function toGrid() {
  const grid = document.querySelector("#captain-grid");
  const cell = /** @type {HTMLElement | null} */ (grid?.querySelector('[tabindex="0"]') ?? null);
  if (!grid || !cell) return false;
  if (grid.contains(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur();
  else cell.focus();
  return true;
}
