// @ts-check
// The form for a new match: map, options in words, house rules, name, and the two buttons.

import { h, icon } from "../lib/dom.js";
import { capital } from "../lib/text.js";
import { createMatch, playAlone } from "./front-calls.js";
import { problem } from "./front-mast.js";
import { houseRules, isOpen, numberProblem, onOff, optionRow, segments } from "./front-options.js";

/** @typedef {import("./front-state.js").Front} Front */

/** @param {Front} front */
export function createForm(front) {
  return h(
    "section.first",
    { "aria-labelledby": "new-match" },
    h(
      "h2",
      { id: "new-match" },
      front.games.length > 1 ? "New match" : `New match${front.game ? ` of ${front.game.title}` : ""}`,
    ),
    front.games.length > 1 &&
      segments(
        "Game",
        front.games.map((one) => ({ value: one.id, words: one.title })),
        front.game?.id,
        (id) => void front.pick(id),
      ),
    mapPicker(front),
    front.game ? options(front) : skeleton(),
  );
}

/** @param {Front} front */
function mapPicker(front) {
  const { charts, game } = front;
  if (!charts || !game) {
    return h(
      "div.maps",
      { "aria-hidden": "true" },
      Array.from({ length: 5 }, () => h("div.waiting", {}, h("span.thumb"), h("span.bar"))),
    );
  }
  return h(
    "div.maps",
    { role: "group", "aria-label": "Map" },
    charts.map((chart) =>
      h(
        "button",
        {
          key: chart.name,
          type: "button",
          "data-map": chart.name,
          "aria-pressed": String(chart.name === front.map),
          onclick: () => front.change({ map: chart.name }),
        },
        game.thumbnail(chart),
        chart.title,
        h("small", {}, mapWords(front, chart)),
      ),
    ),
  );
}

/** @param {Front} front @param {any} chart */
function mapWords({ game }, chart) {
  const known = game?.mapWords[chart.name];
  const size = `${chart.columns.length} × ${chart.rows.length}`;
  return [known ?? size, chart.unofficial && h("span.unofficial", {}, "unofficial")];
}

function skeleton() {
  return h(
    "div.waiting",
    { "aria-hidden": "true" },
    Array.from({ length: 3 }, () => h("div.opt", {}, h("span.bar"))),
  );
}

/** @param {Front} front */
function options(front) {
  return h(
    "form",
    {
      novalidate: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (ready(front)) void createMatch(front);
      },
    },
    choices(front),
    rules(front),
    nameAndList(front),
    password(front),
    problem(front.trouble?.at === "create" && front.trouble.text),
    buttons(front),
    solo(front),
  );
}

/** Whether every number is one that may be sent. @param {Front} front */
function ready(front) {
  const schema = front.info.options_schema.properties;
  const wrong = Object.keys(front.options).find((option) => numberProblem(schema[option], front.options[option]));
  if (wrong) front.change({ trouble: { at: wrong, text: "" } });
  return !wrong;
}

/** The options that matter most, in words. @param {Front} front */
function choices(front) {
  const game = /** @type {import("../games/game.d.ts").GameAbout} */ (front.game);
  const schema = front.info.options_schema.properties;
  const known = game.choices.filter((choice) => isOpen(schema[choice.option]));
  return known.map(({ option, title, about, values }) =>
    h(
      "div.opt",
      { key: option, "data-option": option },
      h("span.words", {}, h("span.h", {}, title), h("span.d", {}, about)),
      segments(title, values, front.chosen(option), (value) => front.choose(option, value)),
      problem(front.trouble?.at === option && front.trouble.text),
    ),
  );
}

/** All other options, folded. @param {Front} front */
function rules(front) {
  const game = /** @type {import("../games/game.d.ts").GameAbout} */ (front.game);
  const schema = front.info.options_schema;
  const known = new Set(["map", ...game.choices.map((choice) => choice.option)]);
  const rest = Object.keys(schema.properties).filter(
    (option) => !known.has(option) && isOpen(schema.properties[option]),
  );
  const changed = houseRules(
    game,
    schema,
    Object.fromEntries(
      rest.filter((option) => option in front.options).map((option) => [option, front.options[option]]),
    ),
  );
  const grouped = game.optionWords.groups.map((group) => ({
    ...group,
    options: group.options.filter((option) => rest.includes(option)),
  }));
  const others = rest.filter((option) => !grouped.some((group) => group.options.includes(option)));
  const groups = [...grouped, { title: "Other", options: others }].filter((group) => group.options.length > 0);
  const wrong = rest.includes(front.trouble?.at ?? "");
  return h(
    "details.house",
    { open: wrong },
    h(
      "summary.fold",
      {},
      icon("play"),
      "House rules",
      h("span", {}, changed.length === 0 ? "all as in the rules" : `${changed.length} changed`),
    ),
    h(
      "div.rules",
      {},
      groups.map((group) =>
        h(
          "fieldset",
          { key: group.title },
          h("legend", {}, group.title),
          group.options.map((option) =>
            optionRow(
              game,
              option,
              schema.properties[option],
              front.chosen(option),
              (value) => front.choose(option, value),
              front.trouble?.at === option ? front.trouble.text : null,
            ),
          ),
        ),
      ),
      changed.length > 0 &&
        h(
          "button.btn.slim",
          { type: "button", onclick: () => front.change({ options: kept(front.options, known), trouble: null }) },
          "All as in the rules again",
        ),
    ),
  );
}

/** @param {Record<string, unknown>} chosen @param {Set<string>} names */
function kept(chosen, names) {
  return Object.fromEntries(Object.entries(chosen).filter(([option]) => names.has(option)));
}

/** @param {Front} front */
function nameAndList(front) {
  return h(
    "div.opt.naming",
    {},
    h(
      "label.words",
      { for: "match-name" },
      h("span.h", {}, "Name"),
      h("span.d", {}, "So that your friends find it. May stay empty"),
    ),
    h("input.text", {
      id: "match-name",
      name: "name",
      maxlength: 40,
      autocomplete: "off",
      placeholder: "Kitchen table",
      value: front.name,
      oninput: (/** @type {Event} */ event) =>
        front.change({ name: /** @type {HTMLInputElement} */ (event.target).value }),
    }),
    h(
      "div.listed",
      {
        title: front.isPublic
          ? "Everybody on this server finds the match on its front page"
          : "Only who has the code or the link finds the match",
      },
      h("span", { "aria-hidden": "true" }, front.isPublic ? "Listed" : "Hidden"),
      onOff("Listed among the open matches", front.isPublic, (isPublic) => front.change({ isPublic })),
    ),
    problem(front.trouble?.at === "name" && front.trouble.text),
  );
}

/** @param {Front} front */
function password(front) {
  if (!front.asksPassword) return null;
  return h(
    "div.opt",
    {},
    h(
      "label.words",
      { for: "host-password" },
      h("span.h", {}, "Host password"),
      h("span.d", {}, "This server asks for it before a match is made"),
    ),
    h("input.text", {
      id: "host-password",
      type: "password",
      autocomplete: "current-password",
      oninput: (/** @type {Event} */ event) =>
        front.change({ password: /** @type {HTMLInputElement} */ (event.target).value }),
    }),
    problem(front.trouble?.at === "password" && front.trouble.text),
  );
}

/** @param {Front} front */
function buttons(front) {
  return h(
    "div.go-row",
    {},
    h(
      "button.btn.go",
      { "aria-busy": String(front.busy === "create") },
      front.busy === "create" ? "Creating…" : "Create match",
    ),
    h(
      "button.btn",
      {
        type: "button",
        "aria-expanded": String(front.solo),
        "aria-controls": "solo",
        onclick: () => front.change({ solo: !front.solo }),
      },
      icon("bot"),
      front.game?.alone.words,
    ),
  );
}

/** Which seats to take in a match against bots, and which bots. @param {Front} front */
function solo(front) {
  const { game, info } = front;
  if (!game) return null;
  return h(
    `div.solo.${game.teams[0].id}`,
    { id: "solo", hidden: !front.solo },
    info.bots.length > 1 && kindOfBot(front, game),
    h("p", {}, game.alone.question),
    h(
      "div.ways",
      {},
      game.alone.ways.map((one) => way(one, front.busy === "solo", () => void playAlone(front, one.seats))),
    ),
    problem(front.trouble?.at === "solo" && front.trouble.text),
  );
}

/** @param {Front} front @param {import("../games/game.d.ts").GameAbout} game */
function kindOfBot(front, game) {
  return h(
    "div.opt",
    { "data-option": "bot" },
    h("span.words", {}, h("span.h", {}, "Bots"), h("span.d", {}, game.botWords[front.bot] ?? "")),
    segments(
      "Kind of bot",
      front.info.bots.map((/** @type {string} */ bot) => ({ value: bot, words: capital(bot) })),
      front.bot,
      (bot) => front.change({ bot }),
    ),
  );
}

/** @param {import("../games/game.d.ts").Alone["ways"][number]} way @param {boolean} busy @param {() => void} go */
function way({ title, about, icons }, busy, go) {
  return h(
    "button.way",
    { type: "button", "aria-busy": String(busy), onclick: go },
    h(
      "span.icons",
      {},
      icons.map((one) => icon(one)),
    ),
    h("b", {}, title),
    h("small", {}, about),
  );
}
