// A label with a quieter line under it, as lists, boxes and the switcher show them.

import { el } from "./dom.js";

/** `more` is what stands behind the label. */
export function twoLines(label, hint, more = null) {
  const below = hint ? el("span.option-hint", {}, hint) : null;
  return el("span.option-text", {}, el("span.option-label", {}, label, more), below);
}
