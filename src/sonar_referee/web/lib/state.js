// @ts-check
// One match as this tab sees it: the server's view, what was heard, who is here, and what the hand is doing.
// Pages are functions of this state; everything that changes it goes through `MatchState.change`.

import { Connection } from "./connection.js";
import { keepPass, keepSetting, pass, setting } from "./session.js";
import { handAt, tick } from "./tick.js";

/** @typedef {{code: string, detail: string, rule?: string | null}} Refusal */
/** @typedef {{from: string, text: string, at: string}} Word */
/** `at` is when this page heard of it, in ms of `performance.now`. @typedef {{seconds: number, left: number, running: boolean, at: number}} Clock */

const STAYS = 3000;

export class MatchState {
  /**
   * @param {any} summary the match as `GET /api/matches/{id}` shows it
   * @param {any} chart the map as `GET …/maps/{name}` shows it
   * @param {(state: MatchState) => void} onChange
   */
  constructor(summary, chart, onChange) {
    this.id = summary.match_id;
    this.summary = summary;
    /** when the server last said who is where, in ms of `performance.now` */
    this.knownAt = performance.now();
    /** @type {Clock | null} */
    this.clock = null;
    this.chart = chart;
    this.pass = pass(this.id);
    this.onChange = onChange;
    /** @type {any} */
    this.view = null;
    /** @type {any[]} every announcement heard, in order */
    this.calls = [];
    /** @type {any[]} announcements that are shown in large for a moment */
    this.staying = [];
    /** @type {Word[]} */
    this.words = [];
    this.unread = 0;
    /** @type {import("./connection.js").Link} */
    this.link = "connecting";
    /** @type {string | null} the code with which the server refused to let this tab in */
    this.shut = null;
    /** @type {number | null} */
    this.retryAt = null;
    /** @type {number | null} the call after which the connection broke */
    this.awayAfter = null;
    this.backSince = 0;
    /** @type {any} the order on its way */
    this.pending = null;
    /** @type {(Refusal & {order: any}) | null} */
    this.refusal = null;
    /** @type {Record<string, any>} what the hand is doing: aims, picks, tabs, open dialogs */
    this.ui = {};
    /** @type {((frame: any, state: MatchState) => void)[]} */
    this.listeners = [];
    this.connection = new Connection(
      this.id,
      this.pass.token ?? null,
      (frame) => this.hear(frame),
      (link, retryAt) => this.linked(link, retryAt),
    );
  }

  /** @param {any} frame */
  hear(frame) {
    switch (frame.type) {
      case "welcome":
      case "view":
        this.view = frame.view;
        this.setClock(frame.view.clock);
        if (this.summary.status !== frame.view.status) this.summary = { ...this.summary, status: frame.view.status };
        if (frame.type === "welcome" && this.seats.length > 0) keepPass(this.id, { seats: this.seats });
        break;
      case "clock":
        this.setClock(frame.clock);
        break;
      case "announcement":
        this.calls.push(frame);
        break;
      case "presence":
        this.know({ status: frame.status, seats: frame.seats });
        break;
      case "chat":
        this.words.push(frame);
        if (this.ui.tab !== "crew") this.unread += 1;
        break;
      case "refused":
        // the hello, a word or a drawing; orders have an id, and their refusals are shown where they were given
        if (this.link !== "open") this.shut = frame.problem.code;
        else if (frame.order_id === null)
          this.words.push({ from: "Referee", text: frame.problem.detail, at: new Date().toISOString() });
        break;
      default:
        break;
    }
    for (const listener of this.listeners) listener(frame, this);
    this.change();
  }

  /** Take over what the server says of the match. @param {any} news all of its summary or a part */
  know(news) {
    this.summary = { ...this.summary, ...news };
    this.knownAt = performance.now();
  }

  /** @param {{seconds: number, left: number, running: boolean} | null} clock */
  setClock(clock) {
    this.clock = clock && { ...clock, at: performance.now() };
  }

  /** Show an announcement in large for a moment. @param {any} call */
  stay(call) {
    this.staying = [...this.staying, call];
    window.setTimeout(() => {
      this.staying = this.staying.filter((one) => one !== call);
      this.change();
    }, STAYS);
  }

  /** @param {import("./connection.js").Link} link @param {number | null} retryAt */
  linked(link, retryAt) {
    if (this.link === "open" && link !== "open") this.awayAfter = this.connection.after;
    if (link === "open" && this.awayAfter !== null) {
      this.backSince = Date.now();
      window.setTimeout(() => this.change(), 3100);
    }
    if (link === "open") this.shut = null;
    this.link = link;
    this.retryAt = retryAt;
    for (const listener of this.listeners) listener({ type: "link", link }, this);
    // not from within the event that told of the end
    if (link === "closed" && this.summary.status !== "lobby" && this.pass.token)
      window.setTimeout(() => this.shutOut(), 0);
    this.change();
  }

  /** A player's connection was ended: its seats have changed, or its token is void. */
  shutOut() {
    if (this.shut === "not_authenticated") {
      keepPass(this.id, { token: undefined, seats: undefined, lost: pass(this.id).seats ?? [] });
      this.enter(null);
    } else if (this.shut === null) this.enter(this.pass.token ?? null);
  }

  /** Come in again as the player of another token, or as nobody. @param {string | null} token */
  enter(token) {
    this.pass = pass(this.id);
    this.shut = null;
    if (this.summary.status !== "lobby") {
      this.view = null;
      this.words = [];
      this.ui = {};
    }
    this.calls = [];
    this.link = "connecting";
    this.awayAfter = null;
    this.connection.again(token);
  }

  change() {
    this.onChange(this);
  }

  /** The seats of this tab's player. @returns {string[]} */
  get seats() {
    return this.view?.seats ?? (this.view?.seat ? [this.view.seat] : []);
  }

  /** The team of this tab's player; null for spectators. @returns {"blue" | "yellow" | null} */
  get team() {
    return /** @type {any} */ (this.seats[0]?.split(".")[0] ?? null);
  }

  /** Legal orders of one seat or all of this tab's. @param {string} type @returns {any[]} */
  legal(type) {
    return (this.view?.legal_orders ?? []).filter((/** @type {any} */ order) => order.type === type);
  }

  /** The name of who sits on a seat. @param {string} seat @returns {string} */
  nameOf(seat) {
    return this.summary.seats.find((/** @type {any} */ one) => one.seat === seat)?.player ?? "nobody";
  }
}

/** What a page can do. One object for all parts, so that they stay functions of the state. */
export class Actions {
  /** @param {MatchState} state */
  constructor(state) {
    this.state = state;
  }

  /**
   * Give an order. It is pending until the server has answered; a refusal stays until the next gesture.
   * @param {any} order without `seat`
   * @param {string | null} [seat] needed only where two of the own seats can give it
   * @returns {Promise<boolean>} whether it was accepted
   */
  async order(order, seat = null) {
    const { state } = this;
    if (state.pending) return false;
    const bare = { ...order };
    delete bare.seat;
    state.pending = bare;
    state.refusal = null;
    const hand = handAt();
    state.change();
    const frame = await state.connection.order(bare, seat ?? order.seat ?? null);
    state.pending = null;
    if (frame.type === "refused") state.refusal = { ...frame.problem, order: bare };
    else {
      state.ui = { ...state.ui, aim: null, pick: null };
      tick(hand);
    }
    state.change();
    return frame.type === "accepted";
  }

  /** Change what the hand is doing. @param {Record<string, any>} patch */
  ui(patch) {
    this.state.refusal = null;
    this.state.ui = { ...this.state.ui, ...patch };
    if (patch.tab === "crew") this.state.unread = 0;
    this.state.change();
  }

  /** Say something to the own crew. @param {string} text */
  chat(text) {
    this.state.connection.send({ type: "chat", text });
  }

  /** Replace the team's sheet. @param {any} overlay */
  overlay(overlay) {
    this.state.connection.send({ type: "overlay", overlay });
  }

  /** Show a sentence where typed orders are answered. @param {string} text */
  answer(text) {
    this.state.ui = { ...this.state.ui, answer: text };
    this.state.change();
  }

  /** A setting of this device. @param {string} name @param {any} fallback */
  setting(name, fallback) {
    return setting(name, fallback);
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    keepSetting(name, value);
    this.state.change();
  }
}
