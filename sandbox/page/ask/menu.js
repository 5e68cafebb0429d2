// A drop-down menu: one choice or several, by mouse, thumb or keys. Says what was chosen, once.

import { el, fill, freshId } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { createListbox, listKey } from "./listbox.js";

/**
 * `options` are listbox items; the chosen ones have `chosen`. With `max` 1 a pick is told to
 * `onchoose(values)` at once, else when the list closes, and only if something changed.
 */
export function createMenu({ label, placeholder, options, min = 1, max = 1, disabled, onchoose, data }) {
  const valueId = freshId("value");
  const shown = el("span.menu-value", { id: valueId });
  const button = el("button.menu", { type: "button", role: "combobox", "aria-haspopup": "listbox",
    "aria-label": label, "aria-describedby": valueId, disabled, data }, shown, icon("down"));
  const done = max > 1 ? el("div.list-foot", {}, doneButton()) : null;
  const multi = max > 1;
  const list = createListbox({ label, field: button, multi, onpick: pick, foot: done });
  let chosen = options.filter((option) => option.chosen).map(({ value }) => value);
  let before = chosen;

  function doneButton() {
    return el("button.button.primary", { type: "button", onclick: finish }, "Done");
  }

  function open() {
    before = chosen;
    const at = options.findIndex(({ value }) => chosen.includes(value));
    list.show(marked(), { at, status: options.length ? null : "Nothing to choose from" });
    addEventListener("pointerdown", outside, true);
  }

  function shut() {
    list.close();
    removeEventListener("pointerdown", outside, true);
  }

  function finish() {
    shut();
    const changed = chosen.join("\0") !== before.join("\0");
    if (chosen.length < min || chosen.length > max) chosen = before;
    else if (changed) onchoose(chosen);
    render();
  }

  function pick(item) {
    if (multi) toggle(item.value);
    else {
      chosen = min === 0 && chosen.includes(item.value) ? [] : [item.value];
      shut();
      render();
      onchoose(chosen);
    }
  }

  function toggle(value) {
    const without = chosen.filter((one) => one !== value);
    if (without.length < chosen.length) chosen = without;
    else if (chosen.length < max) chosen = [...chosen, value];
    list.show(marked(), { at: options.findIndex((option) => option.value === value) });
    render();
  }

  function marked() {
    return options.map((option) => ({ ...option, chosen: chosen.includes(option.value),
      mark: multi ? () => checkMark(chosen.includes(option.value), option) : option.mark }));
  }

  function render() {
    const picked = options.filter(({ value }) => chosen.includes(value));
    button.classList.toggle("empty", !picked.length);
    fill(shown, picked.length ? picked.map(({ label: text }) => text).join(", ") : placeholder);
  }

  function outside(event) {
    if (!button.isConnected) shut();
    else if (!list.node.contains(event.target) && !button.contains(event.target)) finish();
  }

  function onkey(event) {
    if (event.key === "Escape" && list.isOpen()) chosen = before;
    if (event.key === "Tab" && list.isOpen()) finish();
    else if (event.key === " " && list.isOpen()) act(event, () => pick(list.active()));
    else if (listKey(event, list, pick)) render();
    else if (["ArrowDown", "ArrowUp"].includes(event.key)) act(event, open);
    else if (event.key.length === 1 && list.isOpen()) letter(event.key);
  }

  function letter(key) {
    const at = options.findIndex((o) => o.label.toLowerCase().startsWith(key.toLowerCase()));
    if (at >= 0) list.mark(at);
  }

  button.addEventListener("click", () => !isBusy(button) && (list.isOpen() ? finish() : open()));
  button.addEventListener("keydown", onkey);
  render();
  return { node: button, values: () => chosen };
}

function act(event, action) {
  event.preventDefault();
  action();
}

function isBusy(button) {
  return button.getAttribute("aria-busy") === "true";
}

function checkMark(on, option) {
  const box = el("span.check", { "aria-hidden": "true" }, on ? icon("check") : null);
  return el("span.marks", {}, box, option.mark?.() ?? null);
}
