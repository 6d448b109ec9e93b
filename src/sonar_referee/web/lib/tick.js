// @ts-check
// A short tick where the hand was when an order was given, once the server has it.

import { h, icon } from "./dom.js";

const SHOWN = 600;

/** Where the hand is: the middle of what has the focus. @returns {{x: number, y: number} | null} */
export function handAt() {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) return null;
  const { left, top, width, height } = activeElement.getBoundingClientRect();
  return width > 0 ? { x: left + width / 2, y: top + height / 2 } : null;
}

/** @param {{x: number, y: number} | null} place in the window */
export function tick(place) {
  if (!place) return;
  const mark = h("span.tick", { "aria-hidden": "true" }, icon("check"));
  mark.style.left = `${place.x}px`;
  mark.style.top = `${place.y}px`;
  // beside the body, which is drawn anew from the state
  document.documentElement.append(mark);
  window.setTimeout(() => mark.remove(), SHOWN);
}
