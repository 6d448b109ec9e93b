// @ts-check
// The front page: make a match, join one by its code, or look what is open here.

import { h } from "../lib/dom.js";
import { shell } from "../lib/shell.js";
import { tell } from "../lib/title.js";
import { joinByCode } from "./front-calls.js";
import { createForm } from "./front-create.js";
import { howToPlay, joinBox, openMatches } from "./front-join.js";
import { mast } from "./front-mast.js";
import { Front } from "./front-state.js";

function page() {
  return h(
    "body.front",
    {},
    mast(draw),
    h(
      "main.wrap",
      {},
      h(
        "div.lede",
        {},
        h("h1", {}, "Two submarines, one sea, and no arguing."),
        h("p", {}, "Every player opens a tab. The referee keeps the secrets, checks each order and makes the calls."),
      ),
      h(
        "div.cols",
        {},
        createForm(front),
        h("section.second", { "aria-label": "Join" }, joinBox(front), openMatches(front)),
        howToPlay(front),
      ),
    ),
    h(
      "footer.end",
      {},
      "Everything runs on this server, without internet. ",
      h("a", { href: "/docs" }, "Bots play over its API"),
      ".",
    ),
  );
}

const draw = shell(page);
const front = new Front(draw);

/** An invitation's link carries its code in the fragment: `#/join/K7QX2M`, with `/blue` for a team. */
function followInvitation() {
  const found = /^#\/join\/(.+)$/.exec(location.hash);
  if (!found) return;
  const [code] = found[1].split("/");
  front.change({ code: code.toUpperCase() });
  void joinByCode(front, found[1]);
}

tell(false, "New match");
window.addEventListener("hashchange", followInvitation);
draw();
followInvitation();
void front.watch();
front.load().catch(() => front.change({ unreachable: true }));
