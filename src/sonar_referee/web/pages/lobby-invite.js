// @ts-check
// How others come: a QR code, a code to read out loud, and the link, for everybody or for one team.

import { h } from "../lib/dom.js";
import { teamTitle } from "../parts/seat-words.js";
import { segments } from "./front-options.js";
import { teamCode } from "./lobby-seats.js";

/** @typedef {import("./lobby-desk.js").Desk} Desk */

/** @param {Desk} desk */
export function invite(desk) {
  const { invitation, shown, game } = desk;
  const choice = segments(
    "Invite",
    [{ value: null, words: "All" }, ...game.teams.map((team) => ({ value: team.id, words: team.title }))],
    shown,
    (team) => desk.change({ shown: team }),
  );
  if (!invitation) return h("section.mid", { "aria-label": "Invite", "aria-busy": "true" }, h("div.qr"), choice);
  const code = shown ? teamCode(desk, shown) : invitation.join_code;
  const link = shown ? `${invitation.join_url}/${shown}` : invitation.join_url;
  const query = shown ? `?team=${shown}` : "";
  const whom = shown ? `for ${teamTitle(game, shown)}` : "for everybody";
  return h(
    `section.mid${shown ? `.${shown}` : ""}`,
    { "aria-label": "Invite" },
    h(
      "div.qr",
      {},
      h("img", {
        src: `/api/join/${invitation.join_code}/qr.svg${query}`,
        alt: `QR code of the join link ${whom}`,
        width: 264,
        height: 264,
      }),
    ),
    choice,
    h(`p.bigcode${shown ? ".long" : ""}`, { "aria-label": `Code ${whom}: ${[...code].join(" ")}` }, code),
    h(
      "p.url",
      { id: "join-link", tabindex: "0", "aria-label": `Link ${whom}`, onfocus: selectLink },
      breakable(link.replace(/^https?:\/\//, "")),
    ),
    h("button.btn.slim.quiet", { type: "button", onclick: selectLink }, "Select the link"),
  );
}

/** A link that breaks where its parts end. @param {string} link */
function breakable(link) {
  return link
    .split(/(?<=\/)(?=#)|(?<=join\/)|(?=\/[a-z]+$)/)
    .flatMap((part, number) => (number > 0 ? [h("wbr"), part] : [part]));
}

/** Copying needs a secure context; marking the text for the device's own copy does not. */
function selectLink() {
  const link = document.querySelector("#join-link");
  if (link) window.getSelection()?.selectAllChildren(link);
}
