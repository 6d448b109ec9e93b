// @ts-check
// The Captain's list of systems: which are ready, which are down and by which symbols, and which is being aimed.

import { h, icon } from "../../lib/dom.js";
import { listed } from "../../lib/text.js";
import { aim, ask, cancel, isAiming, legal } from "./captain-aim.js";
import { FAMILY, FAMILY_SYMBOL, downBy, systemName } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./words.js").System} System */

/** @type {System[]} */
const ORDER = ["torpedo", "mine", "drone", "sonar", "silence", "scenario"];

/** The orders that use a system; a mine is laid or set off. @type {Record<System, string[]>} */
export const ORDERS_OF = {
  torpedo: ["launch_torpedo"],
  mine: ["drop_mine", "trigger_mine"],
  drone: ["launch_drone"],
  sonar: ["activate_sonar"],
  silence: ["activate_silence"],
  scenario: ["trigger_archer_mine"],
};

/** @param {MatchState} state @returns {System[]} */
export function systemsHere(state) {
  return ORDER.filter((system) => system !== "scenario" || state.chart.archer_mines.length > 0);
}

/** @param {MatchState} state @param {Actions} act */
export function systemRows(state, act) {
  return h(
    "div.systems",
    { role: "group", "aria-label": "Systems" },
    systemsHere(state).map((system) => row(state, act, system)),
  );
}

/** @param {MatchState} state @param {Actions} act @param {System} system */
function row(state, act, system) {
  const { look, words, marked, size } = status(state, system);
  const open = legal(state, ...ORDERS_OF[system]).length > 0;
  const on = isAiming(state, ORDERS_OF[system]);
  return h(
    `button.sys.${FAMILY[system]}.sysrow.${look}`,
    {
      type: "button",
      key: system,
      class: on ? "on" : null,
      "data-system": system,
      "aria-disabled": open ? null : "true",
      "aria-pressed": open ? String(on) : null,
      onclick: () => chooseSystem(state, act, system),
    },
    h("span.glyph", {}, icon(FAMILY_SYMBOL[FAMILY[system]], "fam"), icon(system, "pic")),
    h(
      "span.tx",
      {},
      h("span.nm", {}, system === "scenario" ? ["Archer", h("span.rest", {}, " mine")] : systemName(system)),
      " ",
      h("span.st", {}, words),
    ),
    size > 0 &&
      h(
        "span.pips",
        { "aria-hidden": "true" },
        Array.from({ length: size }, (_, at) => h(`i${at < marked ? ".on" : ""}`)),
      ),
  );
}

/** Aim a system, let go of it, or hear why it cannot be used. @param {MatchState} state @param {Actions} act @param {System} system */
export function chooseSystem(state, act, system) {
  const types = ORDERS_OF[system].filter((type) => legal(state, type).length > 0);
  if (types.length === 0) ask(state, act, { type: ORDERS_OF[system][0] });
  else if (isAiming(state, types)) cancel(act);
  else aimAt(state, act, types);
}

/** Aim orders of some types; where there is only one, it is picked. @param {MatchState} state @param {Actions} act @param {string[]} types */
export function aimAt(state, act, types) {
  const orders = legal(state, ...types);
  aim(state, act, types, orders.length === 1 ? orders[0] : null);
}

/**
 * How a system stands, as far as this viewer may know.
 * @param {MatchState} state
 * @param {System} system
 * @returns {{look: "ready" | "down" | "low", words: any[], marked: number, size: number}}
 */
export function status(state, system) {
  const { gauges, breakdowns, submarine } = state.view;
  const gauge = gauges?.[system];
  const { marked, size } = gauge ?? { marked: 0, size: 0 };
  const down = downBy(breakdowns ?? [], system);
  const full = gauge ? marked >= size : calledReady(state, system);
  const mines =
    system === "mine" && submarine?.mines?.length ? `${submarine.mines.length} laid: ${listed(submarine.mines)}` : "";
  const usable = legal(state, ...ORDERS_OF[system]).length > 0;
  const look = usable ? "ready" : down.length > 0 ? "down" : full ? "ready" : "low";
  return { look, words: words({ usable, down, full, mines, gauge }), marked, size };
}

/** @param {{usable: boolean, down: string[], full: boolean, mines: string, gauge: any}} found */
function words({ usable, down, full, mines, gauge }) {
  if (down.length > 0 && !usable) return [`Down: ${down.join(", ")}`, mines && `. ${mines}`];
  const ready = full ? [h("b", {}, "Ready")] : gauge ? [`${gauge.marked} of ${gauge.size}`] : [];
  if (mines) return ready.length > 0 ? [...ready, `. ${mines}`] : [mines];
  return ready.length > 0 ? ready : ["Not called ready"];
}

const USES = new Map([
  ["mine_dropped", "mine"],
  ["torpedo_launched", "torpedo"],
  ["drone_launched", "drone"],
  ["sonar_activated", "sonar"],
  ["silence_activated", "silence"],
  ["archer_mine_triggered", "scenario"],
]);

/** What was called, for those who do not see the gauges. @param {MatchState} state @param {System} system */
function calledReady(state, system) {
  let ready = false;
  for (const call of state.calls) {
    if (call.team !== state.team) continue;
    if (call.kind === "system_ready" && call.system === system) ready = true;
    if (USES.get(call.kind) === system) ready = false;
  }
  return ready;
}
