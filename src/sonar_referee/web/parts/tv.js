// @ts-check
// A screen in the room: whether this page is one, its switches, and the whole screen.

import { h } from "../lib/dom.js";
import { hears, hearsAtAll, setHearing } from "../lib/sound.js";

/** @typedef {import("../lib/state.js").Actions} Actions */

/** Whether this is a screen in the room, for everybody's eyes and nobody's hands. */
export function onTv() {
  return location.pathname.endsWith("/table");
}

/** What such a screen can be told to do. @param {Actions} act */
export function tvSwitches(act) {
  return h("div.tswitches", {}, hearing(act, "sound", "Sound"), hearing(act, "speech", "Voice"), fullScreen());
}

/** A switch of this screen only. @param {Actions} act @param {"sound" | "speech"} name @param {string} words */
function hearing(act, name, words) {
  const on = hears(name);
  return h(
    "button.tswitch",
    {
      type: "button",
      "aria-pressed": String(on),
      title: on && !hearsAtAll() ? "The browser waits for a tap on this page" : null,
      onclick: () => {
        setHearing(name, !on);
        act.ui({});
      },
    },
    `${words} ${on ? "on" : "off"}`,
  );
}

function fullScreen() {
  if (!document.fullscreenEnabled) return null;
  const on = document.fullscreenElement !== null;
  return h(
    "button.tswitch.full",
    {
      type: "button",
      onclick: () =>
        void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
    },
    on ? "Leave full screen" : "Full screen",
  );
}
