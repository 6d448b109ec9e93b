// @ts-check
// The top of every station: who I am, whose turn it is, how the boats fare; and the menu.

import { h, icon } from "../../lib/dom.js";
import { capital } from "../../lib/text.js";
import { clock } from "../../parts/clock.js";
import { givingUp, menu, tools } from "../../parts/head.js";
import { about } from "./about.js";
import { ROLE_SHORT, ROLE_TITLE, isAwaited, roleOf, step, turnWords } from "./words.js";

/** @typedef {import("../../lib/state.js").MatchState} MatchState */
/** @typedef {import("../../lib/state.js").Actions} Actions */

const STEPS = ["Order", "Marks", "Action", "End"];

/** @param {MatchState} state @param {Actions} act */
export function header(state, act) {
  const team = state.team ?? "blue";
  return h(
    `header.top.${team}`,
    {},
    who(state),
    turnStrip(state),
    hulls(state),
    tools(state, act, "settings, help, draw, resign"),
  );
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
    `sr-turn.turn${isAwaited(state) && view.status === "running" ? ".mine" : ""}`,
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
export function ownMenu(state, act) {
  const standing = new Map((state.view.standing_orders ?? []).map((/** @type {any} */ order) => [order.type, order]));
  const give = (/** @type {string} */ type) => {
    void act.order({ type }, standing.get(type)?.seat ?? null);
    act.ui({ menu: false });
  };
  return menu(state, act, {
    orders: [
      standing.has("offer_draw") && h("button.btn.wide", { onclick: () => give("offer_draw") }, "Offer a draw"),
      standing.has("resign") && givingUp(state, act, "Resign", () => give("resign")),
    ],
    keys: "/ type an order · l log · c crew · q who is awaited · r last call again · v spoken calls · arrows and Enter on the chart · Esc cancels",
    watched: about.isWatched(state.summary.options),
  });
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
