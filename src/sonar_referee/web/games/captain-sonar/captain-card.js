// @ts-check
// What the Captain aims: large letters, what will happen, and the buttons to send it or to let it be.

import { h, icon } from "../../lib/dom.js";
import { aim, aimOf, cancel, exact, legal, pick } from "./captain-aim.js";
import { bigLine, decideButton, whyBox } from "./captain-buttons.js";
import { shownOrder } from "./captain-chart.js";
import { consequences, factList, how } from "./captain-facts.js";
import { SYSTEM_OF } from "./captain-why.js";
import { HEADINGS, ahead, sectorsOf, sectorOf } from "../../chart/geometry.js";
import { arrow } from "../../parts/arrow.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./captain-aim.js").Wanted} Wanted */
/** @typedef {import("../../chart/geometry.js").Heading} Heading */

/** @type {Record<string, {title: string, pick: string, send: (order: any) => string}>} */
const AIMS = {
  launch_torpedo: { title: "Torpedo", pick: "Pick a target", send: ({ cell }) => `Fire at ${cell}` },
  drop_mine: { title: "Lay a mine", pick: "Pick a space", send: ({ cell }) => `Lay mine on ${cell}` },
  trigger_mine: { title: "Trigger your mine", pick: "Pick a mine", send: ({ cell }) => `Trigger ${cell}` },
  launch_drone: { title: "Drone", pick: "Pick a sector", send: ({ sector }) => `Launch to sector ${sector}` },
  activate_sonar: { title: "Sonar", pick: "", send: () => "Activate sonar" },
  activate_silence: {
    title: "Silence",
    pick: "Pick a course",
    send: ({ heading, distance }) => (distance ? `Go silent, ${heading} ${distance}` : `Stay silent, mark ${heading}`),
  },
  trigger_archer_mine: { title: "Archer mine", pick: "Pick a mine", send: ({ cell }) => `Trigger ${cell}` },
  surface: { title: "Surface", pick: "", send: () => "Surface" },
};

/** What is aimed: large letters, consequences, and the button that sends. @param {MatchState} state @param {Actions} act */
export function aimCard(state, act) {
  const found = aimOf(state);
  if (!found || !AIMS[found.types[0]]) return null;
  const { wanted, types } = found;
  const order = exact(state, wanted);
  const words = AIMS[wanted?.type ?? types[0]];
  const missing = wanted?.type === "activate_silence" && wanted.distance === 0 ? "Pick a heading" : words.pick;
  const title =
    types[0] === "surface"
      ? `Surface in sector ${sectorOf(state.chart, state.view.submarine.cell)}?`
      : (mineTitle(types, wanted) ?? words.title);
  return h(
    "section.sec.aimed",
    { "aria-label": `${words.title}, ${order ? "aimed" : "not yet aimed"}` },
    aimHead(state, title),
    types[0] === "launch_drone" && sectorButtons(state, act),
    types[0] === "activate_silence" && silenceButtons(state, act),
    order && factList(consequences(state, order)),
    whyBox(state, types),
    h(
      "div.acts",
      {},
      h("button.btn", { type: "button", onclick: () => cancel(act) }, types[0] === "surface" ? "Stay down" : "Cancel"),
      decideButton(state, act, { label: words.send(wanted ?? {}), wanted, missing, types }),
    ),
  );
}

/** @param {string[]} types @param {Wanted | null} wanted */
function mineTitle(types, wanted) {
  return types.length > 1 && !wanted ? "Lay a mine, or trigger one" : null;
}

/** @param {MatchState} state @param {string} title */
function aimHead(state, title) {
  const found = aimOf(state);
  const shown = shownOrder(state) ?? {};
  const large = shown.cell ?? shown.sector ?? silenceEnd(state, shown);
  const symbol = SYSTEM_OF[found?.types[0] ?? ""] ?? "surface";
  return bigLine(large ?? icon(symbol), title, shown.type ? how(state, shown) || openWords(state) : openWords(state));
}

/** @param {MatchState} state @param {any} shown */
function silenceEnd(state, shown) {
  if (shown.type !== "activate_silence" || shown.distance === undefined) return null;
  const from = state.view.submarine.cell;
  return shown.distance === 0 ? from : shown.heading ? ahead(state.chart, from, shown.heading, shown.distance) : null;
}

/** How much there is to choose from. @param {MatchState} state */
function openWords(state) {
  const types = aimOf(state)?.types ?? [];
  const count = legal(state, types[0]).length;
  switch (types[0]) {
    case "launch_torpedo":
      return `${count} spaces in reach`;
    case "drop_mine":
      return types.length > 1 ? `${count} spaces beside you, or a mine of yours` : `${count} spaces beside you`;
    case "trigger_mine":
    case "trigger_archer_mine":
      return `${count} on the chart`;
    case "activate_silence":
      return "One straight line, 0 to 4 spaces";
    case "launch_drone":
      return "Are they in it? Yes or no";
    default:
      return "";
  }
}

/** @param {MatchState} state @param {Actions} act */
function sectorButtons(state, act) {
  const wanted = aimOf(state)?.wanted;
  return h(
    "div.seg.sector-pick",
    { role: "group", "aria-label": "Sector" },
    sectorsOf(state.chart).map((sector) =>
      choice(String(sector), `Sector ${sector}`, wanted?.sector === sector, true, (event) =>
        pick(state, act, ["launch_drone"], { type: "launch_drone", sector }, event),
      ),
    ),
  );
}

/** @param {MatchState} state @param {Actions} act */
function silenceButtons(state, act) {
  const { heading, distance } = /** @type {Partial<Wanted>} */ (aimOf(state)?.wanted ?? {});
  const open = (/** @type {any} */ way, /** @type {any} */ far) =>
    legal(state, "activate_silence").some(
      (order) => (way === undefined || order.heading === way) && (far === undefined || order.distance === far),
    );
  return h(
    "div.silence-pick",
    {},
    h(
      "div.seg",
      { role: "group", "aria-label": "Heading" },
      HEADINGS.map((way) =>
        choice(arrow(way), `Head ${way}`, way === heading, open(way, distance), () =>
          setSilence(state, act, { heading: way }),
        ),
      ),
    ),
    h(
      "div.seg",
      { role: "group", "aria-label": "Spaces" },
      [0, 1, 2, 3, 4].map((far) =>
        choice(String(far), `${far} ${far === 1 ? "space" : "spaces"}`, far === distance, open(heading, far), () =>
          setSilence(state, act, { distance: far }),
        ),
      ),
    ),
  );
}

/** @param {MatchState} state @param {Actions} act @param {{heading?: Heading, distance?: number}} change */
export function setSilence(state, act, change) {
  const wanted = { type: "activate_silence", ...aimOf(state)?.wanted, ...change };
  const whole = wanted.heading !== undefined && wanted.distance !== undefined;
  if (whole && !exact(state, wanted)) pick(state, act, ["activate_silence"], wanted);
  else aim(state, act, ["activate_silence"], wanted);
}

/** @param {any} inside @param {string} name @param {boolean} on @param {boolean} open @param {(event: Event) => void} onclick */
function choice(inside, name, on, open, onclick) {
  return h(
    "button",
    { type: "button", "aria-pressed": String(on), "aria-label": name, "aria-disabled": open ? null : "true", onclick },
    inside,
  );
}
