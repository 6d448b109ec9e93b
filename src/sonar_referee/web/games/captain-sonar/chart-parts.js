// @ts-check
// What lies on a chart of this game alone: mines, impacts, the way of a shot. Each is a pure drawing in the chart's units.

import { line, middle, round } from "../../chart/things.js";
import { s } from "../../lib/dom.js";

/** A mine; classes: `guess` suspected, `spent` used up. @param {string} cell @param {string} team @param {string} [classes] */
export function mine(cell, team, classes = "") {
  const [x, y] = middle(cell);
  const horns = Array.from({ length: 8 }, (_, at) => {
    const angle = ((at + 0.5) * Math.PI) / 4;
    return s("circle", { class: "horn", cx: round(Math.cos(angle) * 10.6), cy: round(Math.sin(angle) * 10.6), r: 2.3 });
  });
  return s(
    "g",
    { class: `mine ${team} ${classes}`.trim(), transform: `translate(${x} ${y})` },
    horns,
    s("circle", { class: "body", r: 8.6 }),
    s("path", { class: "glint", d: "M-4-1.5A4.5 4.5 0 0 1 0-4.6" }),
    classes.includes("spent") && s("path", { class: "cross", d: "M-11-11L11 11M11-11L-11 11" }),
  );
}

/** Where something exploded. @param {string} cell @param {string | number} [label] the round's number */
export function impact(cell, label) {
  const [x, y] = middle(cell);
  const star = Array.from({ length: 16 }, (_, at) => {
    const angle = ((at - 0.5) * Math.PI) / 8;
    const far = at % 2 ? 9.5 : 15;
    return `${at ? "L" : "M"}${round(Math.cos(angle) * far)} ${round(Math.sin(angle) * far)}`;
  });
  return s(
    "g",
    { class: "impact", key: `impact-${cell}`, transform: `translate(${x} ${y})` },
    s("path", { d: `${star.join("")}Z` }),
    label !== undefined && s("text", { x: 0, y: 4 }, label),
  );
}

/** The way of a torpedo or of a silence, with numbered steps. @param {string[]} cells */
export function shot(cells) {
  return [
    s("path", { class: "shot", d: line(cells) }),
    cells.slice(1, -1).map((cell, at) => {
      const [x, y] = middle(cell);
      return [
        s("circle", { class: "shot-step", cx: x, cy: y, r: 8 }),
        s("text", { class: "shot-no", x, y: y + 3.8 }, at + 1),
      ];
    }),
  ].flat(3);
}
