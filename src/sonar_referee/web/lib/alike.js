// @ts-check
// Whether two JSON values say the same.

/** @param {any} one @param {any} other @returns {boolean} */
export function alike(one, other) {
  if (one === other) return true;
  if (!one || !other || typeof one !== "object" || typeof other !== "object") return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => alike(one[name], other[name]));
}
