// @ts-check
// What the front page and the lobby need to know of Sonar duel, without its pages.

import { thumbnail } from "../../chart/sea.js";

/** @type {import("../game.d.ts").GameAbout} */
export const about = {
  id: "sonar-duel",
  title: "Sonar duel",
  teams: [
    { id: "blue", title: "Blue" },
    { id: "yellow", title: "Yellow" },
  ],
  roles: [{ id: "", title: "Captain", icon: "target", about: "Alone on board: moves, listens and fires." }],
  lesson: {
    title: "One action a turn",
    points: [
      { title: "Move or wait", icon: "arrow", about: "The enemy hears only that a turn has passed." },
      { title: "Listen", icon: "sonar", about: "Finds the enemy within 4 spaces, and tells it your sector." },
      { title: "Fire", icon: "torpedo", about: "Straight ahead, up to 4 spaces. One hit wins." },
      { title: "Count", icon: "target", about: "12 torpedoes each; the last miss loses. 100 turns, then a draw." },
    ],
  },
  roundWord: "turn",
  alone: {
    words: "Play against a bot",
    question: "You are Blue. Who begins is drawn by lot.",
    ways: [{ title: "Begin the duel", about: "The bot is Yellow", icons: ["target", "bot"], seats: ["blue"] }],
  },
  botWords: { hunter: "Keeps a list of where you can be", random: "Draws lots" },
  choices: [
    {
      option: "announce_kind",
      title: "Kind of sound",
      about: "Whether the enemy hears what it was: a sonar or a torpedo",
      values: [
        { value: true, words: "Told" },
        { value: false, words: "Not told" },
      ],
    },
    {
      option: "spectator_view",
      title: "Spectators",
      about: "May watch what both players know, and both tracks after the end",
      values: [
        { value: "public", words: "Yes" },
        { value: "none", words: "No" },
      ],
    },
  ],
  optionWords: {
    groups: [
      { title: "Time", options: ["clock", "presence"] },
      { title: "The end", options: ["reveal_at_end"] },
    ],
    titles: {
      announce_kind: "Kind of sound told",
      spectator_view: "Spectators",
      clock: "Time for a turn",
      on_expiry: "When it is over",
      presence: "A player stays away",
      reveal_at_end: "Both tracks are shown",
    },
    values: {
      on_expiry: { default_order: "Wait", forfeit: "Loses" },
      presence: { wait: "The table waits", bot: "A bot plays", forfeit: "Loses" },
      spectator_view: { public: "yes", none: "no" },
    },
    units: { clock: "seconds" },
  },
  bundles: () => null,
  isWatched: (options) => options.spectator_view !== "none",
  // who plays against a bot does not lose by staying away (4.7)
  absence: ({ options, seats }) =>
    options.presence === "forfeit" && seats.some((/** @type {any} */ seat) => seat.bot) ? "wait" : options.presence,
  mapWords: { twelve: "nine sectors, 16 islands" },
  thumbnail,
};
