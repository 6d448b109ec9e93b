// @ts-check
// Building pages: `h` makes elements, `morph` turns what is shown into what should be shown and keeps focus,
// selection and scrolling where they are.

const SVG = "http://www.w3.org/2000/svg";
const EVENTS = [
  "onclick",
  "onsubmit",
  "oninput",
  "onchange",
  "onkeydown",
  "onfocus",
  "onblur",
  "onpointerdown",
  "onpointermove",
  "onpointerup",
  "onpointercancel",
  "onpointerleave",
  "onpointerover",
  "ontoggle",
];

/** @typedef {Node | string | number | boolean | null | undefined | any[]} Child */
/** @typedef {Record<string, any>} Attributes */

/**
 * @param {Element} node
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) {
      // without its result: a listener that returns false would keep Tab and Enter from working
      /** @type {any} */ (node)[name] = (/** @type {Event} */ event) => void value(event);
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) {
    if (Array.isArray(child)) fill(node, {}, child);
    else if (child instanceof Node) node.append(child);
    else if (child !== undefined && child !== null && typeof child !== "boolean" && child !== "")
      node.append(String(child));
  }
  return node;
}

/**
 * An HTML element. `key` keeps an element the same when its neighbours change.
 * @param {string} name tag, with classes behind dots: `button.btn.go`
 * @param {Attributes} [attributes] attributes, and listeners as `onclick`
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(tag || "div");
  const all = [...classes, attributes.class].filter(Boolean).join(" ");
  return /** @type {HTMLElement} */ (fill(node, { ...attributes, class: all || undefined }, children));
}

/**
 * An SVG element.
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(name, attributes = {}, ...children) {
  return /** @type {SVGElement} */ (fill(document.createElementNS(SVG, name), attributes, children));
}

/**
 * A symbol of the sheet `img/symbols.svg`.
 * @param {string} symbol
 * @param {string} [classes]
 */
export function icon(symbol, classes = "") {
  const use = s("use", { href: `/web/img/symbols.svg#${symbol}` });
  return s("svg", { class: `i ${classes}`.trim(), "aria-hidden": "true" }, use);
}

/**
 * Words for screen readers only.
 * @param {string} text
 */
export function hidden(text) {
  return h("span.vh", {}, text);
}

/**
 * Make `shown` look like `wanted`, changing as little as possible.
 * @param {Element} shown
 * @param {Element} wanted
 */
export function morph(shown, wanted) {
  morphAttributes(shown, wanted);
  morphChildren(shown, wanted);
}

/** @param {Element} shown @param {Element} wanted */
function morphAttributes(shown, wanted) {
  for (const { name } of [...shown.attributes]) {
    if (!wanted.hasAttribute(name) && !(name === "open" && shown.tagName === "DETAILS")) shown.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
  const from = /** @type {any} */ (wanted);
  const to = /** @type {any} */ (shown);
  for (const event of EVENTS) if (from[event] !== to[event]) to[event] = from[event];
  if (shown instanceof HTMLInputElement && wanted instanceof HTMLInputElement) {
    if (shown.type === "checkbox" || shown.type === "radio") shown.checked = wanted.checked;
    else if (shown !== document.activeElement && wanted.hasAttribute("value")) shown.value = wanted.value;
  }
  if (shown instanceof HTMLSelectElement && shown !== document.activeElement) {
    shown.value = /** @type {HTMLSelectElement} */ (wanted).value;
  }
}

/** @param {Node} one @param {Node} other */
function alike(one, other) {
  if (one.nodeType !== other.nodeType || one.nodeName !== other.nodeName) return false;
  if (!(one instanceof Element && other instanceof Element)) return true;
  return one.getAttribute("key") === other.getAttribute("key");
}

/** @param {Element} shown @param {Element} wanted */
function morphChildren(shown, wanted) {
  if (shown.hasAttribute("keep")) return;
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  for (const child of shown.children) {
    const key = child.getAttribute("key");
    if (key) keyed.set(key, child);
  }
  let at = shown.firstChild;
  const left = [...wanted.childNodes];
  for (let next = left.shift(); next; next = left.shift()) {
    // what is gone goes first: put after the new, whatever follows it would be made anew under somebody's hand
    const still = [next, ...left];
    while (at && !alike(at, next)) {
      const gone = at;
      if (still.some((one) => alike(gone, one))) break;
      at = gone.nextSibling;
      gone.remove();
    }
    const key = next instanceof Element ? next.getAttribute("key") : null;
    const kept = key ? keyed.get(key) : undefined;
    if (kept && kept !== at && alike(kept, next)) {
      shown.insertBefore(kept, at);
      morph(kept, /** @type {Element} */ (next));
    } else if (at && alike(at, next)) {
      const same = at;
      at = at.nextSibling;
      if (same instanceof Element) morph(same, /** @type {Element} */ (next));
      else if (same.nodeValue !== next.nodeValue) same.nodeValue = next.nodeValue;
    } else {
      shown.insertBefore(next, at);
    }
  }
  while (at) {
    const after = at.nextSibling;
    at.remove();
    at = after;
  }
}
