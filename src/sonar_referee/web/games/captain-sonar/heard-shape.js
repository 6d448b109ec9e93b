// @ts-check
// The headings heard, as a shape.

import { STEP } from "../../chart/geometry.js";
import { round } from "../../chart/things.js";
import { s } from "../../lib/dom.js";

const HEARD_STEP = 24;

/**
 * Headings heard as a shape without a place: public knowledge. `null` is a silence and breaks the line.
 * @param {(import("../../chart/geometry.js").Heading | null)[]} headings
 * @param {string} team
 * @returns {SVGElement}
 */
export function heardShape(headings, team) {
  const runs = heardRuns(headings);
  const all = runs.flat();
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const side = (Math.max(right - left, bottom - top) + 1.4) * HEARD_STEP;
  const place = (/** @type {[number, number]} */ [x, y]) => [
    round(side / 2 + (x - (left + right) / 2) * HEARD_STEP),
    round(side / 2 + (y - (top + bottom) / 2) * HEARD_STEP),
  ];
  const [headX, headY] = place(all[all.length - 1]);
  const [tailX, tailY] = place(all[0]);
  return s(
    "svg",
    {
      class: `heard ${team}`,
      viewBox: `0 0 ${round(side)} ${round(side)}`,
      role: "img",
      "aria-label": "Headings heard, as a line without a place",
    },
    runs.map((run) => s("path", { d: run.map((spot, at) => (at ? "L" : "M") + place(spot).join(" ")).join("") })),
    s("circle", { class: "head", cx: headX, cy: headY, r: 7 }),
    s("circle", { class: "tail", cx: tailX, cy: tailY, r: 5 }),
  );
}

/** @param {(import("../../chart/geometry.js").Heading | null)[]} headings */
function heardRuns(headings) {
  /** @type {[number, number]} */
  let spot = [0, 0];
  /** @type {[number, number][][]} */
  const runs = [[spot]];
  for (const heading of headings) {
    const [dx, dy] = heading ? STEP[heading] : [0.7, 0];
    spot = [spot[0] + dx, spot[1] + dy];
    if (heading) runs[runs.length - 1].push(spot);
    else runs.push([spot]);
  }
  return runs;
}
