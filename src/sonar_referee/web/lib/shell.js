// @ts-check
// Draws a page again whenever its state has changed, at most once a frame.

import { morph } from "./dom.js";

/**
 * @param {() => HTMLElement} render makes the whole body
 * @returns {() => void} to be called when something has changed
 */
export function shell(render) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    // a hidden tab gets no animation frames, but its title and sounds must follow
    const draw = () => {
      waiting = false;
      morph(document.body, render());
    };
    if (document.hidden) window.setTimeout(draw, 0);
    else window.requestAnimationFrame(draw);
  };
}
