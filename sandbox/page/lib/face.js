// A person's round picture: their colour and their initial, since there are no photographs here.

import { el } from "./dom.js";
import { ownName } from "./names.js";

/** A decoration: the name stands beside it. */
export function face(person) {
  const node = el("span.face", { "aria-hidden": "true" }, initial(person));
  if (person?.bot) node.classList.add("bot");
  const ground = person?.color ?? "#8a8175";
  node.style.setProperty("background-color", ground);
  node.style.setProperty("color", isPale(ground) ? "#26221c" : "#ffffff");
  return node;
}

function initial(person) {
  const [first] = person ? ownName(person) : "?";
  return (first ?? "?").toUpperCase();
}

// The usual weights of red, green and blue for the eye.
function isPale(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  return 0.299 * r + 0.587 * g + 0.114 * b > 0.6;
}
