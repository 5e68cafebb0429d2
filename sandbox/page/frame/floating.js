// A floating box of things to pick from: people to write to, a bot's commands for a message.

import { el, fill } from "../lib/dom.js";
import { twoLines } from "../lib/lines.js";
import { place } from "../lib/place.js";
import { arrowKeys } from "./arrowkeys.js";

/** {open(anchor, rows)}; rows are {label, hint?, mark?, pick()}. */
export function createFloating(label) {
  const box = el("div.card-list", { popover: "auto", "aria-label": label, role: "dialog" });
  let opener = null;

  function open(anchor, rows) {
    opener = anchor;
    fill(box, rows.map(row));
    document.body.append(box);
    box.showPopover();
    place(box, anchor);
    box.querySelector("button")?.focus();
  }

  function row({ label: name, hint, mark, pick }) {
    const onclick = () => {
      box.hidePopover();
      if (opener?.isConnected) opener.focus();
      pick();
    };
    return el("button.person", { type: "button", onclick }, mark, twoLines(name, hint));
  }

  box.addEventListener("keydown", arrowKeys);
  return { open };
}
