// @ts-check
// What the front page and the lobby need to know of Captain Sonar, without its stations.

import { smallSea } from "./chart.js";
import { optionWords } from "./option-words.js";

/** @type {import("../game.d.ts").GameAbout} */
export const about = {
  id: "captain-sonar",
  title: "Captain Sonar",
  teams: [
    { id: "blue", title: "Blue" },
    { id: "yellow", title: "Yellow" },
  ],
  roles: [
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
  ],
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
  bundles: {
    1: [["captain", "first_mate", "engineer", "radio_operator"]],
    2: [["captain", "first_mate", "engineer"], ["radio_operator"]],
    3: [["captain", "first_mate"], ["engineer"], ["radio_operator"]],
    4: [["captain"], ["first_mate"], ["engineer"], ["radio_operator"]],
  },
  mapWords: {
    alpha: "many islets",
    bravo: "fewer islands",
    charlie: "open sea",
    delta: "under the ice",
    echo: "mines on the map",
  },
  thumbnail: smallSea,
};
