// Discord's markdown -> blocks. Pure: knows no page and no person; hostile text comes out as text.

import { parseInline } from "./inline.js";

const FENCE = /^```(?:([A-Za-z0-9+#_.-]+)\n)?\n?([^]*?)\n?```/;
const HEADING = /^(#{1,3}) +(.+)$/;
const SUBTEXT = /^-# +(.+)$/;
const ITEM = /^( *)(?:([-*])|(\d{1,9})\.) +(.+)$/;
const QUOTE = /^> (.*)$/;

/** Blocks: {kind: paragraph|heading|subtext|list|quote|code, ...}. */
export function parse(text, depth = 0) {
  const blocks = [];
  let rest = text;
  let plain = [];
  const flush = () => {
    if (plain.length) blocks.push({ kind: "paragraph", inline: parseInline(plain.join("\n")) });
    plain = [];
  };
  while (rest.length) {
    const parsed = blockAt(rest, depth);
    if (parsed) {
      flush();
      blocks.push(parsed.block);
      rest = rest.slice(parsed.length);
    } else {
      const length = plainLength(rest);
      plain.push(rest.slice(0, length));
      rest = rest.slice(length).replace(/^\n/, "");
    }
  }
  flush();
  return blocks;
}

// A fence may open in the middle of a line; everything else is bound to line starts.
function plainLength(rest) {
  const line = rest.indexOf("\n");
  const end = line < 0 ? rest.length : line;
  const fence = rest.indexOf("```", 1);
  const opens = fence > 0 && fence < end && FENCE.test(rest.slice(fence));
  return opens ? fence : end;
}

function blockAt(rest, depth) {
  return fenced(rest) ?? bigQuote(rest, depth) ?? quoted(rest, depth) ?? listed(rest) ?? lined(rest);
}

function fenced(rest) {
  const match = FENCE.exec(rest);
  if (!match || !match[2]) return null;
  const after = rest[match[0].length] === "\n" ? 1 : 0;
  const block = { kind: "code", language: match[1] ?? "", text: match[2] };
  return { block, length: match[0].length + after };
}

function bigQuote(rest, depth) {
  if (depth || !rest.startsWith(">>> ")) return null;
  return { block: { kind: "quote", blocks: parse(rest.slice(4), 1) }, length: rest.length };
}

function quoted(rest, depth) {
  const { lines, length } = run(rest, (line) => (depth ? null : QUOTE.exec(line)));
  if (!lines.length) return null;
  const inner = lines.map((match) => match[1]).join("\n");
  return { block: { kind: "quote", blocks: parse(inner, 1) }, length };
}

function listed(rest) {
  const first = ITEM.exec(rest.slice(0, (rest.indexOf("\n") + 1 || rest.length + 1) - 1));
  if (!first) return null;
  const { lines, length } = run(rest, (line) => sameList(ITEM.exec(line), first));
  const items = lines.map((match) => ({
    indent: Math.min(Math.ceil(match[1].length / 2), 10),
    inline: parseInline(match[4]),
  }));
  const start = first[3] === undefined ? null : Number(first[3]);
  return { block: { kind: "list", start, items }, length };
}

// A numbered item at the edge ends a list of points, and the other way round.
function sameList(item, first) {
  if (!item || item[1]) return item;
  return (item[3] === undefined) === (first[3] === undefined) ? item : null;
}

function lined(rest) {
  const { lines, length } = run(rest, (line) => HEADING.exec(line) ?? SUBTEXT.exec(line), 1);
  if (!lines.length) return null;
  const [match] = lines;
  const inline = parseInline(match.at(-1));
  const block = match[2]
    ? { kind: "heading", level: match[1].length, inline }
    : { kind: "subtext", inline };
  return { block, length };
}

// The lines from the start for which `test` finds something, and how much text they take.
function run(rest, test, most = Infinity) {
  const lines = [];
  let length = 0;
  while (length < rest.length && lines.length < most) {
    const end = rest.indexOf("\n", length);
    const line = rest.slice(length, end < 0 ? rest.length : end);
    const match = test(line);
    if (!match) break;
    lines.push(match);
    length = end < 0 ? rest.length : end + 1;
  }
  return { lines, length };
}
