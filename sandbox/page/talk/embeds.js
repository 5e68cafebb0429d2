// Embeds: the classic cards of a bot, with title, fields, pictures and a coloured edge.

import { followable } from "../lib/address.js";
import { el } from "../lib/dom.js";
import { cssColor } from "../lib/names.js";
import { stamp } from "../lib/time.js";
import { prose } from "../prose/render.js";
import { piece } from "./media.js";

/** One embed as an article. */
export function embed(data, names) {
  const card = el("article.embed", { "aria-label": data.title ?? "Embed" }, [
    data.thumbnail ? el("div.embed-thumbnail", {}, piece(data.thumbnail)) : null,
    data.author ? el("p.embed-author", {}, linked(data.author.name, data.author.url)) : null,
    data.title ? el("h3.embed-title", {}, linked(data.title, data.url)) : null,
    data.description ? el("div.prose", {}, prose(data.description, names)) : null,
    data.fields?.length ? fields(data.fields, names) : null,
    data.image ? piece(data.image) : null,
    footer(data, names),
  ].filter(Boolean));
  const color = cssColor(data.color);
  if (color) card.style.setProperty("--accent-edge", color);
  return card;
}

function fields(list, names) {
  return el("dl.embed-fields", {}, list.map((field) => fieldOf(field, names)));
}

function fieldOf(field, names) {
  const name = el("dt", {}, prose(field.name, names));
  const value = el("dd.prose", {}, prose(field.value, names));
  return el(field.inline ? "div.inline" : "div", {}, name, value);
}

function footer({ footer: foot, timestamp }, names) {
  if (!foot?.text && !timestamp) return null;
  const parts = [foot?.text, foot?.text && timestamp ? " · " : null];
  return el("p.embed-footer", {}, parts, timestamp ? stamp(timestamp, names.locale) : null);
}

function linked(text, url) {
  const href = url && followable(url);
  return href ? el("a", { href, target: "_blank", rel: "noopener noreferrer" }, text) : text;
}
