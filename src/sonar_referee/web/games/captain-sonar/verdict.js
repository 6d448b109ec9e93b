// @ts-check
// What a cross on the Engineer's sheet would repair or break. Only for explanation: the server decides.

import { capital, listed } from "../../lib/text.js";
import { CIRCUITS, PANEL_NAME, SYMBOL_FAMILY } from "./words.js";

/** @typedef {"W" | "N" | "S" | "E"} Panel */
/** @typedef {"w" | "d" | "s" | "r"} Family */
/** @typedef {Record<Family, string[]>} Blockers the crossed symbols of each family */
/**
 * A line of explanation. `parts` are plain and strong in turn.
 * @typedef {{icon: string, harm?: boolean, parts: string[]}} Fact
 */
/**
 * @typedef {object} Verdict
 * @property {string} symbol
 * @property {Family} family
 * @property {Panel} panel
 * @property {string | null} circuit
 * @property {string[]} crossed the breakdowns afterwards
 * @property {string[]} repairs the symbols of a completed circuit
 * @property {boolean} fullPanel
 * @property {boolean} fullRadiation
 * @property {number} damage
 * @property {Blockers} before
 * @property {Blockers} after
 */

/** In the order of the sheet. @type {Panel[]} */
export const PANELS = ["W", "N", "S", "E"];

/** @type {Record<Panel, string>} */
export const PANEL_HEADING = { W: "west", N: "north", S: "south", E: "east" };

export const PANEL_SIZE = 6;
export const RADIATION = Object.keys(SYMBOL_FAMILY).filter((symbol) => SYMBOL_FAMILY[symbol] === "r");

/** @type {Record<Family, string>} */
export const FAMILY_NAME = { w: "Weapons", d: "Detection", s: "Special", r: "Radiation" };

/** @param {string} symbol @returns {Panel} */
export function panelOf(symbol) {
  return /** @type {Panel} */ (symbol.charAt(0));
}

/** @param {string} symbol @returns {string | null} */
export function circuitOf(symbol) {
  const found = Object.entries(CIRCUITS).find(([, symbols]) => symbols.includes(symbol));
  return found ? found[0] : null;
}

/** @param {string} circuit @returns {string[]} */
export function circuitSymbols(circuit) {
  return CIRCUITS[/** @type {keyof typeof CIRCUITS} */ (circuit)];
}

/** @param {string[]} crossed @param {string} circuit */
export function circuitCount(crossed, circuit) {
  return circuitSymbols(circuit).filter((symbol) => crossed.includes(symbol)).length;
}

/** @param {string[]} crossed @param {Panel} panel */
export function panelCount(crossed, panel) {
  return crossed.filter((symbol) => panelOf(symbol) === panel).length;
}

/** @param {string[]} crossed @returns {Blockers} */
export function blockers(crossed) {
  const of = (/** @type {Family} */ family) => crossed.filter((symbol) => SYMBOL_FAMILY[symbol] === family);
  return { w: of("w"), d: of("d"), s: of("s"), r: of("r") };
}

/**
 * @param {string[]} crossed
 * @param {string} symbol
 * @param {number} doubleDamage damage when one mark fills a panel and the radiation (D5)
 * @returns {Verdict}
 */
export function verdict(crossed, symbol, doubleDamage) {
  const marked = crossed.includes(symbol) ? crossed : [...crossed, symbol];
  const panel = panelOf(symbol);
  const circuit = circuitOf(symbol);
  const completed = circuit !== null && circuitCount(marked, circuit) === circuitSymbols(circuit).length;
  const repairs = completed ? circuitSymbols(circuit) : [];
  const fullPanel = !completed && panelCount(marked, panel) === PANEL_SIZE;
  const fullRadiation = !completed && RADIATION.every((one) => marked.includes(one));
  const damage = fullPanel && fullRadiation ? doubleDamage : Number(fullPanel || fullRadiation);
  const left = damage > 0 ? [] : marked.filter((one) => !repairs.includes(one));
  return {
    symbol,
    family: SYMBOL_FAMILY[symbol],
    panel,
    circuit,
    crossed: left,
    repairs,
    fullPanel,
    fullRadiation,
    damage,
    before: blockers(crossed),
    after: blockers(left),
  };
}

/** What kind of symbol this is, in a few words. @param {string} symbol */
export function kindWords(symbol) {
  const circuit = circuitOf(symbol);
  return `${FAMILY_NAME[SYMBOL_FAMILY[symbol]]}, ${circuit ? `circuit ${circuit}` : "reactor"}`;
}

/** How full the panel would be. @param {Verdict} made */
export function countWords(made) {
  const name = PANEL_NAME[made.panel];
  if (made.damage > 0) return "The whole sheet would be wiped";
  const count = panelCount(made.crossed, made.panel);
  const warning = count === PANEL_SIZE - 1 ? ": one more is damage" : "";
  return `${name} would stand at ${count} of ${PANEL_SIZE}${warning}`;
}

/**
 * Everything that the cross would do, the weightiest first.
 * @param {Verdict} made
 * @param {{hullLeft: number}} boat
 * @returns {Fact[]}
 */
export function facts(made, { hullLeft }) {
  if (made.damage > 0) return damageFacts(made, hullLeft);
  if (made.repairs.length > 0) return repairFacts(made);
  return [...familyFacts(made), ...standingFacts(made), ...progressFacts(made)];
}

/** @param {Verdict} made @param {number} hullLeft @returns {Fact[]} */
function damageFacts(made, hullLeft) {
  const causes = [
    made.fullPanel ? `completes the ${PANEL_NAME[made.panel]} panel` : "",
    made.fullRadiation ? `radiation ${RADIATION.length} of ${RADIATION.length}` : "",
  ].filter(Boolean);
  /** @type {Fact[]} */
  const found = [{ icon: "impact", harm: true, parts: [`${capital(listed(causes))}: `, `${made.damage} damage`] }];
  if (made.damage >= hullLeft) found.push({ icon: "impact", harm: true, parts: ["No hull box is left: ", "you sink"] });
  found.push({ icon: "undo", parts: ["Then every cross is wiped: ", "all systems up"] });
  return found;
}

/** @param {Verdict} made @returns {Fact[]} */
function repairFacts(made) {
  /** @type {Fact[]} */
  const found = [{ icon: "undo", parts: ["", `Repairs ${made.repairs.join(" ")}`, ", no damage"] }];
  const risen = systemFamilies((family) => made.before[family].length > 0 && made.after[family].length === 0);
  if (risen.length > 0) found.push({ icon: "check", parts: [`${familiesWords(risen)} `, verb(risen, "come up")] });
  return [...found, ...downFacts(made)];
}

/** The symbol's own family. @param {Verdict} made @returns {Fact[]} */
function familyFacts({ family, before, symbol }) {
  if (family === "r") return [];
  const own = [family];
  const words = familiesWords(own);
  if (before[family].length > 0) {
    return [{ icon: "cross", parts: [`${words} ${verb(own, "stay down")} (${listed(before[family])} already)`] }];
  }
  return [{ icon: "cross", parts: [`${words} `, verb(own, "go down"), ` by ${symbol}`] }];
}

/** What is up and stays so. @param {Verdict} made @returns {Fact[]} */
function standingFacts({ before, after }) {
  const standing = systemFamilies((family) => before[family].length === 0 && after[family].length === 0);
  if (standing.length === 0) return [];
  return [{ icon: "check", parts: [`${familiesWords(standing)} `, verb(standing, "stay up")] }];
}

/** @param {Verdict} made @returns {Fact[]} */
function downFacts({ after }) {
  const down = systemFamilies((family) => after[family].length > 0);
  if (down.length === 0) return [];
  const by = listed(down.flatMap((family) => after[family]));
  return [{ icon: "cross", parts: [`${familiesWords(down)} ${verb(down, "stay down")} (${by})`] }];
}

/** How far circuit or radiation would be. @param {Verdict} made @returns {Fact[]} */
function progressFacts({ family, circuit, crossed, after }) {
  if (family === "r") {
    const missing = RADIATION.filter((symbol) => !crossed.includes(symbol));
    const rest = missing.length === 1 ? `: ${missing[0]} would be damage` : `, damage at ${RADIATION.length}`;
    return [{ icon: "radiation", parts: ["Radiation at ", `${after.r.length} of ${RADIATION.length}`, rest] }];
  }
  return circuit ? [circuitFact(crossed, circuit)] : [];
}

/** @param {string[]} crossed @param {string} circuit @returns {Fact} */
export function circuitFact(crossed, circuit) {
  const symbols = circuitSymbols(circuit);
  const missing = symbols.filter((symbol) => !crossed.includes(symbol));
  const count = symbols.length - missing.length;
  return {
    icon: "undo",
    parts: [`Circuit ${circuit} at `, `${count} of ${symbols.length}`, `: ${listed(missing)} would repair it`],
  };
}

/** @param {(family: Family) => boolean} test @returns {Family[]} */
function systemFamilies(test) {
  return /** @type {Family[]} */ (["w", "d", "s"]).filter(test);
}

/** @param {Family[]} families */
function familiesWords(families) {
  const words = { w: "weapons", d: "drone and sonar", s: "silence", r: "radiation" };
  const named = families.length > 1 ? { ...words, d: "detection" } : words;
  return capital(listed(families.map((family) => named[family])));
}

/** A verb in the right number: only silence and detection alone are singular. @param {Family[]} families @param {string} words */
function verb(families, words) {
  if (families.length !== 1 || families[0] !== "s") return words;
  const [first, ...rest] = words.split(" ");
  return [first === "go" ? "goes" : `${first}s`, ...rest].join(" ");
}
