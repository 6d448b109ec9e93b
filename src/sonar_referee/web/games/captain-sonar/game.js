// @ts-check
// Captain Sonar for the pages: which station a player gets, and the words around it.

import { about } from "./about.js";
import { station } from "./station.js";
import { stays } from "./staying.js";
import { key } from "./keys.js";
import { finished } from "./finished.js";
import { table } from "./table.js";
import { ROLE_TITLE, cue, isAwaited, roleOf, turnWords } from "./words.js";

/** @type {import("../game.d.ts").GamePages} */
export const game = {
  ...about,
  station,
  table,
  finished,
  awaited: isAwaited,
  title_words(state) {
    if (!state.seats.length) return "Table";
    const role = state.seats.length === 1 ? ROLE_TITLE[roleOf(state.seats[0])] : "Your boat";
    const [strong] = turnWords(state);
    return isAwaited(state) ? `${strong.replace(/[.,:].*$/, "")} · ${role}` : role;
  },
  cue,
  stays,
  key,
};
