// @ts-check
// The way into others' matches: a code, or the list of what is open here.

import { h, icon } from "../lib/dom.js";
import { pass } from "../lib/session.js";
import { capital } from "../lib/text.js";
import { teamOf } from "../parts/seat-words.js";
import { joinByCode } from "./front-calls.js";
import { problem } from "./front-mast.js";

/** @typedef {import("./front-state.js").Front} Front */
/** @typedef {import("../games/game.d.ts").GameAbout} GameAbout */

/** @param {Front} front */
export function joinBox(front) {
  const wrong = front.trouble?.at === "code" ? front.trouble.text : null;
  return h(
    "div.join",
    {},
    h("h2", {}, h("label", { for: "code" }, "Join by code")),
    h(
      "form.codebox",
      {
        novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void joinByCode(front, front.code);
        },
      },
      h("input", {
        id: "code",
        name: "code",
        placeholder: "K7QX2M",
        maxlength: 200,
        autocapitalize: "characters",
        autocomplete: "off",
        spellcheck: "false",
        enterkeyhint: "go",
        value: front.code,
        "aria-invalid": String(Boolean(wrong)),
        "aria-describedby": wrong ? "code-problem" : null,
        oninput: (/** @type {Event} */ event) =>
          front.change({ code: /** @type {HTMLInputElement} */ (event.target).value, trouble: null }),
      }),
      h("button.btn", { "aria-busy": String(front.busy === "join") }, front.busy === "join" ? "Joining…" : "Join"),
    ),
    problem(wrong, "code-problem"),
  );
}

/** @param {Front} front */
export function openMatches(front) {
  const { matches } = front;
  const shown = (matches ?? []).filter((match) => match.status !== "finished").slice(0, 8);
  return h(
    "div.sec-gap.pub",
    {},
    h("h2", {}, "Open on this server"),
    front.unreachable && problem("The server does not answer. Is this device still in its network?"),
    matches && shown.length === 0 && !front.unreachable && nothing(),
    shown.length > 0 &&
      h(
        "ul.list",
        {},
        shown.map((match) => row(front, match)),
      ),
  );
}

function nothing() {
  return h(
    "p.nothing",
    {},
    icon("sonar"),
    h("span", {}, "All quiet. Create the first match, or join one by its code."),
  );
}

/** @param {Front} front @param {any} match */
function row(front, match) {
  const title = match.name || `Match on ${mapTitle(front, match)}`;
  const game = front.abouts[match.game];
  const [verb, note] = way(match, game);
  return h(
    "li",
    { key: match.match_id },
    h(
      "span",
      {},
      h("b", {}, title),
      h(
        "small",
        {},
        [front.games.length > 1 && game?.title, mapTitle(front, match), state(match, game), note]
          .filter(Boolean)
          .join(", "),
      ),
    ),
    verb && h("a.btn.slim", { href: `/match/${match.match_id}`, "aria-label": `${verb}: ${title}` }, verb),
  );
}

/** What somebody can do with a match. @param {any} match @param {GameAbout | undefined} game @returns {[string | null, string]} */
function way(match, game) {
  const own = pass(match.match_id);
  if (own.token) return ["Go on", "your seat is kept"];
  if (match.status === "lobby" || (match.status === "running" && open(match) > 0))
    return [own.host ? "Go on" : "Join", ""];
  return game?.isWatched(match.options) ? ["Watch", ""] : [null, "no spectators"];
}

/** @param {Front} front @param {any} match */
function mapTitle(front, match) {
  const chart = front.info?.id === match.game ? front.charts?.find((one) => one.name === match.options.map) : null;
  return chart?.title ?? capital(match.options.map);
}

/** How many seats are open. @param {any} match @returns {number} */
function open(match) {
  return match.seats.filter((/** @type {any} */ seat) => !seat.player).length;
}

/** @param {any} match @param {GameAbout | undefined} game */
function state(match, game) {
  const free = open(match);
  if (match.status === "lobby") return free === 0 ? "lobby, all seats taken" : `lobby, ${counted(free, "seat")} open`;
  const bots = match.seats.filter((/** @type {any} */ seat) => seat.bot).length;
  const people = new Set(
    match.seats
      .filter((/** @type {any} */ seat) => !seat.bot)
      .map((/** @type {any} */ seat) => `${teamOf(seat.seat)} ${seat.player}`),
  ).size;
  const crews = [
    people > 0 && counted(people, "player"),
    bots > 0 && counted(bots, "bot"),
    free > 0 && `${counted(free, "seat")} open`,
  ]
    .filter(Boolean)
    .join(", ");
  return `${match.round ? `${game?.roundWord ?? "round"} ${match.round}` : "at the start"}, ${crews}`;
}

/** @param {number} count @param {string} thing */
function counted(count, thing) {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

/** What there is to do in the game. @param {Front} front */
export function howToPlay(front) {
  if (!front.game) return null;
  return h(
    "section.how",
    { "aria-labelledby": "how" },
    h("h2", { id: "how" }, front.game.lesson.title),
    h(
      "ul.roles",
      {},
      front.game.lesson.points.map((point) =>
        h("li", {}, icon(point.icon), h("span", {}, h("b", {}, point.title), h("span", {}, point.about))),
      ),
    ),
  );
}
