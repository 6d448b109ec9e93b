// @ts-check
// Sonar duel for the pages.

import { about } from "./about.js";
import { finished } from "./finished.js";
import { station } from "./station.js";
import { table } from "./table.js";
import { key } from "./keys.js";
import { cue, isAwaited, stays } from "./words.js";

/** @type {import("../game.d.ts").GamePages} */
export const game = {
  ...about,
  station,
  table,
  finished,
  awaited: isAwaited,
  title_words(state) {
    if (isAwaited(state)) return `Your turn · ${about.title}`;
    return state.seats.length > 0 ? about.title : "Table";
  },
  cue,
  stays,
  key,
};
