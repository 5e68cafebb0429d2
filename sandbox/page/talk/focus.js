// Keeps the keyboard's place when a message under it is redrawn or disappears.

import { byId } from "../lib/dom.js";

/** Runs `change` on the list and puts the focus back where it was, or as near as there is. */
export function keepFocus(list, change) {
  const item = document.activeElement?.closest("li[data-id]");
  if (!item || !list.contains(item)) {
    change();
    return;
  }
  const place = placeIn(item, document.activeElement);
  const at = [...list.children].indexOf(item);
  const id = item.dataset.id;
  change();
  if (item.isConnected) return;
  const fresh = list.querySelector(`li[data-id="${CSS.escape(id)}"]`);
  if (fresh) focusIn(fresh, place);
  else focusNear(list, at);
}

// Which control it was: by name if that stays, by its place among them if the bot renamed it.
function placeIn(item, element) {
  return { control: element.dataset.control, at: controls(item).indexOf(element) };
}

function focusIn(item, { control, at }) {
  const all = controls(item);
  const named = all.find((one) => control && one.dataset.control === control);
  const target = [named, all[at]].find((one) => one && !one.disabled);
  (target ?? item.querySelector("article"))?.focus({ preventScroll: true });
}

function focusNear(list, at) {
  const next = list.children[Math.min(at, list.children.length - 1)];
  (next?.querySelector("article") ?? byId("say"))?.focus({ preventScroll: true });
}

function controls(item) {
  return [...item.querySelectorAll("[data-control]")];
}
