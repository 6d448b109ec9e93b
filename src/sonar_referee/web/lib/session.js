// @ts-check
// What this tab knows of its matches: the player's and the host's tokens. Each tab is a player of its own.

/**
 * `team` is the one that an invitation was for, `seats` are those that the token was last good for, and `lost` they
 * are called when the host has freed them.
 * @typedef {{token?: string, host?: string, name?: string, team?: string, seats?: string[], lost?: string[]}} Pass
 */

/** @param {string} matchId @returns {Pass} */
export function pass(matchId) {
  try {
    return JSON.parse(sessionStorage.getItem(`match ${matchId}`) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} matchId @param {Pass} changes */
export function keepPass(matchId, changes) {
  sessionStorage.setItem(`match ${matchId}`, JSON.stringify({ ...pass(matchId), ...changes }));
}

/** @param {string} name @param {unknown} fallback */
export function setting(name, fallback) {
  const kept = localStorage.getItem(`setting ${name}`);
  return kept === null ? fallback : JSON.parse(kept);
}

/** @param {string} name @param {unknown} value */
export function keepSetting(name, value) {
  localStorage.setItem(`setting ${name}`, JSON.stringify(value));
}
