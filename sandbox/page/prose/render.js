// Blocks of markdown -> elements. Invariant: text goes in as text nodes; links only to web addresses.

import { followable } from "../lib/address.js";
import { el } from "../lib/dom.js";
import { emojiPicture } from "../lib/emoji.js";
import { momentElement } from "../lib/time.js";
import { parse } from "./parse.js";

/**
 * The elements of a text. `names` says what ids are called: person(id), role(id), channel(id),
 * each {label, color?, me?} or null; `names.locale` is the reader's language.
 */
export function prose(text, names) {
  return parse(String(text ?? "")).map((block) => blockElement(block, names));
}

/** A text as one quiet line: for previews and announcements. */
export function oneLine(text, names, most = 140) {
  const words = parse(String(text ?? "")).map((block) => blockText(block, names)).join(" ");
  const line = words.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

const BLOCKS = {
  paragraph: (b, names) => el("p", {}, inline(b.inline, names)),
  // The page has headings of its own, so that a message's start below them.
  heading: (b, names) => el(`h${b.level + 2}.heading${b.level}`, {}, inline(b.inline, names)),
  subtext: (b, names) => el("p.subtext", {}, el("small", {}, inline(b.inline, names))),
  code: (b) => el("pre", { tabindex: "0" }, el("code", {}, b.text)),
  quote: (b, names) => el("blockquote", {}, b.blocks.map((inner) => blockElement(inner, names))),
  list: (b, names) => list(b, names),
};

function blockElement(block, names) {
  return BLOCKS[block.kind](block, names);
}

function list(block, names) {
  const items = block.items.map((item) => {
    const li = el("li", {}, inline(item.inline, names));
    li.style.setProperty("--indent", item.indent);
    return li;
  });
  return block.start === null ? el("ul", {}, items) : el("ol", { start: block.start }, items);
}

const INLINE = {
  text: (n) => n.text,
  strong: (n, names) => el("strong", {}, inline(n.inline, names)),
  em: (n, names) => el("em", {}, inline(n.inline, names)),
  u: (n, names) => el("u", {}, inline(n.inline, names)),
  s: (n, names) => el("s", {}, inline(n.inline, names)),
  spoiler: (n, names) => spoiler(inline(n.inline, names)),
  code: (n) => el("code", {}, n.text),
  moment: (n, names) => momentElement(n.at, n.style, names.locale),
  user: (n, names) => mention("@", names.person(n.id), "unknown person"),
  role: (n, names) => mention("@", names.role(n.id), "unknown role"),
  channel: (n, names) => mention("#", names.channel(n.id), "unknown channel"),
  command: (n) => el("span.mention", {}, `/${n.name}`),
  emoji: (n) => emojiPicture(n.id, n.name),
  all: (n) => el("span.mention.all", {}, n.text),
  link: (n, names) => link(n, names),
};

function inline(nodes, names) {
  return nodes.map((node) => INLINE[node.kind](node, names));
}

function mention(sign, who, unknown) {
  const node = el("span.mention", {}, sign + (who?.label ?? unknown));
  if (who?.me) node.classList.add("me");
  if (who?.color) node.style.setProperty("--tint", who.color);
  return node;
}

function link(node, names) {
  const href = followable(node.address);
  const text = node.inline ? inline(node.inline, names) : node.address;
  if (!href) return el("span", {}, text);
  const title = node.title ? { title: node.title } : {};
  return el("a", { href, target: "_blank", rel: "noopener noreferrer", ...title }, text);
}

function spoiler(children) {
  const cover = el("button.spoiler", { type: "button", "aria-label": "Spoiler: show it" });
  cover.append(el("span", { inert: true }, children));
  cover.addEventListener("click", () => {
    cover.replaceWith(el("span.spoiler.shown", {}, [...cover.firstChild.childNodes]));
  });
  return cover;
}

function blockText(block, names) {
  if (block.kind === "code") return block.text;
  if (block.blocks) return block.blocks.map((inner) => blockText(inner, names)).join(" ");
  if (block.items) return block.items.map((item) => plain(item.inline, names)).join(", ");
  return plain(block.inline, names);
}

function plain(nodes, names) {
  return nodes.map((node) => plainNode(node, names)).join("");
}

function plainNode(node, names) {
  if (node.kind === "spoiler") return "▒▒▒";
  if (node.inline) return plain(node.inline, names);
  const shown = INLINE[node.kind](node, names);
  return typeof shown === "string" ? shown : shown.textContent;
}
