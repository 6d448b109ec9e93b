// @ts-check
// What every station has around its own parts: header, banners, the crew's column, the phone's tabs.

import { h } from "../../lib/dom.js";
import { awayBanner } from "../../parts/away.js";
import { banner, chat, commandLine } from "../../parts/crew.js";
import { log } from "../../parts/log.js";
import { about } from "./about.js";
import { tabs } from "../../parts/head.js";
import { drawOffer, header, ownMenu } from "./header.js";
import { staying } from "./staying.js";
import { run } from "./typed.js";
import { entries } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */

/**
 * The page of a station. On phones one tab shows at a time: `body` carries `tab-…`.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {{kind: string, main: any[], views: {id: string, title: string, icon: string, todo?: number}[], example: string}} parts
 *   `kind` is the station's class in station.css; `main` what stands in the deck before the crew's column
 */
export function page(state, act, { kind, main, views, example }) {
  const tab = state.ui.tab ?? views[0].id;
  return h(
    `body.station.${kind}.${state.team}.tab-${tab}`,
    {},
    header(state, act),
    banners(state, act),
    staying(state),
    ownMenu(state, act),
    h("main.deck", {}, main, talk(state, act, example)),
    tabs(state, act, views),
  );
}

/** What there is to say under the header. @param {MatchState} state @param {Actions} act */
export function banners(state, act) {
  return h("div.banners", {}, banner(state), drawOffer(state, act), awayBanner(state, act, about));
}

/** The column of calls, crew and typed orders. @param {MatchState} state @param {Actions} act @param {string} example */
export function talk(state, act, example) {
  return h(
    "div.side.talk",
    {},
    h("section.sec.grow.calls", {}, log(entries(state.calls), { awayAfter: state.awayAfter })),
    chat(state, act),
    commandLine(state, act, (text) => run(text, state, act), example),
  );
}
