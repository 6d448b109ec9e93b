// @ts-check
// What the front page and the lobby need to know of Captain Sonar, without its stations.

import { smallSea } from "./chart.js";
import { optionWords } from "./option-words.js";

const ROLES = [
  { id: "captain", title: "Captain", icon: "captain", about: "Steers, fires, and never crosses the own route." },
  {
    id: "first_mate",
    title: "First Mate",
    icon: "first_mate",
    about: "Charges one gauge a move, until it is ready.",
  },
  { id: "engineer", title: "Engineer", icon: "engineer", about: "Breaks one part a move. Chooses the least bad." },
  {
    id: "radio_operator",
    title: "Radio Operator",
    icon: "radio_operator",
    about: "Listens to the enemy, and finds them.",
  },
];

const BUNDLES = {
  1: [["captain", "first_mate", "engineer", "radio_operator"]],
  2: [["captain", "first_mate", "engineer"], ["radio_operator"]],
  3: [["captain", "first_mate"], ["engineer"], ["radio_operator"]],
  4: [["captain"], ["first_mate"], ["engineer"], ["radio_operator"]],
};

/** @type {import("../game.d.ts").GameAbout} */
export const about = {
  id: "captain-sonar",
  title: "Captain Sonar",
  teams: [
    { id: "blue", title: "Blue" },
    { id: "yellow", title: "Yellow" },
  ],
  roles: ROLES,
  lesson: { title: "How each seat plays", points: ROLES },
  roundWord: "round",
  alone: {
    words: "Play alone, bots fill the rest",
    question: "You take Blue. Which seats?",
    ways: [
      {
        title: "All four seats",
        about: "You steer, mark, repair and listen",
        icons: ROLES.map((role) => role.icon),
        seats: ROLES.map((role) => `blue.${role.id}`),
      },
      { title: "Captain only", about: "Bots are your crew", icons: ["captain"], seats: ["blue.captain"] },
    ],
  },
  botWords: {
    officer: "Tracks you, and minds little what it gives away",
    hunter: "Tracks you, and hides its own way",
    cadet: "Greedy and forgetful",
    random: "Draws lots",
  },
  choices: [
    {
      option: "radio_assist",
      title: "Radio help",
      about: "Plot the headings that are heard, and shade the cells where the enemy can be",
      values: [
        { value: "off", words: "Off" },
        { value: "plot", words: "Plot" },
        { value: "cells", words: "Plot and cells" },
      ],
    },
    {
      option: "spectator_view",
      title: "Spectators",
      about: "May watch what both teams hear. Never the secrets",
      values: [
        { value: "public", words: "Yes" },
        { value: "none", words: "No" },
      ],
    },
    {
      option: "role_bundles",
      title: "Seats",
      about: "Roles go together as in the rules, or anyhow",
      values: [
        { value: "strict", words: "As in the rules" },
        { value: "free", words: "Anyhow" },
      ],
    },
  ],
  optionWords,
  bundles: (options) => (options.role_bundles === "strict" ? BUNDLES : null),
  isWatched: (options) => options.spectator_view !== "none",
  absence: (summary) => summary.options.presence,
  mapWords: {
    alpha: "many islets",
    bravo: "fewer islands",
    charlie: "open sea",
    delta: "under the ice",
    echo: "mines on the map",
  },
  thumbnail: smallSea,
};
