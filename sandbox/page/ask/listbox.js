// A list to pick from that floats by its field; the field keeps the focus (ARIA combobox).

import { el, fill, freshId } from "../lib/dom.js";
import { twoLines } from "../lib/lines.js";
import { place } from "../lib/place.js";

/**
 * Items are {value, label, extra?, hint?, mark?, chosen?}; `onpick(item)` is told of a pick by
 * mouse or key. `anchor` is where the list floats, `field` the element that has the focus.
 */
export function createListbox({ label, field, anchor = field, multi = false, onpick, foot = null }) {
  const id = freshId("list");
  const scroll = el("div.options", { id, role: "listbox", "aria-label": label });
  if (multi) scroll.setAttribute("aria-multiselectable", "true");
  const node = el("div.listbox", { popover: "manual" }, scroll, foot);
  let items = [];
  let active = -1;

  function show(next, { status = null, at = 0 } = {}) {
    items = next;
    fill(scroll, rows(id, items), status ? el("div.list-status", { role: "presentation" }, status) : null);
    for (const option of options()) watch(option);
    open();
    mark(items.length ? Math.max(0, Math.min(at, items.length - 1)) : -1);
  }

  function open() {
    if (!node.isConnected) anchor.after(node); // so that it goes when its field goes
    if (!isOpen()) node.showPopover();
    field.setAttribute("aria-expanded", "true");
    field.setAttribute("aria-controls", id);
    place(node, anchor);
  }

  function close() {
    if (node.isConnected) node.remove();
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
    active = -1;
  }

  function mark(at) {
    active = at;
    const list = options();
    list.forEach((option, index) => {
      option.classList.toggle("active", index === at);
      if (!multi) option.setAttribute("aria-selected", String(index === at));
    });
    if (at < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", list[at].id);
    list[at]?.scrollIntoView({ block: "nearest" });
  }

  function move(step) {
    if (items.length) mark((active + step + items.length) % items.length);
  }

  // The field must not lose its focus to a press on the list.
  function watch(option) {
    const at = Number(option.dataset.at);
    option.addEventListener("pointermove", () => active !== at && mark(at));
    option.addEventListener("click", () => onpick(items[at]));
  }

  const options = () => [...scroll.querySelectorAll("[role=option]")];
  const isOpen = () => node.isConnected && node.matches(":popover-open");
  node.addEventListener("pointerdown", (event) => event.preventDefault());
  field.setAttribute("aria-expanded", "false");
  return { node, show, close, move, mark, isOpen, items: () => items, active: () => items[active] ?? null };
}

/** The keys every open list answers to; true when the key was one of them. */
export function listKey(event, list, onpick) {
  if (!list.isOpen() || event.isComposing) return false;
  if (event.key === "Escape") list.close();
  else if (event.key === "ArrowDown") list.move(1);
  else if (event.key === "ArrowUp") list.move(-1);
  else if (event.key === "PageDown") list.mark(Math.max(0, list.items().length - 1));
  else if (event.key === "PageUp") list.mark(list.items().length ? 0 : -1);
  else if (["Enter", "Tab"].includes(event.key) && !event.shiftKey && list.active()) {
    onpick(list.active());
  } else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

function rows(id, items) {
  return items.map((item, at) => row(`${id}-${at}`, item, at));
}

function row(id, item, at) {
  const selected = String(Boolean(item.chosen));
  const props = { id, role: "option", "aria-selected": selected, data: { at } };
  const extra = item.extra?.map((word) => el("span.option-extra", {}, word));
  return el("div.option", props, item.mark?.(), twoLines(item.label, item.hint, extra));
}
