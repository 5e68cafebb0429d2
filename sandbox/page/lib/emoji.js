// The application's own emojis, as pictures.

import { el } from "./dom.js";

/** The picture of an emoji, by its number; where there is none any more, its name. `beside`: a label. */
export function emojiPicture(id, name, beside = false) {
  const text = `:${name ?? "emoji"}:`;
  const props = { src: `/emojis/${id}.png`, alt: beside ? "" : text, title: text, draggable: "false" };
  const node = el("img.emoji", props);
  node.addEventListener("error", () => node.replaceWith(beside ? "" : text), { once: true });
  return node;
}
