// A text field with a list of suggestions under it, known in full or asked for while one types.

import { el } from "../lib/dom.js";
import { createListbox, listKey } from "./listbox.js";

const WAIT = 120;

/**
 * `source(query)` gives items, or a promise of them when `live`; `eager` marks the first one
 * before anything is typed. `onpick(item)` and `onedit()` tell of changes.
 */
export function createCombo({ label, source, anchor, live, eager, onpick, onedit, props = {} }) {
  const input = el("input", { type: "text", autocomplete: "off", spellcheck: "false", ...props,
    role: "combobox", "aria-autocomplete": "list", "aria-label": label });
  const list = createListbox({ label, field: input, anchor, onpick: pick });
  let picked = null;
  let round = 0;
  let timer = null;

  function pick(item) {
    picked = item;
    input.value = item.label;
    shut();
    onpick?.(item);
  }

  function shut() {
    clearTimeout(timer);
    round += 1;
    list.close();
  }

  async function suggest() {
    const mine = (round += 1);
    const query = picked ? "" : input.value;
    const at = query || (eager && !picked) ? 0 : -1;
    if (live) list.show(list.items(), { status: "Loading…", at: -1 });
    try {
      const items = live ? await source(query) : source(query);
      if (mine === round) list.show(items, { at, status: items.length ? null : "No matches" });
    } catch (error) {
      if (mine === round) list.show([], { status: error.message });
    }
  }

  function edited() {
    picked = null;
    onedit?.();
    if (!live) suggest();
    else {
      round += 1; // what is on show or on its way was for other words: no key may take it
      list.mark(-1);
      clearTimeout(timer);
      timer = setTimeout(suggest, WAIT);
    }
  }

  input.addEventListener("input", edited);
  input.addEventListener("focus", suggest);
  input.addEventListener("click", () => list.isOpen() || suggest());
  input.addEventListener("blur", shut);
  input.addEventListener("keydown", (event) => {
    const opens = event.key === "ArrowDown" && !list.isOpen();
    if (opens) suggest();
    else listKey(event, list, pick);
  });
  return { input, picked: () => picked, close: shut, items: () => list.items() };
}
