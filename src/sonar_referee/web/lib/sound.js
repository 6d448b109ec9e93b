// @ts-check
// Short sounds made in the browser, and announcements spoken aloud. Both are off until switched on.

import { keepSetting, setting } from "./session.js";

/** @type {AudioContext | null} */
let context = null;

/** A screen for the whole table has switches of its own, and speaks unless told not to. */
const FOR_TABLE = location.pathname.endsWith("/table");

/** Whether sounds or speech are on. @param {"sound" | "speech"} name @returns {boolean} */
export function hears(name) {
  return Boolean(setting(FOR_TABLE ? `table ${name}` : name, FOR_TABLE));
}

/** Switch sounds or speech. @param {"sound" | "speech"} name @param {boolean} on */
export function setHearing(name, on) {
  keepSetting(FOR_TABLE ? `table ${name}` : name, on);
}

/** Whether the browser lets the page be heard yet: it waits for a first tap or key. */
export function hearsAtAll() {
  return navigator.userActivation?.hasBeenActive ?? true;
}

/**
 * @typedef {{at?: number, from: number, to?: number, for: number, kind?: OscillatorType | "noise", loud?: number}} Tone
 * @type {Record<string, Tone[]>}
 */
const SOUNDS = {
  turn: [
    { from: 523, for: 0.14 },
    { at: 0.14, from: 784, for: 0.2 },
  ],
  call: [{ from: 660, for: 0.09, loud: 0.5 }],
  refused: [{ from: 196, for: 0.16, kind: "triangle" }],
  ready: [
    { from: 784, for: 0.16 },
    { at: 0.08, from: 1176, for: 0.2 },
  ],
  stop: [
    { from: 330, for: 0.1, kind: "square", loud: 0.3 },
    { at: 0.15, from: 330, for: 0.1, kind: "square", loud: 0.3 },
  ],
  sonar: [{ from: 1400, for: 0.38 }],
  torpedo: [{ from: 1800, to: 300, for: 0.36, kind: "noise" }],
  impact: [{ from: 160, to: 60, for: 0.35, kind: "noise", loud: 1.4 }],
  clear: [{ from: 392, for: 0.18 }],
  surface: [{ from: 300, to: 1500, for: 0.38, kind: "noise" }],
};

/** @param {AudioContext} audio */
function noise(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate * 0.4, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}

/** @param {AudioContext} audio @param {Tone} tone @param {number} volume */
function sound(audio, tone, volume) {
  const start = audio.currentTime + (tone.at ?? 0);
  const end = start + tone.for;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(0.25 * volume * (tone.loud ?? 1), start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(audio.destination);
  if (tone.kind === "noise") {
    const source = noise(audio);
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.setValueAtTime(tone.from, start);
    filter.frequency.exponentialRampToValueAtTime(tone.to ?? tone.from, end);
    source.connect(filter).connect(gain);
    source.start(start);
    source.stop(end);
  } else {
    const source = audio.createOscillator();
    source.type = tone.kind ?? "sine";
    source.frequency.setValueAtTime(tone.from, start);
    source.connect(gain);
    source.start(start);
    source.stop(end);
  }
}

/** Play a sound, if sounds are on. @param {string} name */
export function play(name) {
  if (!hears("sound") || !hearsAtAll() || !SOUNDS[name]) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const tone of SOUNDS[name]) sound(context, tone, setting("volume", 0.7));
}

/** Speak a call, if speech is on; at most three wait, older ones are dropped. @param {string} text */
export function speak(text) {
  if (!hears("speech") || !hearsAtAll() || !("speechSynthesis" in window)) return;
  waiting.push(text);
  if (waiting.length > 3) waiting.shift();
  if (!speechSynthesis.speaking) next();
}

/** @type {string[]} */
const waiting = [];

function next() {
  const text = waiting.shift();
  if (text === undefined) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = "en";
  said.onend = next;
  speechSynthesis.speak(said);
}
