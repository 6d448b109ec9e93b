// @ts-check
// The top of every station: who I am, whose turn it is, how the boats fare; and the menu.

import { h, hidden, icon } from "../../lib/dom.js";
import { showSeats } from "../../parts/away.js";
import { clock } from "../../parts/clock.js";
import { ROLE_SHORT, ROLE_TITLE, capital, roleOf, step, turnWords } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */

const STEPS = ["Order", "Marks", "Action", "End"];

/** @param {MatchState} state @param {Actions} act */
export function header(state, act) {
  const team = state.team ?? "blue";
  return h(`header.top.${team}`, {}, who(state), turnStrip(state), hulls(state), tools(state, act));
}

/** @param {MatchState} state */
function who(state) {
  const { seats, team } = state;
  const role = roleOf(seats[0]);
  const title = [
    "",
    ROLE_TITLE[role],
    seats.map((seat) => ROLE_SHORT[roleOf(seat)]).join(", "),
    "Three seats",
    "All four seats",
  ][seats.length];
  return h(
    "div.who",
    {},
    h("span.badge", {}, icon(role, "l")),
    h(
      "div",
      {},
      h("h1.role", {}, title),
      team && h("span.name", {}, icon(team, `flag ${team} s`), `${capital(team)} · ${state.nameOf(seats[0])}`),
    ),
  );
}

/** @param {MatchState} state */
export function turnStrip(state) {
  const { view } = state;
  const [strong, rest] = turnWords(state);
  const at = step(view.phase);
  return h(
    `sr-turn.turn${state.awaited && view.status === "running" ? ".mine" : ""}`,
    {},
    h("span.round", {}, view.round ? ["Round ", h("b", {}, view.round)] : "Start"),
    h("p.say", { role: "status" }, strong && h("b", {}, strong), strong && rest ? " " : "", rest),
    h(
      "ol.rail",
      { "aria-label": "Steps of the round" },
      STEPS.map((name, number) =>
        h(
          `li${number < at ? ".done" : number === at ? ".now" : ""}`,
          { "aria-current": number === at ? "step" : null },
          number < at && icon("check", "s"),
          name,
        ),
      ),
    ),
    clock(state),
  );
}

/** Both hulls. @param {MatchState} state */
export function hulls(state) {
  const size = state.summary.options.hull;
  const own = state.team;
  return h(
    "sr-hulls.hulls",
    {},
    /** @type {const} */ (["blue", "yellow"]).map((team) => {
      const damage = damageOf(state, team, own);
      const words = `${capital(team)} hull: ${damage} of ${size} boxes hit`;
      return h(
        `div.hull.${team}`,
        { role: "img", "aria-label": words, title: words },
        icon(team, `flag ${team}`),
        h(
          "span.plates",
          { "aria-hidden": "true" },
          Array.from({ length: size }, (_, box) => h(`i${box < damage ? ".hit" : ""}`)),
        ),
      );
    }),
  );
}

/** @param {MatchState} state @param {"blue" | "yellow"} team @param {string | null} own @returns {number} */
export function damageOf(state, team, own = state.team) {
  const { view } = state;
  if (own === null) return view.teams[team].damage;
  return team === own ? view.submarine.damage : view.enemy.damage;
}

/** @param {MatchState} state @param {Actions} act */
function tools(state, act) {
  const words = { open: "Connected", connecting: "Connecting", waiting: "Connection lost", closed: "Closed" }[
    state.link
  ];
  const loud = act.setting("sound", false);
  return h(
    "div.tools",
    {},
    h(`span.link.${state.link}`, {}, words),
    h(
      "button.tool.wide-only",
      {
        "aria-label": `Sounds: ${loud ? "on" : "off"}`,
        "aria-pressed": String(loud),
        onclick: () => act.set("sound", !loud),
      },
      icon("sound", loud ? "" : "muted-icon"),
    ),
    h(
      "button.tool",
      {
        "aria-label": "Menu: settings, help, draw, resign",
        "aria-expanded": String(Boolean(state.ui.menu)),
        onclick: () => act.ui({ menu: !state.ui.menu, seats: false }),
      },
      icon("menu"),
    ),
  );
}

/** The menu as a dialog beside the header; empty when shut. @param {MatchState} state @param {Actions} act */
export function menu(state, act) {
  if (!state.ui.menu) return null;
  const standing = new Map((state.view.standing_orders ?? []).map((/** @type {any} */ order) => [order.type, order]));
  const hosts = state.pass.host && state.view.status === "running";
  const give = (/** @type {string} */ type) => {
    void act.order({ type }, standing.get(type)?.seat ?? null);
    act.ui({ menu: false });
  };
  return h(
    "section.menu",
    {
      role: "dialog",
      "aria-label": "Menu",
      onkeydown: (/** @type {KeyboardEvent} */ e) => e.key === "Escape" && act.ui({ menu: false }),
    },
    h("h2", {}, "This device"),
    toggle(act, "sound", false, "Sounds"),
    toggle(act, "speech", false, "Speak the calls"),
    toggle(act, "confirm", true, "Ask before what cannot be undone"),
    toggle(act, "letters", true, "Single letters as shortcuts"),
    (standing.size > 0 || hosts) && h("h2", {}, "Match"),
    hosts && h("button.btn.wide", { onclick: () => showSeats(act) }, "Seats…"),
    standing.has("offer_draw") && h("button.btn.wide", { onclick: () => give("offer_draw") }, "Offer a draw"),
    standing.has("resign") &&
      (state.ui.resigning
        ? h(
            "div.acts",
            {},
            h("button.btn", { onclick: () => act.ui({ resigning: false }) }, "Go on playing"),
            h("button.btn.arm", { onclick: () => give("resign") }, "Resign: the enemy wins"),
          )
        : h("button.btn.wide", { onclick: () => act.ui({ resigning: true }) }, "Resign…")),
    h("h2", {}, "Keys"),
    h(
      "p.small.muted",
      {},
      "/ type an order · l log · c crew · q who is awaited · r last call again · v spoken calls · arrows and Enter on the chart · Esc cancels",
    ),
    h("p.small", {}, h("a", { href: `/match/${state.id}/table`, target: "_blank" }, "Open the table's view for a TV")),
    h("button.btn.wide", { onclick: () => act.ui({ menu: false, resigning: false }) }, "Close"),
  );
}

/** @param {Actions} act @param {string} name @param {boolean} fallback @param {string} words */
function toggle(act, name, fallback, words) {
  const on = Boolean(act.setting(name, fallback));
  return h(
    "button.optline",
    { role: "switch", "aria-checked": String(on), onclick: () => act.set(name, !on) },
    h("span", {}, words),
    h("span.switch", { "aria-hidden": "true", "aria-checked": String(on) }),
  );
}

/** An offer of a draw by the enemy, to be answered by the Captain. @param {MatchState} state @param {Actions} act */
export function drawOffer(state, act) {
  const { view, team } = state;
  if (!view.draw_offered_by) return null;
  if (view.draw_offered_by === team)
    return h(
      "div.banner",
      { role: "status" },
      h("span", {}, "Your offer of a draw stands until your Captain's next order."),
    );
  const reply = (view.standing_orders ?? []).find((/** @type {any} */ order) => order.type === "accept_draw");
  return h(
    "div.banner",
    { role: "status" },
    h("span", {}, h("b", {}, `${capital(view.draw_offered_by)} offers a draw.`)),
    reply && h("button.btn.slim", { onclick: () => act.order({ type: "accept_draw" }, reply.seat ?? null) }, "Accept"),
    reply &&
      h("button.btn.slim", { onclick: () => act.order({ type: "decline_draw" }, reply.seat ?? null) }, "Decline"),
  );
}

/**
 * The tab bar of phones: the station's own views, then log, crew and typing.
 * @param {MatchState} state
 * @param {Actions} act
 * @param {{id: string, title: string, icon: string, todo?: number}[]} views
 * @param {{crew?: boolean}} [options] without `crew` nobody is there to talk to
 */
export function tabs(state, act, views, { crew = true } = {}) {
  const talk = { id: "crew", title: "Crew", icon: "chat", todo: state.unread };
  const all = [...views, { id: "log", title: "Log", icon: "log" }, ...(crew ? [talk] : [])];
  const current = state.ui.tab ?? views[0].id;
  return h(
    "nav.tabs",
    { "aria-label": "Views" },
    all.map((one) =>
      h(
        "a",
        {
          href: `#${one.id}`,
          "aria-current": one.id === current ? "page" : null,
          onclick: (/** @type {Event} */ event) => {
            event.preventDefault();
            act.ui({ tab: one.id });
          },
        },
        icon(one.icon),
        h("span", {}, one.title),
        one.todo ? h("span.todo", {}, one.todo, hidden(" new")) : null,
      ),
    ),
  );
}
