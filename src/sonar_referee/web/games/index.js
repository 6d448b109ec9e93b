// @ts-check
// The games that this browser side can show. A new game is a folder, two lines here, and a style sheet in match.html.

/** @type {Record<string, () => Promise<{game: import("./game.d.ts").GamePages}>>} */
export const GAMES = {
  "captain-sonar": () => import("./captain-sonar/game.js"),
  "sonar-duel": () => import("./sonar-duel/game.js"),
};

/** What the front page shows of them, which is much less to load. @type {Record<string, () => Promise<{about: import("./game.d.ts").GameAbout}>>} */
export const ABOUT = {
  "captain-sonar": () => import("./captain-sonar/about.js"),
  "sonar-duel": () => import("./sonar-duel/about.js"),
};
