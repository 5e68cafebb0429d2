// A floating list of people to write to directly.

import { el, fill } from "../lib/dom.js";
import { face } from "../lib/face.js";
import { ownName } from "../lib/names.js";
import { place } from "../ask/place.js";
import { arrowKeys } from "./arrowkeys.js";

/** `open(anchor)` shows everybody but oneself; `onpick(id)` is told whom. */
export function createPeopleList({ store, onpick }) {
  const box = el("div.card-list", { popover: "auto", "aria-label": "Whom to write to", role: "dialog" });

  function open(anchor) {
    const others = [...store.state.people.values()].filter(({ id }) => id !== store.state.me.id);
    fill(box, others.map(row));
    document.body.append(box);
    box.showPopover();
    place(box, anchor);
    box.querySelector("button")?.focus();
  }

  function row(person) {
    const onclick = () => {
      box.hidePopover();
      onpick(person.id);
    };
    const text = el("span.option-text", {}, el("span.option-label", {}, ownName(person)), el("span.option-hint", {}, person.about));
    return el("button.person", { type: "button", onclick }, face(person), text);
  }

  box.addEventListener("keydown", arrowKeys);
  return { open };
}
