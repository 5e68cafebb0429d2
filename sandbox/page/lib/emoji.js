// The application's own emojis, as pictures.

import { el } from "./dom.js";

/** The picture of an emoji, by its number; where there is none any more, its name. `beside`: a label. */
export function emojiPicture(id, name, beside = false) {
  const text = `:${name ?? "emoji"}:`;
  const named = beside ? { alt: "" } : { alt: text, title: text }; // a label says it all
  const props = { src: `/emojis/${id}.png`, ...named, draggable: "false" };
  const node = el("img.emoji", props);
  node.addEventListener("error", () => node.replaceWith(beside ? "" : text), { once: true });
  return node;
}
