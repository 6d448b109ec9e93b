// @ts-check
// The page of one person with two, three or four seats: the chart always in sight, both marks with one button.

import { h, icon } from "../../lib/dom.js";
import { listed } from "../../lib/text.js";
import { chat, commandLine, refusal } from "../../parts/crew.js";
import { log } from "../../parts/log.js";
import { follow } from "./bundle-follow.js";
import { bow, captainChart } from "./captain-chart.js";
import { captainTask } from "./captain.js";
import { boards, crossHarms, symbolFacts, systemsNow, verdictBox } from "./engineer.js";
import { detection, dials, gaugeWords, hullBox, pickedSector } from "./first-mate.js";
import { tabs } from "../../parts/head.js";
import { header, ownMenu } from "./header.js";
import { banners } from "./layout.js";
import {
  activePanel,
  awaitedWords,
  due,
  openGauges,
  openSymbols,
  ownSeat,
  pickedGauge,
  pickedOrders,
  pickedSymbol,
  sendButton,
  sendPicked,
  whyNoMark,
} from "./marks.js";
import { radioChart, radioParts, radioTodo } from "./radio.js";
import { locked, sheetOf } from "./radio-sheet.js";
import { seesBoat, smallChart } from "./small-chart.js";
import { staying } from "./staying.js";
import { run } from "./typed.js";
import { kindWords } from "./verdict.js";
import { PANEL_NAME, ROLE_SHORT, ROLE_TITLE, SYSTEMS, entries, systemName } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */
/** @typedef {import("./words.js").System} System */

/** @param {MatchState} state @param {Actions} act */
export function bundle(state, act) {
  const tab = follow(state);
  const role = shownRole(state, tab);
  const crew = state.seats.length < 4;
  const chart = chartOf(state, act, role);
  const looks = [
    !chart && "no-chart",
    !ownSeat(state, "engineer") && "no-engineer",
    !ownSeat(state, "first_mate") && "no-mate",
    locked(state) && "pens-up",
  ].filter(Boolean);
  return h(
    `body.station.solo.${state.team}.tab-${tab}.on-${role}`,
    { class: looks.join(" ") || null },
    header(state, act),
    banners(state, act),
    staying(state),
    ownMenu(state, act),
    h("main.deck", {}, chart, seatBar(state, act, role), roleView(state, act, role), talk(state, act, crew)),
    tabs(
      state,
      act,
      roles(state).map((one) => tabOf(state, one)),
      { crew },
    ),
  );
}

/** The own roles in the order of a round. @param {MatchState} state */
function roles(state) {
  return ["captain", "engineer", "first_mate", "radio_operator"].filter((role) => ownSeat(state, role));
}

/** Log and crew are tabs of phones only; beside them the role shown last stays. @param {MatchState} state @param {string} tab */
function shownRole(state, tab) {
  const known = roles(state);
  if (known.includes(tab)) state.ui = { ...state.ui, roleShown: tab };
  return known.includes(state.ui.roleShown) ? state.ui.roleShown : known[0];
}

/** @param {MatchState} state @param {string} role */
function tabOf(state, role) {
  const todo = role === "radio_operator" ? radioTodo(state) : Number(due(state, role));
  return { id: role, title: ROLE_SHORT[role], icon: role, todo };
}

// -- the chart

/** The chart under the hand of the role in sight, or of the Captain. @param {MatchState} state @param {Actions} act @param {string} role */
function chartOf(state, act, role) {
  const owns = (/** @type {string} */ one) => ownSeat(state, one) !== null;
  if (owns("radio_operator") && (role === "radio_operator" || !owns("captain")))
    return keyed("radio-chart", radioChart(state, act));
  if (owns("captain")) return h("figure.chart", { key: "captain-chart" }, captainChart(state, act));
  return seesBoat(state) ? keyed("small-chart", smallChart(state, { sectorOn: pickedSector(state) })) : null;
}

/** @param {string} key @param {HTMLElement} element */
function keyed(key, element) {
  element.setAttribute("key", key);
  return element;
}

// -- the seats

/** One button a seat: what it has to do, and the way to its part of the page. @param {MatchState} state @param {Actions} act @param {string} shown */
function seatBar(state, act, shown) {
  return h(
    "nav.seatbar",
    { "aria-label": "Your seats" },
    roles(state).map((role) => {
      const words = seatWords(state, role);
      return h(
        "button",
        {
          key: role,
          type: "button",
          class: [due(state, role) && "todo", role === shown && "shown"].filter(Boolean).join(" "),
          "aria-current": role === shown ? "true" : null,
          onclick: () => act.ui({ tab: role }),
        },
        icon(role),
        h(
          "span",
          {},
          h("b", {}, role === "first_mate" ? ROLE_TITLE[role] : ROLE_SHORT[role]),
          " ",
          h("span.now", {}, words),
        ),
      );
    }),
  );
}

/** @type {Record<string, string>} */
const CAPTAIN_TODO = {
  placement: "to place",
  order: "to order",
  activation: "to act",
  sonar_answer: "to answer",
  answer: "to confirm",
};

/** What a seat has to do, or how it stands. @param {MatchState} state @param {string} role */
function seatWords(state, role) {
  const { view } = state;
  const awaited = due(state, role);
  switch (role) {
    case "captain":
      if (awaited) return CAPTAIN_TODO[view.phase] ?? "awaited";
      return view.submarine.surfaced
        ? "surfaced"
        : view.submarine.cell
          ? `${bow(state)}, on ${view.submarine.cell}`
          : "";
    case "engineer":
      return awaited ? "to mark" : view.breakdowns.length > 0 ? `${view.breakdowns.length} crossed` : "all up";
    case "first_mate":
      return awaited ? "to mark" : readyWords(state);
    default:
      return radioWords(state);
  }
}

/** @param {MatchState} state */
function readyWords(state) {
  const ready = SYSTEMS.filter((system) => state.view.gauges[system]?.marked >= state.view.gauges[system]?.size);
  if (ready.length > 2) return `${ready.length} ready`;
  return ready.length > 0 ? `${listed(ready.map((system) => systemName(system).toLowerCase()))} ready` : "none ready";
}

/** @param {MatchState} state */
function radioWords(state) {
  const left = radioTodo(state);
  if (left > 0) return `${left} to draw`;
  const sheet = sheetOf(state);
  return sheet.tracks.length > 0 ? `track ${sheet.on + 1}` : "listening";
}

// -- the role in sight

/** @param {MatchState} state @param {Actions} act @param {string} role */
function roleView(state, act, role) {
  if (role === "captain") return h("div.view.cap", { key: "captain" }, h("div.side.act", {}, captainTask(state, act)));
  if (role === "radio_operator")
    return h("div.view.radio", { key: "radio" }, h("div.side.act", {}, radioParts(state, act)));
  const resting = openSymbols(state).length + openGauges(state).length === 0;
  const detecting =
    ownSeat(state, "first_mate") && state.legal("launch_drone").length + state.legal("activate_sonar").length > 0;
  return h(
    "div.view.marks",
    { key: "marks", class: [resting && "resting", detecting && "detecting"].filter(Boolean).join(" ") || null },
    ownSeat(state, "engineer") && engineerPart(state, act),
    ownSeat(state, "first_mate") && matePart(state, act),
    confirm(state, act),
    details(state, act, role),
  );
}

/** @param {MatchState} state @param {Actions} act */
function engineerPart(state, act) {
  const panel = activePanel(state);
  const none = whyNoMark(state, "engineer");
  const ask = !none && panel ? `Cross one symbol in ${PANEL_NAME[panel]}` : "Engineer";
  const told = symbolFacts(state);
  return h(
    "section.board",
    { "aria-label": "Engineer", class: panel ? "lit" : null },
    h(
      "p.task-head",
      { "aria-live": "polite" },
      icon("engineer"),
      h("span.ask", {}, ask),
      told.length > 0 &&
        h(
          "span.told.small",
          {},
          told.map((words) => h("span", {}, words)),
        ),
    ),
    h("div.drawings", {}, boards(state, act, { compact: true, one: true })),
  );
}

/** @param {MatchState} state @param {Actions} act */
function matePart(state, act) {
  const none = whyNoMark(state, "first_mate");
  const told = !none && (pickedGauge(state) || state.ui["looked gauge"]);
  return h(
    "section.tasks",
    { "aria-label": "First Mate" },
    h(
      "p.task-head",
      { "aria-live": "polite" },
      icon("first_mate"),
      h("span.ask", {}, none ? "First Mate" : "Fill one gauge"),
      told && h("span.told.small", {}, h("span", {}, gaugeWords(state))),
    ),
    dials(state, act),
  );
}

/** Both marks with one button; each order carries its seat. @param {MatchState} state @param {Actions} act */
function confirm(state, act) {
  const symbols = openSymbols(state);
  const gauges = openGauges(state);
  const refused = refusal(state, "mark_breakdown", "mark_gauge");
  if (symbols.length + gauges.length === 0) return h("div.confirm", {}, idleWords(state), refused);
  const symbol = pickedSymbol(state);
  const gauge = pickedGauge(state);
  const harm = crossHarms(state);
  const missing = [symbols.length > 0 && !symbol && "a symbol", gauges.length > 0 && !gauge && "a gauge"].filter(
    Boolean,
  );
  const parts = [symbol && `cross ${symbol}`, gauge && `mark ${systemName(gauge).toLowerCase()}`]
    .filter(Boolean)
    .join(", ");
  const label =
    missing.length > 0
      ? `Pick ${missing.join(" and ")}`
      : `${parts.charAt(0).toUpperCase()}${parts.slice(1)}${harm ? ": damage" : ""}`;
  return [
    h(
      "div.confirm",
      {},
      h("p", {}, confirmWords(state, symbol, gauge)),
      sendButton(state, {
        label,
        harm,
        types: ["mark_breakdown", "mark_gauge"],
        send: pickedOrders(state) ? () => void sendPicked(state, act) : null,
      }),
    ),
    refused,
  ];
}

/** @param {MatchState} state @param {string | null} symbol @param {System | null} gauge */
function confirmWords(state, symbol, gauge) {
  if (!ownSeat(state, "engineer")) return gaugeWords(state);
  if (symbol && gauge)
    return [h("b", {}, `${symbol} and ${systemName(gauge).toLowerCase()}.`), " Both are sent together."];
  return symbol ? [h("b", {}, symbol), ` · ${kindWords(symbol)}`] : "";
}

/** @param {MatchState} state */
function idleWords(state) {
  const reason = whyNoMark(state, ownSeat(state, "engineer") ? "engineer" : "first_mate");
  const awaited = awaitedWords(state);
  return h(
    "p.idle",
    {},
    reason && [h("b", {}, reason.words), " ", h("span.rule", {}, reason.rule), awaited && ". "],
    awaited,
  );
}

/** What stands below the marks: on a phone the whole board, beside others what only this seat can order. @param {MatchState} state @param {Actions} act @param {string} role */
function details(state, act, role) {
  const detects =
    ownSeat(state, "first_mate") &&
    (!ownSeat(state, "captain") || state.summary.options.detection_by === "first_mate_only");
  const alone = !ownSeat(state, "first_mate");
  return h(
    `div.details.of-${role}`,
    {},
    ownSeat(state, "engineer") && [
      h("div.phone-only.of-engineer", {}, h("figure.board-tall", {}, boards(state, act, { tall: true }))),
      h("div.of-engineer.two", { class: alone ? "always" : null }, alone && verdictBox(state, null), systemsNow(state)),
    ],
    detects && h("div.of-first_mate.always", {}, detection(state, act)),
    ownSeat(state, "first_mate") && h("div.phone-only.of-first_mate", {}, hullBox(state)),
  );
}

// -- calls, crew, typed orders

/** @param {MatchState} state @param {Actions} act @param {boolean} crew */
function talk(state, act, crew) {
  return h(
    `div.side.talk${crew ? "" : ".alone"}`,
    {},
    h("section.sec.grow.calls", {}, log(entries(state.calls), { awayAfter: state.awayAfter })),
    crew && chat(state, act),
    commandLine(state, act, (text) => run(text, state, act), example(state)),
  );
}

/** @type {Record<string, string>} */
const CAPTAIN_EXAMPLE = { placement: "place b8", order: "n, e, s, w, surface", sonar_answer: "answer row 7 sector 2" };

/** @param {MatchState} state */
function example(state) {
  const [symbol] = openSymbols(state);
  const [gauge] = openGauges(state);
  const marks = [symbol?.toLowerCase(), gauge].filter(Boolean).join(" ");
  if (marks) return marks;
  if (!ownSeat(state, "captain")) return "who, help";
  return CAPTAIN_EXAMPLE[state.view.phase] ?? "torpedo c7, end";
}
