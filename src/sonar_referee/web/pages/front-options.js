// @ts-check
// Options as fields, made from their JSON Schema, and in words.

import { alike } from "../lib/alike.js";
import { h } from "../lib/dom.js";
import { problem } from "./front-mast.js";

/** @typedef {import("../games/game.d.ts").GameAbout} GameAbout */
/** @typedef {{value: unknown, words: string}} Value */

const WIDE = 30;
const FEW = 8;

/** @param {string} name */
function plain(name) {
  const words = name.replaceAll("_", " ").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {GameAbout} game @param {string} option */
export function optionTitle(game, option) {
  return game.optionWords.titles[option] ?? plain(option);
}

/** @param {GameAbout} game @param {string} option @param {unknown} value @returns {string} */
export function valueWords(game, option, value) {
  const known = game.optionWords.values[option]?.[String(value)];
  if (known) return known;
  if (value === null) return "none";
  if (typeof value === "object") return partWords(game, value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? String(value) : plain(String(value));
}

/** An option of several parts: `60 seconds, has lost`. @param {GameAbout} game @param {object} parts */
function partWords(game, parts) {
  return Object.entries(parts)
    .map(([name, part]) => (typeof part === "number" ? `${part} ${name}` : valueWords(game, name, part)))
    .join(", ");
}

/** The options that differ from the rules, in words. @param {GameAbout} game @param {any} schema @param {Record<string, unknown>} options */
export function houseRules(game, schema, options) {
  return Object.keys(schema.properties)
    .filter(
      (option) => option !== "map" && option in options && !alike(options[option], schema.properties[option].default),
    )
    .map((option) => `${optionTitle(game, option)}: ${valueWords(game, option, options[option])}`);
}

/** The values to choose from, or null for a free number. @param {any} schema @returns {unknown[] | null} */
function valuesOf(schema) {
  if (schema.enum) return schema.enum;
  if (schema.type === "boolean") return [false, true];
  const { minimum, maximum } = schema;
  if (schema.type === "integer" && maximum - minimum < FEW) {
    return Array.from({ length: maximum - minimum + 1 }, (_, step) => minimum + step);
  }
  return null;
}

/** Whether there is anything to choose. @param {any} schema */
export function isOpen(schema) {
  return Boolean(schema.enum?.length > 1 || schema.type === "boolean" || numberIn(schema) || partsIn(schema));
}

/** The schemas of the parts of an option that has several, or undefined. @param {any} schema @returns {Record<string, any> | undefined} */
function partsIn(schema) {
  return schema.anyOf?.find((/** @type {any} */ one) => one.type === "object")?.properties;
}

/** The part of a schema that is a number. @param {any} schema */
function numberIn(schema) {
  return (schema.anyOf ?? [schema]).find(
    (/** @type {any} */ part) => part.type === "integer" || part.type === "number",
  );
}

/**
 * A group of buttons of which one is pressed.
 * @param {string} label
 * @param {Value[]} values
 * @param {unknown} chosen
 * @param {(value: any) => void} choose
 */
export function segments(label, values, chosen, choose) {
  return h(
    "div.seg",
    { role: "group", "aria-label": label },
    values.map(({ value, words }) =>
      h("button", { type: "button", "aria-pressed": String(value === chosen), onclick: () => choose(value) }, words),
    ),
  );
}

/** @param {string} label @param {boolean} on @param {(on: boolean) => void} choose */
export function onOff(label, on, choose) {
  return h("button.switch", {
    type: "button",
    role: "switch",
    "aria-checked": String(on),
    "aria-label": label,
    onclick: () => choose(!on),
  });
}

/** @param {string} label @param {Value[]} values @param {unknown} chosen @param {(value: any) => void} choose */
function select(label, values, chosen, choose) {
  return h(
    "select.pick",
    {
      "aria-label": label,
      onchange: (/** @type {Event} */ event) =>
        choose(values[/** @type {HTMLSelectElement} */ (event.target).selectedIndex].value),
    },
    values.map(({ value, words }) => h("option", { selected: value === chosen }, words)),
  );
}

/**
 * @param {string} label
 * @param {any} schema of the number
 * @param {boolean} mayBeEmpty
 * @param {unknown} chosen
 * @param {(value: any) => void} choose
 * @param {string | undefined} unit
 */
function number(label, schema, mayBeEmpty, chosen, choose, unit) {
  return h(
    "span.number",
    {},
    h("input", {
      type: "number",
      inputmode: "numeric",
      min: schema.minimum,
      max: schema.maximum,
      step: 1,
      required: !mayBeEmpty,
      placeholder: "–",
      value: chosen === null || chosen === undefined ? "" : String(chosen),
      "aria-label": unit ? `${label}: ${unit}` : label,
      oninput: (/** @type {Event} */ event) => {
        const input = /** @type {HTMLInputElement} */ (event.target);
        if (input.value === "" && !input.validity.badInput) choose(mayBeEmpty ? null : schema.minimum);
        else choose(Number(input.value || Number.NaN));
      },
    }),
    unit && h("small", { "aria-hidden": "true" }, unit),
  );
}

/** What is wrong with a number, as a sentence; null if nothing is. @param {any} schema @param {unknown} value @returns {string | null} */
export function numberProblem(schema, value) {
  const parts = partsIn(schema);
  if (parts && value !== null) {
    const problems = Object.entries(/** @type {object} */ (value)).map(([name, part]) =>
      numberProblem(parts[name], part),
    );
    return problems.find(Boolean) ?? null;
  }
  const wanted = numberIn(schema);
  if (!wanted || typeof value !== "number" || schema.enum) return null;
  if (Number.isInteger(value) && value >= wanted.minimum && value <= wanted.maximum) return null;
  return `A whole number from ${wanted.minimum} to ${wanted.maximum.toLocaleString("en")}${schema.anyOf ? ", or nothing" : ""}.`;
}

/** A description without the rule that ends it, and the rule. @param {string} text */
function withoutRule(text) {
  const found = /^(.*?)\s*\(([A-Z]?\d+(?:\.\d+)?)\)$/s.exec(text);
  return found ? [found[1], found[2]] : [text, ""];
}

/**
 * One option as a row: title, what it means, and the fitting control.
 * @param {GameAbout} game
 * @param {string} option
 * @param {any} schema
 * @param {unknown} chosen
 * @param {(value: unknown) => void} choose
 * @param {string | null} refused the server's sentence about it
 */
export function optionRow(game, option, schema, chosen, choose, refused) {
  const title = optionTitle(game, option);
  const [about, rule] = withoutRule(schema.description ?? "");
  const changed = !alike(chosen, schema.default);
  const wrong = numberProblem(schema, chosen) ?? refused;
  return h(
    `div.opt.rule${changed ? ".changed" : ""}`,
    { key: option, "data-option": option },
    h(
      "span.words",
      {},
      h("span.h", {}, title, changed && h("span.mark", {}, "changed")),
      h("span.d", {}, about.replace(/\bNull\b/g, "Empty"), rule && h("span.rule-id", {}, ` ${rule}`)),
    ),
    control(game, option, schema, chosen, choose, title),
    problem(wrong),
  );
}

/**
 * @param {GameAbout} game
 * @param {string} option
 * @param {any} schema
 * @param {unknown} chosen
 * @param {(value: unknown) => void} choose
 * @param {string} title
 * @returns {HTMLElement}
 */
function control(game, option, schema, chosen, choose, title) {
  if (schema.type === "boolean") return onOff(title, Boolean(chosen), choose);
  if (partsIn(schema)) return several(game, option, schema, chosen, choose, title);
  const values = valuesOf(schema)?.map((value) => ({ value, words: valueWords(game, option, value) }));
  if (!values)
    return number(title, numberIn(schema), Boolean(schema.anyOf), chosen, choose, game.optionWords.units[option]);
  const width = values.reduce((sum, { words }) => sum + words.length, 0);
  return values.length > FEW || width > WIDE
    ? select(title, values, chosen, choose)
    : segments(title, values, chosen, choose);
}

/**
 * An option of several parts, the first of them a number: without it there is no such thing, and nothing more to choose.
 * @param {GameAbout} game
 * @param {string} option
 * @param {any} schema
 * @param {any} chosen
 * @param {(value: unknown) => void} choose
 * @param {string} title
 */
function several(game, option, schema, chosen, choose, title) {
  const [[first, limits], ...rest] = Object.entries(partsIn(schema) ?? {});
  const defaults = Object.fromEntries(rest.map(([name, part]) => [name, part.default]));
  const chooseFirst = (/** @type {number | null} */ value) =>
    choose(value === null ? null : { ...defaults, ...chosen, [first]: value });
  return h(
    "span.several",
    {},
    number(title, limits, true, chosen?.[first], chooseFirst, game.optionWords.units[option]),
    chosen &&
      rest.map(([name, part]) =>
        control(
          game,
          name,
          part,
          chosen[name],
          (value) => choose({ ...chosen, [name]: value }),
          optionTitle(game, name),
        ),
      ),
  );
}
