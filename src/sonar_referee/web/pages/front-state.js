// @ts-check
// What the front page knows and what the hand has chosen so far.

import { alike } from "../lib/alike.js";
import { call, Refused } from "../lib/api.js";
import { setting } from "../lib/session.js";
import { ABOUT } from "../games/index.js";

/** @typedef {import("../games/game.d.ts").GameAbout} GameAbout */
/** @typedef {{at: string, text: string}} Trouble what was refused, and at which field */

const REFRESH = 4000;

export class Front {
  /** @param {() => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    /** @type {any[]} the server's games that these pages can show */
    this.games = [];
    /** @type {Record<string, GameAbout>} what these pages know of the games that are shown anywhere on this page */
    this.abouts = {};
    /** @type {GameAbout | null} */
    this.game = null;
    /** @type {any} the chosen game as the server describes it */
    this.info = null;
    /** @type {any[] | null} the chosen game's charts */
    this.charts = null;
    this.map = "";
    /** the kind of bot to play alone against */
    this.bot = "";
    /** @type {Record<string, unknown>} options that differ from the rules */
    this.options = {};
    this.name = "";
    this.isPublic = true;
    this.password = "";
    this.asksPassword = false;
    this.solo = false;
    /** @type {"create" | "solo" | "join" | null} what is on its way */
    this.busy = null;
    /** @type {Trouble | null} */
    this.trouble = null;
    this.code = "";
    /** @type {any[] | null} */
    this.matches = null;
    this.unreachable = false;
    this.player = String(setting("name", ""));
  }

  /** @param {Partial<Front>} patch */
  change(patch = {}) {
    Object.assign(this, patch);
    this.onChange();
  }

  /** @param {string} option */
  chosen(option) {
    return option in this.options ? this.options[option] : this.info?.options_schema.properties[option]?.default;
  }

  /** @param {string} option @param {unknown} value */
  choose(option, value) {
    const options = { ...this.options, [option]: value };
    if (alike(value, this.info.options_schema.properties[option].default)) delete options[option];
    this.change({ options, trouble: null });
  }

  async load() {
    const { games } = await call("GET", "/games");
    this.games = games.filter((/** @type {any} */ one) => one.id in ABOUT);
    await this.pick(this.games[0].id);
  }

  /** Another game: its pages, its maps. @param {string} id */
  async pick(id) {
    const info = this.games.find((one) => one.id === id);
    const charts = chartsOf(id);
    const game = await this.about(id);
    this.change({
      game,
      info,
      bot: info.bots[0],
      solo: false,
      charts: null,
      map: info.options_schema.properties.map.default,
      options: {},
      trouble: this.trouble?.at === "code" ? this.trouble : null,
    });
    const loaded = await charts;
    if (this.game === game) this.change({ charts: loaded });
  }

  /** @param {string} id of a game that these pages can show */
  async about(id) {
    this.abouts[id] ??= (await ABOUT[id]()).about;
    return this.abouts[id];
  }

  /** The public matches, now and every few seconds while somebody looks. */
  async watch() {
    if (!document.hidden) {
      try {
        const { matches } = await call("GET", "/matches");
        const shown = new Set(matches.map((/** @type {any} */ match) => match.game));
        await Promise.all([...shown].filter((id) => id in ABOUT).map((id) => this.about(id)));
        this.change({ matches, unreachable: false });
      } catch (error) {
        this.change({ unreachable: error instanceof Refused && error.status === 0 });
      }
    }
    window.setTimeout(() => void this.watch(), REFRESH);
  }
}

/** All maps of a game. @param {string} game @returns {Promise<any[]>} */
async function chartsOf(game) {
  const { maps } = await call("GET", `/games/${game}/maps`);
  return Promise.all(maps.map((/** @type {any} */ one) => call("GET", `/games/${game}/maps/${one.name}`)));
}
