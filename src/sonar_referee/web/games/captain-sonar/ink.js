// @ts-check
// A pencil stroke made small: only the points that give it its shape are kept.

/** @typedef {import("./overlay.js").Spot} Spot */

/** A stroke with the points that matter, in whole tenths of a space. @param {Spot[]} points in spaces @returns {number[]} */
export function stroke(points) {
  return simple(points, 0.07).flatMap(([x, y]) => [Math.round(x * 10), Math.round(y * 10)]);
}

/** Ramer, Douglas and Peucker: leave out points nearer than `least` to the line. @param {Spot[]} points @param {number} least @returns {Spot[]} */
function simple(points, least) {
  if (points.length < 3) return points;
  const first = points[0];
  const last = points[points.length - 1];
  let far = 0;
  let most = 0;
  for (let i = 1; i < points.length - 1; i++) {
    const away = distance(points[i], first, last);
    if (away > most) [far, most] = [i, away];
  }
  if (most <= least) return [first, last];
  return [...simple(points.slice(0, far + 1), least).slice(0, -1), ...simple(points.slice(far), least)];
}

/** From a point to the line through two others. @param {Spot} point @param {Spot} from @param {Spot} to */
function distance([x, y], [x1, y1], [x2, y2]) {
  const long = Math.hypot(x2 - x1, y2 - y1);
  if (long === 0) return Math.hypot(x - x1, y - y1);
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / long;
}
