// @ts-check
// What the front page asks of the server: new matches, alone or for a table, and the way to others' matches.

import { call, Refused } from "../lib/api.js";
import { keepPass } from "../lib/session.js";

/** @typedef {import("./front-state.js").Front} Front */

/** @param {Front} front @param {boolean} isPublic @param {string} name */
async function create(front, isPublic, name) {
  const options = { ...front.options, map: front.map };
  const body = { game: front.info.id, options, public: isPublic, name: name.trim() || null };
  const created = await call("POST", "/matches", { body, token: front.password || null });
  keepPass(created.match_id, { host: created.host_token });
  return created;
}

/** Make a match and go to its lobby. @param {Front} front */
export async function createMatch(front) {
  await attempt(front, "create", async () => {
    const { match_id } = await create(front, front.isPublic, front.name);
    location.assign(`/match/${match_id}`);
  });
}

/**
 * Make a match, sit down, let bots have the other seats, and begin.
 * @param {Front} front
 * @param {string[]} seats
 */
export async function playAlone(front, seats) {
  await attempt(front, "solo", async () => {
    const { match_id, host_token } = await create(front, false, front.name || "Solo");
    const name = front.player.trim() || "You";
    const { player_token } = await call("POST", `/matches/${match_id}/players`, { body: { name, seats } });
    keepPass(match_id, { token: player_token, name });
    const rest = front.info.seats.filter((/** @type {string} */ seat) => !seats.includes(seat));
    await call("POST", `/matches/${match_id}/bots`, {
      body: { bot: front.bot, seats: rest },
      token: host_token,
    });
    await call("POST", `/matches/${match_id}/start`, { token: host_token });
    location.assign(`/match/${match_id}`);
  });
}

/**
 * Code and team in what somebody typed or pasted: `k7qx2m`, `K7QX2M-B`, a whole link.
 * @param {string} text
 * @param {string[]} teams
 * @returns {{code: string, team: string | null}}
 */
export function readCode(text, teams) {
  const tail = text.split("#/join/").pop() ?? "";
  const [code, ...rest] = tail
    .trim()
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
  const letter = rest.join("");
  const team = teams.find((one) => letter && one.toUpperCase().startsWith(letter)) ?? null;
  return { code: code ?? "", team };
}

/** Find the match behind a code and go to it. @param {Front} front @param {string} text */
export async function joinByCode(front, text) {
  const { code, team } = readCode(text, Object.keys(front.info?.teams ?? { blue: [], yellow: [] }));
  if (!/^[A-Z0-9]{4,8}$/.test(code)) {
    front.change({ trouble: { at: "code", text: "A code has 4 to 8 letters and digits. The host’s lobby shows it." } });
    return;
  }
  await attempt(front, "join", async () => {
    const { match_id } = await call("GET", `/join/${code}`);
    if (team) keepPass(match_id, { team });
    location.assign(`/match/${match_id}`);
  });
}

/**
 * Do something that the server may refuse; its sentence is shown where it was asked.
 * @param {Front} front
 * @param {"create" | "solo" | "join"} what
 * @param {() => Promise<void>} deed
 */
async function attempt(front, what, deed) {
  if (front.busy) return;
  front.change({ busy: what, trouble: null });
  try {
    await deed();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    front.change(refused(front, what, error));
  } finally {
    front.change({ busy: null });
  }
}

/** @param {Front} front @param {string} what @param {Refused} error @returns {Partial<Front>} */
function refused(front, what, error) {
  if (what === "join" && error.code === "no_such_match")
    return {
      trouble: {
        at: "code",
        text: `${error.message} Look at it again: the letters I and O, and 0 and 1, are never in it.`,
      },
    };
  if (what === "join") return { trouble: { at: "code", text: error.message } };
  const option = /options\.(\w+)/.exec(error.message)?.[1];
  if (option) return { trouble: { at: option, text: error.message } };
  if (error.code === "not_authenticated") {
    const text = front.asksPassword ? "That is not the host password." : "";
    return { asksPassword: true, trouble: { at: "password", text } };
  }
  if (/^name\b/.test(error.message)) return { trouble: { at: "name", text: error.message } };
  return { trouble: { at: what, text: error.message } };
}
