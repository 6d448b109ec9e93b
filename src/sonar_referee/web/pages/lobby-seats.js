// @ts-check
// A team's column: its seats in the bundles that its players would hold, and what can be done with each.

import { h, icon } from "../lib/dom.js";
import { listed } from "../lib/text.js";
import { openSeats, roleId, roleOf, roleTitle, teamOf } from "../parts/seat-words.js";
import { problem } from "./front-mast.js";
import { segments } from "./front-options.js";
import { awayFor } from "./lobby-words.js";

/** @typedef {import("./lobby-desk.js").Desk} Desk */
/** @typedef {import("../parts/seat-words.js").Seat} Seat */

/** @param {Desk} desk @param {{id: string, title: string}} team */
export function teamColumn(desk, team) {
  const seats = /** @type {Seat[]} */ (
    desk.state.summary.seats.filter((/** @type {Seat} */ one) => teamOf(one.seat) === team.id)
  );
  return h(
    `section.team-col.${team.id}`,
    { "aria-label": `${team.title} team`, "data-team": team.id },
    h(
      "div.team-h",
      {},
      icon(team.id, `flag ${team.id}`),
      h("b", {}, team.title),
      desk.invitation && h("span", {}, "team code ", h("span.mono", {}, teamCode(desk, team.id))),
    ),
    crewSize(desk, team, seats),
    h(
      "ol",
      {},
      bundles(desk, team.id).map((bundle) =>
        group(
          desk,
          seats.filter((one) => bundle.includes(roleId(one.seat))),
        ),
      ),
    ),
  );
}

/** @param {Desk} desk @param {string} team */
export function teamCode(desk, team) {
  return `${desk.invitation?.join_code}-${team.charAt(0).toUpperCase()}`;
}

/** Which roles go to one player. @param {Desk} desk @param {string} team @returns {string[][]} */
function bundles(desk, team) {
  const bundled = desk.bundles;
  return bundled ? bundled[desk.crewSize(team, bundled)] : desk.game.roles.map((role) => [role.id]);
}

/** How many people are to share the seats; only the suggestion changes. @param {Desk} desk @param {{id: string, title: string}} team @param {Seat[]} seats */
function crewSize(desk, team, seats) {
  const bundled = desk.bundles;
  if (!bundled || openSeats(seats).length === 0) return null;
  const sizes = Object.keys(bundled).map(Number);
  return h(
    "div.crew-size",
    {},
    h("span", { "aria-hidden": "true" }, "Crew of"),
    segments(
      `Players in ${team.title}`,
      sizes.map((size) => ({ value: size, words: String(size) })),
      desk.crewSize(team.id, bundled),
      (size) => desk.chooseCrewSize(team.id, size),
    ),
  );
}

/** The seats of one bundle, and how to take them together. @param {Desk} desk @param {Seat[]} seats */
function group(desk, seats) {
  const key = seats.map((one) => one.seat).join(" ");
  const several = seats.length > 1;
  const taking = take(desk, seats, key);
  const asked = desk.asking !== null && seats.some((one) => desk.asking?.includes(one.seat));
  const refused = desk.trouble && (desk.trouble.at === key || seats.some((one) => one.seat === desk.trouble?.at));
  return h(
    `li.bundle${several ? ".several" : ""}`,
    { key },
    seats.map((one) => row(desk, one, several ? null : taking)),
    several && taking && h("div.together", {}, taking),
    asked && nameForm(desk),
    problem(refused ? desk.trouble?.text : null),
  );
}

/** The button that takes what is open of a bundle. @param {Desk} desk @param {Seat[]} seats @param {string} at */
function take(desk, seats, at) {
  const open = openSeats(seats);
  if (open.length === 0) return null;
  const { wanted, words } = wish(desk, seats, open);
  const titles = listed(open.map((seat) => roleTitle(desk.game, seat)));
  const shown = seats.length > 1 ? `${words} ${titles}` : words;
  const label = seats.length > 1 ? `${shown}: ${teamOf(open[0])}` : `${words}: ${teamOf(open[0])} ${titles}`;
  return h(
    "button.btn.slim",
    {
      type: "button",
      "data-take": open.join(" "),
      "aria-label": label,
      "aria-busy": String(desk.busy === at),
      onclick: () => void desk.take(wanted, at),
    },
    shown,
  );
}

/**
 * Which seats somebody has after taking a bundle: those open in it, with those that one has in it, or beside all of
 * one's team where any combination is allowed.
 * @param {Desk} desk
 * @param {Seat[]} seats
 * @param {string[]} open
 */
function wish(desk, seats, open) {
  const mine = desk.ownSeats(teamOf(open[0]));
  const here = mine.filter((seat) => seats.some((one) => one.seat === seat));
  const beside = desk.bundles ? here : mine;
  if (beside.length > 0) return { wanted: [...beside, ...open], words: "Take too" };
  return { wanted: open, words: desk.seats.length > 0 ? "Move here" : "Take" };
}

/** @param {Desk} desk @param {Seat} one @param {Node | null} taking */
function row(desk, one, taking) {
  const { seat, player, bot } = one;
  const mine = desk.seats.includes(seat);
  const title = roleTitle(desk.game, seat);
  return h(
    `div.seat${player ? "" : ".open"}${mine ? ".mine" : ""}`,
    { "data-seat": seat },
    h("span.badge", {}, icon(roleOf(desk.game, seat).icon, "l")),
    h(
      "span",
      {},
      h("span.r", {}, title),
      h("span.p", {}, player ?? "Open", bot && icon("bot"), mine && h("span.you", {}, "you")),
    ),
    player ? seated(desk, one, mine, title) : h("span.acts", {}, addBot(desk, seat, title), taking),
  );
}

/** What stands beside a name. @param {Desk} desk @param {Seat} one @param {boolean} mine @param {string} title */
function seated(desk, { seat, bot, connected }, mine, title) {
  const busy = String(desk.busy === seat);
  if (mine)
    return h(
      "button.btn.slim",
      { type: "button", "aria-busy": busy, "aria-label": `Leave: ${title}`, onclick: () => void desk.leave(seat) },
      "Leave",
    );
  if (bot) {
    if (!desk.isHost) return h("span.on", {}, "here");
    return h(
      "button.btn.slim.quiet",
      {
        type: "button",
        "aria-busy": busy,
        "aria-label": `Remove the bot: ${teamOf(seat)} ${title}`,
        onclick: () => void desk.removeBot(seat),
      },
      "Remove",
    );
  }
  const since = desk.away.get(seat);
  const here = connected ? h("span.on", {}, "here") : h("span.on.away", {}, `away ${awayFor(since ?? Date.now())}`);
  if (desk.isHost && !connected)
    return h(
      "span.acts",
      {},
      here,
      h(
        "button.btn.slim.quiet",
        {
          type: "button",
          "aria-busy": busy,
          "aria-label": `Free the seat: ${teamOf(seat)} ${title}`,
          onclick: () => void desk.free(seat),
        },
        "Free",
      ),
    );
  const swapping = swap(desk, seat, title);
  return swapping ? h("span.acts", {}, here, swapping) : here;
}

/** Changing places with somebody, for whoever has one seat of the same team. @param {Desk} desk @param {string} seat @param {string} title */
function swap(desk, seat, title) {
  const [mine] = desk.seats;
  if (desk.seats.length !== 1 || teamOf(mine) !== teamOf(seat)) return null;
  const offers = new Map(
    desk.state.summary.seats.map(
      (/** @type {any} */ one) => /** @type {[string, string | null]} */ ([one.seat, one.swap_with]),
    ),
  );
  const theirs = offers.get(seat) === mine;
  const ours = offers.get(mine) === seat;
  const words = theirs ? "Agree to swap" : ours ? "Asked: take back" : "Swap";
  return h(
    `button.btn.slim${theirs ? ".go" : ".quiet"}`,
    {
      type: "button",
      "data-swap": seat,
      "aria-busy": String(desk.busy === seat),
      "aria-label": `${words}: ${title}`,
      onclick: () => void desk.swap(seat),
    },
    words,
  );
}

/** @param {Desk} desk @param {string} seat @param {string} title */
function addBot(desk, seat, title) {
  if (!desk.isHost) return null;
  return h(
    "button.btn.slim.quiet",
    {
      type: "button",
      "aria-busy": String(desk.busy === seat),
      "aria-label": `Add bot: ${teamOf(seat)} ${title}`,
      onclick: () => void desk.addBots([seat], seat),
    },
    icon("bot"),
    h("span", {}, "Add bot"),
  );
}

/** Asks once who sits down. @param {Desk} desk */
export function nameForm(desk) {
  const seats = desk.asking ?? [];
  return h(
    "form.name-form",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const name = desk.typedName.trim();
        if (name) void desk.join(name, seats, "name");
      },
    },
    h(
      "label",
      { for: "your-name" },
      desk.taken(desk.typedName) && desk.typedName === desk.nameKept
        ? `${desk.typedName} sits here already. Who are you?`
        : "Your name",
    ),
    h(
      "div.acts",
      {},
      nameField(desk),
      h("button.btn.go.slim", { "aria-busy": String(desk.busy === "name") }, "Sit down"),
      h("button.btn.slim.quiet", { type: "button", onclick: () => desk.change({ asking: null }) }, "Cancel"),
    ),
    problem(desk.trouble?.at === "name" && desk.trouble.text),
  );
}

/** @param {Desk} desk */
export function nameField(desk) {
  return h("input.text", {
    id: "your-name",
    name: "player",
    maxlength: 40,
    required: true,
    autocomplete: "nickname",
    value: desk.typedName,
    oninput: (/** @type {Event} */ event) =>
      desk.change({ typedName: /** @type {HTMLInputElement} */ (event.target).value }),
    onkeydown: (/** @type {KeyboardEvent} */ event) =>
      event.key === "Escape" && desk.change({ asking: null, renaming: false }),
  });
}
