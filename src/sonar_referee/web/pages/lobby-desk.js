// @ts-check
// What a page with seats to take knows beside the match's state, and what it asks of the server: seats, bots, the start.

import { call, Refused } from "../lib/api.js";
import { keepPass, keepSetting, pass, setting } from "../lib/session.js";
import { openSeats, playersOf, roleId, teamOf } from "../parts/seat-words.js";

/** @typedef {import("../lib/state.js").MatchState} MatchState */
/** @typedef {import("../games/game.d.ts").GameAbout} GameAbout */

const LOOK_AGAIN = 10_000;
const LOOK_WITHOUT_SOCKET = 2500;

/** @type {WeakMap<MatchState, Desk>} */
const desks = new WeakMap();

/** The desk of a match's lobby; it opens with the first look. @param {MatchState} state @param {GameAbout} game */
export function deskOf(state, game) {
  let desk = desks.get(state);
  if (!desk) {
    desk = new Desk(state, game);
    desks.set(state, desk);
  }
  return desk;
}

export class Desk {
  /** @param {MatchState} state @param {GameAbout} game */
  constructor(state, game) {
    this.state = state;
    this.game = game;
    /** @type {{join_code: string, join_url: string} | null} */
    this.invitation = null;
    /** @type {any} the options' JSON Schema */
    this.schema = null;
    /** @type {string[]} the bots that this server has */
    this.bots = [];
    this.bot = "";
    /** @type {string | null} why a full table cannot start */
    this.reason = null;
    this.checkedSeats = "";
    /** @type {{at: string, text: string} | null} what was refused, and where it was asked */
    this.trouble = null;
    /** @type {string | null} what is on its way */
    this.busy = null;
    /** @type {string[] | null} the seats that wait for a name to be typed */
    this.asking = null;
    this.renaming = false;
    this.typedName = "";
    /** @type {Record<string, number>} for each team how many players were chosen to share its seats */
    this.crewSizes = {};
    /** @type {string | null} whose code is shown: a team's, or everybody's */
    this.shown = state.pass.team ?? null;
    /** @type {Map<string, number>} since when somebody is seen to be away, by seat */
    this.away = new Map();
    /** @type {string[] | null} the own seats as the server has answered, until the socket shows them too */
    this.answered = null;
    /** @type {string | null} the seat of whom the host is about to send away */
    this.freeing = null;
    state.listeners.push((frame) => this.hear(frame));
    this.timer = window.setInterval(() => this.tick(), 1000);
    this.looked = Date.now();
    void this.load();
    this.noticeSeats();
  }

  get isHost() {
    return Boolean(this.state.pass.host);
  }

  /** The own seats, of which the socket may not have heard yet. @returns {string[]} */
  get seats() {
    return this.answered ?? this.state.seats;
  }

  /** @param {Partial<Desk>} patch */
  change(patch) {
    Object.assign(this, patch);
    this.state.change();
  }

  async load() {
    const [invitation, { games }] = await Promise.all([
      call("GET", `/matches/${this.state.id}/invitation`),
      call("GET", "/games"),
    ]);
    const info = games.find((/** @type {any} */ one) => one.id === this.game.id);
    this.change({ invitation, schema: info.options_schema, bots: info.bots, bot: info.bots[0] });
  }

  // -- keeping up with the match

  /** @param {any} frame */
  hear(frame) {
    if (this.state.summary.status !== "lobby") return;
    if (frame.type === "welcome") this.answered = null;
    if (frame.type === "presence") this.noticeSeats();
    if (frame.type === "link" && frame.link === "closed") this.comeBack();
  }

  /** The server ends a connection whose seats have changed; what to do next follows from why it shut the door. */
  comeBack() {
    const { shut } = this.state;
    if (shut === "no_spectators" || shut === "no_such_match") return;
    if (shut === "not_authenticated") {
      keepPass(this.state.id, { token: undefined });
      this.answered = [];
      this.trouble = { at: "start", text: "The host has freed your seat. You can take another one." };
    }
    // not from within the event that told of the end
    window.setTimeout(() => this.state.enter(pass(this.state.id).token ?? null), 0);
  }

  tick() {
    const { state } = this;
    if (state.summary.status === "finished") {
      window.clearInterval(this.timer);
      return;
    }
    const pause = state.link === "open" ? LOOK_AGAIN : LOOK_WITHOUT_SOCKET;
    if (!document.hidden && Date.now() - this.looked >= pause) void this.look();
    if (this.away.size > 0) state.change();
  }

  /** Presence is not told when time alone has passed, and not at all to those who may not listen. */
  async look() {
    this.looked = Date.now();
    try {
      this.state.know(await call("GET", `/matches/${this.state.id}`));
    } catch {
      return; // the banner tells of a server that is away
    }
    this.noticeSeats();
    this.state.change();
  }

  noticeSeats() {
    const { seats } = this.state.summary;
    for (const { seat, player, connected } of seats) {
      if (!player || connected) this.away.delete(seat);
      else if (!this.away.has(seat)) this.away.set(seat, Date.now());
    }
    const now = JSON.stringify(seats.map((/** @type {any} */ one) => [one.player, one.bot]));
    if (now === this.checkedSeats) return;
    this.checkedSeats = now;
    this.reason = null;
    if (this.state.summary.status === "lobby" && openSeats(seats).length === 0) void this.check();
  }

  /** Ask whether these people go together. */
  async check() {
    try {
      const { reason } = await call("GET", `/matches/${this.state.id}/readiness`);
      this.change({ reason });
    } catch {
      this.checkedSeats = "";
    }
  }

  // -- sitting down and getting up

  /**
   * Do something that the server may refuse.
   * @param {string} at where it was asked
   * @param {() => Promise<void>} deed
   */
  async attempt(at, deed) {
    if (this.busy) return;
    this.change({ busy: at, trouble: null });
    try {
      await deed();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = { at, text: error.message };
      void this.look();
    } finally {
      this.change({ busy: null });
    }
  }

  /** Have these seats and no others; whoever has no name yet is asked for it. @param {string[]} seats @param {string} at */
  async take(seats, at) {
    if (this.state.pass.token) {
      await this.attempt(at, async () => {
        const changed = await call("PUT", `${this.path}/players/me/seats`, {
          body: { seats },
          token: this.state.pass.token,
        });
        this.answered = changed.seats;
      });
      return;
    }
    const name = this.nameKept;
    if (name && !this.taken(name)) await this.join(name, seats, at);
    else this.ask(seats, name);
  }

  get path() {
    return `/matches/${this.state.id}`;
  }

  get nameKept() {
    return String(this.state.pass.name ?? setting("name", ""));
  }

  /** Another tab of this browser may play under the same name. @param {string} name */
  taken(name) {
    return this.state.summary.seats.some((/** @type {any} */ seat) => seat.player === name);
  }

  /** @param {string[]} seats @param {string} name */
  ask(seats, name) {
    this.change({ asking: seats, typedName: name, trouble: null });
    focusSoon("#your-name");
  }

  /** @param {string} name @param {string[]} seats @param {string} at */
  async join(name, seats, at) {
    await this.attempt(at, async () => {
      const joined = await call("POST", `${this.path}/players`, { body: { name, seats } });
      keepPass(this.state.id, { token: joined.player_token, name, lost: undefined });
      keepSetting("name", name);
      this.asking = null;
      this.renaming = false;
      this.answered = joined.seats;
      this.state.enter(joined.player_token);
    });
  }

  /** Get up from a seat; from the last one means to leave the match. @param {string} seat */
  async leave(seat) {
    const rest = this.seats.filter((one) => one !== seat);
    if (rest.length > 0) await this.take(rest, seat);
    else await this.attempt(seat, () => this.goAway());
  }

  /** Offer the holder of a seat to change places, agree to their offer, or take the own one back. @param {string} other */
  async swap(other) {
    await this.attempt(other, () =>
      call("POST", `${this.path}/players/me/swap`, {
        body: { seat: this.seats[0], other },
        token: this.state.pass.token,
      }),
    );
  }

  async goAway() {
    await call("DELETE", `${this.path}/players/me`, { token: this.state.pass.token });
    keepPass(this.state.id, { token: undefined });
    this.answered = [];
    this.state.enter(null);
  }

  /** Another name: leave, and sit down again under it. @param {string} name */
  async rename(name) {
    const { seats } = this;
    keepPass(this.state.id, { name });
    keepSetting("name", name);
    if (seats.length === 0) {
      this.state.pass = { ...this.state.pass, name };
      this.change({ renaming: false });
      return;
    }
    await this.attempt("name", () => this.goAway());
    if (!this.trouble) await this.join(name, seats, "name");
  }

  // -- the host's part

  /** @param {string[]} seats @param {string} at */
  async addBots(seats, at) {
    await this.attempt(at, () =>
      call("POST", `${this.path}/bots`, { body: { bot: this.bot, seats }, token: this.state.pass.host }),
    );
  }

  /** @param {string} seat */
  async removeBot(seat) {
    await this.attempt(seat, () =>
      call("DELETE", `${this.path}/bots?seat=${encodeURIComponent(seat)}`, { token: this.state.pass.host }),
    );
  }

  /** Take the seats of whoever holds this one. @param {string} seat */
  async free(seat) {
    await this.attempt(seat, () =>
      call("DELETE", `${this.path}/seats/${encodeURIComponent(seat)}`, { token: this.state.pass.host }),
    );
    this.change({ freeing: null });
  }

  async start() {
    await this.attempt("start", async () => {
      this.state.know(await call("POST", `${this.path}/start`, { token: this.state.pass.host }));
    });
  }

  // -- who shares a team's seats

  /** The seats that one player holds, by the size of the team; null where any combination is allowed. */
  get bundles() {
    return this.game.bundles(this.state.summary.options);
  }

  /** How many players a team's seats are shown for: as chosen, or as fits those who sit there. @param {string} team @param {Record<number, string[][]>} bundles */
  crewSize(team, bundles) {
    const sizes = Object.keys(bundles)
      .map(Number)
      .sort((one, other) => other - one);
    const crews = playersOf(this.state.summary.seats, team)
      .filter((player) => !player.bot)
      .map((player) => player.seats.map(roleId));
    const fitting = sizes.filter((size) =>
      crews.every((crew) => bundles[size].some((bundle) => bundle.join() === crew.join())),
    );
    const chosen = this.crewSizes[team];
    return chosen ?? fitting[0] ?? sizes[0];
  }

  /** @param {string} team @param {number} size */
  chooseCrewSize(team, size) {
    this.change({ crewSizes: { ...this.crewSizes, [team]: size }, asking: null });
  }

  /** The own seats if they are of this team. @param {string} team */
  ownSeats(team) {
    return this.seats.filter((seat) => teamOf(seat) === team);
  }
}

/** Put the cursor into a field that is about to be drawn. @param {string} selector */
export function focusSoon(selector) {
  window.setTimeout(() => {
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector(selector));
    field?.focus();
    field?.select();
  }, 60);
}
