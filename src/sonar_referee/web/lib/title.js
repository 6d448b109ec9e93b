// @ts-check
// The tab tells when it is awaited: title, icon, a short vibration and the turn's sound.

import { play } from "./sound.js";

let wasAwaited = false;

/**
 * @param {boolean} awaited
 * @param {string} words what is awaited, or what the page is
 */
export function tell(awaited, words) {
  document.title = awaited ? `● ${words}` : `${words} · Sonar Referee`;
  const link = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="icon"]'));
  const wanted = awaited ? "/web/img/favicon-turn.svg" : "/web/img/favicon.svg";
  if (link.getAttribute("href") !== wanted) link.setAttribute("href", wanted);
  if (awaited && !wasAwaited) {
    play("turn");
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80);
  }
  wasAwaited = awaited;
}
