// @ts-check
// A match from the lobby to the end: which page is shown follows from its status and from who looks.

import { call, Refused } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { keepPass } from "../lib/session.js";
import { shell } from "../lib/shell.js";
import { play, speak } from "../lib/sound.js";
import { Actions, MatchState } from "../lib/state.js";
import { tell } from "../lib/title.js";
import { ABOUT, GAMES } from "../games/index.js";
import { lobby } from "./lobby.js";
import { closedPage, lostPage, seatsDialog } from "./seats.js";

const matchId = location.pathname.split("/")[2];
const forTable = location.pathname.endsWith("/table");

/** An invitation brings a token in the fragment, where no log and no referrer sees it. */
function takeInvitation() {
  const words = new URLSearchParams(location.hash.slice(1));
  const token = words.get("token");
  if (!token) return;
  keepPass(matchId, { token });
  history.replaceState(null, "", location.pathname);
}

/** Another invitation, pasted into the same tab, changes only the fragment. */
window.addEventListener("hashchange", () => {
  if (new URLSearchParams(location.hash.slice(1)).has("token")) location.reload();
});

/** A lobby is there before the game's pages, which come a little later, or when the match begins. */
const PAGES_COME_AFTER = 2000;

/** What is played here can only be played by bots and over the wire. */
class NoPages extends Error {
  constructor() {
    super("This match is of a game that these pages cannot show. Bots and other programs can play it.");
  }
}

async function open() {
  takeInvitation();
  const summary = await call("GET", `/matches/${matchId}`);
  if (!(summary.game in GAMES)) throw new NoPages();
  const inLobby = summary.status === "lobby" && !forTable;
  /** @type {import("../games/game.d.ts").GamePages | null} */
  let game = null;
  const loadPages = async () => {
    game ??= (await GAMES[summary.game]()).game;
  };
  const [{ about }, chart] = await Promise.all([
    ABOUT[summary.game](),
    call("GET", `/games/${summary.game}/maps/${summary.options.map}`),
    !inLobby && loadPages(),
  ]);
  /** @type {MatchState} */
  let state;
  /** @type {Actions} */
  let act;
  const draw = shell(() => {
    if (state.summary.status === "lobby" && !forTable) {
      tell(false, state.summary.name || about.title);
      return lobby(state, about);
    }
    if (state.pass.lost) return lostPage(state, about);
    if (!state.view && state.link === "closed") return closedPage(state, about);
    if (!game) comeLater();
    if (!state.view || !game)
      return h("body.station", {}, h("main.loading", { "aria-busy": "true" }, h("p", {}, "Opening the match…")));
    const playing = !forTable && state.seats.length > 0;
    tell(playing && game.awaited(state), game.title_words(state));
    if (state.view.status === "finished") return game.finished(state, act);
    const page = playing ? game.station(state, act) : game.table(state, act);
    const seats = forTable ? null : seatsDialog(state, act, about);
    if (seats) page.append(seats);
    return page;
  });
  state = new MatchState(summary, chart, draw);
  act = new Actions(state);
  // if they cannot be had now, the next drawing asks again
  const comeLater = () => void loadPages().then(draw, () => {});
  if (inLobby) window.setTimeout(comeLater, PAGES_COME_AFTER);
  const { token, host, lost } = state.pass;
  if (!forTable && summary.status === "running" && !token && !host && !lost) state.ui.watching = true;
  if (forTable) {
    state.pass = {};
    state.connection.token = null;
  }
  let heardBefore = 0;
  state.listeners.push((frame) => {
    if (frame.type === "welcome") heardBefore = frame.seq;
    // what was said before this page opened is read in the log
    if (frame.type === "announcement" && frame.seq > heardBefore) {
      if (game) play(game.cue(frame));
      if (game?.stays(frame)) state.stay(frame);
      speak(frame.team ? `${frame.team}. ${frame.text}` : frame.text);
    }
    if (frame.type === "refused") play("refused");
    if (frame.type === "rematch") {
      if (!forTable) keepPass(frame.match_id, state.pass);
      location.assign(`/match/${frame.match_id}${forTable ? "/table" : ""}`);
    }
  });
  document.addEventListener("keydown", (event) => {
    const field = /** @type {HTMLElement} */ (event.target).closest("input, textarea, select, [contenteditable]");
    if (field || event.ctrlKey || event.metaKey || event.altKey || !state.view || state.summary.status === "lobby")
      return;
    if (game?.key(event, state, act)) event.preventDefault();
  });
  window.setInterval(() => {
    if (state.link === "waiting") draw();
  }, 1000);
}

open().catch((error) => {
  const told = error instanceof Refused || error instanceof NoPages;
  const words = told ? error.message : "This page could not be opened.";
  document.body.replaceChildren(
    h(
      "main.wrap.lost",
      {},
      h("h1", {}, "No match here"),
      h("p", {}, words),
      h("a.btn.go", { href: "/" }, "To the front page"),
    ),
  );
  if (!told) throw error;
});
