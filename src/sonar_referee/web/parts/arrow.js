// @ts-check
// An arrow in a heading.

import { icon } from "../lib/dom.js";

/** @typedef {import("../chart/geometry.js").Heading} Heading */

/** How the symbol is turned. @type {Record<Heading, string>} */
const TURN = { north: "", east: "r90", south: "r180", west: "r270" };

/** @param {Heading} heading */
export function arrow(heading) {
  return icon("arrow", TURN[heading]);
}
