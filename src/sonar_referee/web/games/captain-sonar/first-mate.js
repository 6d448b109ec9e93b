// @ts-check
// The First Mate's station: the gauges as dials, the hulls, drone and sonar, and a small chart.

import { h, icon } from "../../lib/dom.js";
import { capital, listed } from "../../lib/text.js";
import { refusal } from "../../parts/crew.js";
import { onControl } from "../../parts/keys.js";
import { page } from "./layout.js";
import {
  awaitedWords,
  carryFocus,
  digitsPickSymbols,
  due,
  letGo,
  look,
  lookListeners,
  looked,
  openGauges,
  openSymbols,
  ownSeat,
  pick,
  picked,
  pickedGauge,
  pickedOrders,
  sendButton,
  sendPicked,
  settled,
  whyNoMark,
} from "./marks.js";
import { dial } from "./panels.js";
import { FAMILY, SYSTEMS, downBy, systemName } from "./words.js";
import { damageOf } from "./header.js";
import { seesBoat, smallChart } from "./small-chart.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./words.js").System} System */
/** @typedef {import("./marks.js").Reason} Reason */

/** @param {MatchState} state @param {Actions} act */
export function firstMate(state, act) {
  const detecting = detectionIsOpen(state, "drone") || detectionIsOpen(state, "sonar");
  const map = seesBoat(state) ? smallChart(state, { sectorOn: pickedSector(state) }) : null;
  return page(state, act, {
    kind: detecting ? "mate.detecting" : "mate",
    main: [
      h(
        "section.dialsbox",
        { "aria-label": "Gauges" },
        dials(state, act),
        gaugeConfirm(state, gaugeButton(state, act)),
      ),
      h(`div.low${map ? ".two" : ""}`, {}, h("div.low-left", {}, hullBox(state), detection(state, act)), map),
    ],
    views: [{ id: "station", title: "First Mate", icon: "first_mate", todo: due(state, "first_mate") ? 1 : 0 }],
    example: "torpedo, drone 2",
  });
}

// -- the dials

/** The gauges of this match, in the order of the sheet. @param {MatchState} state @returns {System[]} */
function gauges(state) {
  return SYSTEMS.filter((system) => state.view.gauges[system]);
}

/** The symbols that put a system out of order, if this seat may see them. @param {MatchState} state @param {System} system @returns {string[]} */
function downSymbols(state, system) {
  return downBy(state.view.breakdowns ?? [], system);
}

/** @param {MatchState} state @param {System} system @returns {Reason | null} */
function whyNotGauge(state, system) {
  if (openGauges(state).includes(system)) return null;
  const { marked, size } = state.view.gauges[system];
  if (marked >= size) return { words: "It is full", rule: "R71" };
  const none = whyNoMark(state, "first_mate");
  if (none) return none;
  if (system === "silence") return { words: "The mark during silence goes on another gauge", rule: "R125" };
  return { words: "It takes no mark now", rule: "R70" };
}

/** @param {MatchState} state @param {Actions} act */
export function dials(state, act) {
  const shown = gauges(state);
  return h(
    `div.dials${shown.length > 5 ? ".six" : ""}`,
    { role: "group", "aria-label": "Gauges" },
    shown.map((system) => oneDial(state, act, system)),
  );
}

/** @param {MatchState} state @param {Actions} act @param {System} system */
function oneDial(state, act, system) {
  const { marked, size } = state.view.gauges[system];
  const by = downSymbols(state, system);
  const open = openGauges(state).includes(system);
  const on = open && pickedGauge(state) === system;
  const next = open && (on || looked(state, "gauge") === system);
  const full = marked >= size;
  const classes = [FAMILY[system], open && "open", on && "on", by.length > 0 && "offline", full && "full"]
    .filter(Boolean)
    .join(" ");
  return h(
    "button.dial",
    {
      key: system,
      type: "button",
      class: classes,
      "data-system": system,
      "aria-disabled": open ? null : "true",
      "aria-pressed": open ? String(on) : null,
      ...lookListeners(state, "gauge", system),
      onclick: () => choose(state, act, system),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter" || pickedGauge(state) !== system || !pickedOrders(state) || !settled(state)) return;
        event.preventDefault();
        event.stopPropagation();
        void sendPicked(state, act);
      },
    },
    dial({ system, family: FAMILY[system], marked, size, next }),
    h(
      "span.tx",
      {},
      h("span.nm", {}, systemName(system)),
      " ",
      full
        ? h("span.st.ready", {}, "READY")
        : h(
            "span.st",
            {},
            `${marked} of ${size}`,
            next && marked + 1 === size && h("span.then-ready", {}, ", then ready"),
          ),
      " ",
      h("span.st.by", {}, by.length > 0 && `down by ${by.join(" ")}`),
    ),
  );
}

/** @param {MatchState} state @param {Actions} act @param {System} system */
function choose(state, act, system) {
  look(state, "gauge", system);
  if (openGauges(state).includes(system)) pick(state, act, "gauge", system);
}

// -- what a mark would do

/** Empty while no mark is awaited. @param {MatchState} state @param {Actions} act */
function gaugeButton(state, act) {
  if (whyNoMark(state, "first_mate")) return null;
  const system = pickedGauge(state);
  const label = system ? `Mark ${systemName(system).toLowerCase()}` : "Pick a gauge";
  return sendButton(state, {
    label,
    types: ["mark_gauge"],
    send: pickedOrders(state) ? () => void sendPicked(state, act) : null,
  });
}

/** @param {MatchState} state @param {HTMLElement | null} button */
export function gaugeConfirm(state, button) {
  return [
    h("div.confirm", {}, h("p", { "aria-live": "polite" }, gaugeWords(state)), button),
    refusal(state, "mark_gauge"),
  ];
}

/** What follows from the mark that is looked at or picked. @param {MatchState} state */
export function gaugeWords(state) {
  const system = /** @type {System | null} */ (looked(state, "gauge")) ?? pickedGauge(state);
  if (!system) return idleWords(state);
  const reason = whyNotGauge(state, system);
  if (reason) return [h("b", {}, systemName(system)), `: ${reason.words} `, h("span.rule", {}, reason.rule)];
  const { marked, size } = state.view.gauges[system];
  const by = downSymbols(state, system);
  const count = h("b", {}, `${systemName(system)} ${marked + 1} of ${size}`);
  if (marked + 1 < size) return [count, ". Nobody else hears it."];
  const heard = state.summary.options.announce_ready === "team" ? "Only your crew hears it." : "Both teams hear it.";
  const down = by.length > 0 ? ` It stays down by ${listed(by)}.` : "";
  return [count, ` calls “${systemName(system)} ready”. ${heard}${down}`];
}

/** @param {MatchState} state */
function idleWords(state) {
  const none = whyNoMark(state, "first_mate");
  if (!none) return [h("b", {}, "Pick a gauge."), " One space is marked."];
  const awaited = awaitedWords(state);
  return [h("b", {}, none.words), " ", h("span.rule", {}, none.rule), awaited && `. ${awaited}`];
}

// -- hull and detection

/** Both hulls, large. @param {MatchState} state */
export function hullBox(state) {
  const size = state.summary.options.hull;
  return h(
    "section.sec.hullsec",
    {},
    h("h2", {}, "Hull"),
    h(
      "div.hullbox",
      {},
      /** @type {const} */ (["blue", "yellow"]).map((team) => {
        const damage = damageOf(state, team);
        return h(
          `div.hullrow.${team}`,
          {},
          h("span.nm", {}, icon(team, `flag ${team}`), capital(team)),
          h(
            "span.plates",
            { "aria-hidden": "true" },
            Array.from({ length: size }, (_, box) => h(`i${box < damage ? ".hit" : ""}`)),
          ),
          h("span.tot", {}, `${damage} of ${size}`),
        );
      }),
    ),
  );
}

/** Drone and sonar, as far as this match lets the First Mate order them. @param {MatchState} state @param {Actions} act */
export function detection(state, act) {
  const when = state.view.phase === "activation" && state.view.team_to_act === state.team ? "now" : "after the marks";
  return h(
    "section.sec.detectbox",
    { "aria-label": "Detection" },
    h("div.sec-head", {}, h("h2", {}, `Detection, ${when}`)),
    h("div.detect", {}, droneRows(state, act), sonarRow(state, act)),
    refusal(state, "launch_drone", "activate_sonar"),
  );
}

/** @param {MatchState} state */
function droneOrders(state) {
  return state.legal("launch_drone").filter((order) => !order.seat || order.seat === ownSeat(state, "first_mate"));
}

/** The sector picked for the drone. @param {MatchState} state @returns {number | null} */
export function pickedSector(state) {
  const sector = picked(
    state,
    "sector",
    droneOrders(state).map((order) => String(order.sector)),
  );
  return sector === null ? null : Number(sector);
}

/** @param {MatchState} state @param {"drone" | "sonar"} system */
function detectionWords(state, system) {
  const { view } = state;
  const { marked, size } = view.gauges[system];
  const by = downSymbols(state, system);
  const down = by.length > 0 ? `down by ${listed(by)}` : "";
  if (marked < size)
    return [`${marked} of ${size}${down && `, and ${down}`} `, h("span.rule", {}, down ? "R58" : "R80")];
  if (down) return [h("b", {}, "READY"), `, but ${down} `, h("span.rule", {}, "R58")];
  if (view.activation_used)
    return [h("b", {}, "READY"), ". This round's activation is used ", h("span.rule", {}, "R25")];
  return [
    h("b", {}, "READY"),
    detectionIsOpen(state, system)
      ? system === "drone"
        ? ". Pick a sector."
        : ". They answer one truth, one lie."
      : "",
  ];
}

/** @param {MatchState} state @param {"drone" | "sonar"} system */
function detectionIsOpen(state, system) {
  return state.legal(system === "drone" ? "launch_drone" : "activate_sonar").length > 0;
}

/** @param {MatchState} state @param {"drone" | "sonar"} system @param {...any} controls */
function detectionRow(state, system, ...controls) {
  const { marked, size } = state.view.gauges[system];
  const down = downSymbols(state, system).length > 0;
  const look = down ? "down" : marked >= size ? "ready" : "unready";
  return h(
    `div.sys.d.sysrow.${look}`,
    { "data-system": system },
    h("span.glyph", {}, icon("detection", "fam"), icon(system, "pic")),
    h(
      "span",
      {},
      h("span.nm", {}, capital(system)),
      h("span.st", { id: `why-${system}` }, detectionWords(state, system)),
    ),
    controls,
  );
}

/** @param {MatchState} state @param {Actions} act */
function droneRows(state, act) {
  const orders = droneOrders(state);
  const open = orders.map((order) => order.sector);
  const chosen = pickedSector(state);
  const across = state.chart.columns.length / state.chart.sector_size;
  const sectors = across * (state.chart.rows.length / state.chart.sector_size);
  const order = orders.find((one) => one.sector === chosen);
  return [
    detectionRow(state, "drone"),
    h(
      "div.sectors",
      { role: "group", "aria-label": "Drone: sector" },
      Array.from({ length: sectors }, (_, at) => at + 1).map((sector) =>
        h(
          "button.btn",
          {
            type: "button",
            "aria-label": `Sector ${sector}`,
            "aria-disabled": open.includes(sector) ? null : "true",
            "aria-pressed": open.includes(sector) ? String(chosen === sector) : null,
            "aria-describedby": "why-drone",
            onclick: () => open.includes(sector) && pick(state, act, "sector", String(sector)),
          },
          sector,
        ),
      ),
    ),
    order &&
      h(
        "div.acts",
        {},
        sendButton(state, {
          label: `Drone: are they in ${chosen}?`,
          types: ["launch_drone"],
          send: () => void act.order(order, order.seat ?? null),
        }),
      ),
  ];
}

/** @param {MatchState} state @param {Actions} act */
function sonarRow(state, act) {
  const order = state.legal("activate_sonar").find((one) => !one.seat || one.seat === ownSeat(state, "first_mate"));
  return detectionRow(
    state,
    "sonar",
    h(
      "button.btn.slim",
      {
        type: "button",
        "aria-label": "Activate sonar",
        "aria-disabled": order ? null : "true",
        "aria-describedby": "why-sonar",
        onclick: () => order && void act.order(order, order.seat ?? null),
      },
      "Activate",
    ),
  );
}

// -- keys and typed orders

/** @param {KeyboardEvent} event @param {MatchState} state @param {Actions} act */
export function firstMateKey(event, state, act) {
  if (!state.view.gauges) return false;
  if (event.key === "Escape") return letGo(state, act, ["gauge", "sector"]);
  if (event.key === "Enter" && !onControl(event) && pickedOrders(state) && settled(state)) {
    void sendPicked(state, act);
    return true;
  }
  const system = gauges(state)[Number(event.key) - 1];
  if (!/^\d$/.test(event.key) || !system || whyNoMark(state, "first_mate")) return false;
  if (ownSeat(state, "engineer") && digitsPickSymbols(state)) return false;
  choose(state, act, system);
  carryFocus("data-system", system);
  return true;
}

/** With a space or a course behind it, a system's name is an order of the Captain's; `e1` may be a symbol too. @param {MatchState} state @param {string} next */
function isCaptains(state, next) {
  return /^[a-z]\d+$|^[nesw]$/.test(next) && !openSymbols(state).includes(capital(next));
}

/** @type {import("./typed.js").Reader} */
export function firstMateTyped(words, state, act) {
  const seat = ownSeat(state, "first_mate");
  const [first, second] = words;
  const system = /** @type {System} */ (first === "archer" ? "scenario" : first);
  if (!SYSTEMS.includes(system) || isCaptains(state, second ?? "")) return null;
  if (system === "drone" && /^\d+$/.test(second ?? "")) {
    return { used: 2, done: act.order({ type: "launch_drone", sector: Number(second) }, seat) };
  }
  if (system === "sonar" && state.view.phase === "activation")
    return { used: 1, done: act.order({ type: "activate_sonar" }, seat) };
  return { used: 1, done: act.order({ type: "mark_gauge", system }, seat) };
}
