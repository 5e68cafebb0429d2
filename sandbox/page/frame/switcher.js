// Who one is, and changing it: here, or in a tab beside this one.

import { byId, el, fill } from "../lib/dom.js";
import { face } from "../lib/face.js";
import { icon } from "../lib/icons.js";
import { twoLines } from "../lib/lines.js";
import { ownName } from "../lib/names.js";
import { place } from "../lib/place.js";
import { arrowKeys } from "./arrowkeys.js";

const HEARD = new Set(["snapshot", "person", "waiting", "reads"]);

/** `become(id)` changes who this tab is. */
export function createSwitcher({ store, become }) {
  const button = byId("me");
  const box = byId("accounts");
  const { state } = store;

  function draw() {
    const { me } = state;
    const others = state.accounts.some((id) => id !== me.id && state.waiting.get(id));
    const dot = el("span.dot", { role: "img", "aria-label": "others were notified" });
    fill(button, face(me), words(me), others ? dot : null, icon("swap"));
    button.setAttribute("aria-label", `You are ${ownName(me)}. Switch account`);
    fill(box, el("p.card-title", {}, "Who are you?"), state.accounts.map((id) => row(state.people.get(id) ?? me)));
  }

  function row(person) {
    const mine = person.id === state.me.id;
    const onclick = () => {
      box.hidePopover();
      if (!mine) become(person.id);
    };
    const count = mine ? 0 : state.waiting.get(person.id);
    const badge = count ? el("span.badge", { "aria-label": `${count} for them` }, count) : null;
    const choose = el("button.person", { type: "button", onclick, "aria-pressed": String(mine) },
      face(person), words(person), badge, mine ? icon("check") : null);
    const beside = `?as=${encodeURIComponent(person.id)}`;
    const label = `Be ${ownName(person)} in a new tab`;
    const told = { "aria-label": label, title: label };
    const link = el("a.icon-button", { href: beside, target: "_blank", ...told }, icon("outside"));
    return el("div.person-row", {}, choose, link);
  }

  button.addEventListener("click", () => {
    if (box.matches(":popover-open")) box.hidePopover();
    else {
      box.showPopover();
      place(box, button);
      box.querySelector("[aria-pressed=true]")?.focus();
    }
  });
  box.addEventListener("toggle", ({ newState }) => {
    button.setAttribute("aria-expanded", String(newState === "open"));
  });
  box.addEventListener("keydown", arrowKeys);
  store.listen(({ event }) => HEARD.has(event) && draw());
}

function words(person) {
  return twoLines(ownName(person), person.about || person.username);
}
