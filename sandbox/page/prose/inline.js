// Discord's markdown inside a line -> nodes {kind, ...}. Pure; what it does not know stays text.

const DEEPEST = 12;

// Tried in this order at every place; each gives a node or null ("not this one after all").
const RULES = [
  [/\\([^A-Za-z0-9\s])/y, (m) => ({ kind: "text", text: m[1] })],
  [/¯\\_\(ツ\)_\/¯/y, (m) => ({ kind: "text", text: m[0] })],
  [/(`+)([^]*?[^`])\1(?!`)/y, (m) => ({ kind: "code", text: unpadded(m[2]) })],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => ({ kind: "moment", at: Number(m[1]), style: m[2] })],
  [/<@!?(\d{1,20})>/y, (m) => ({ kind: "user", id: m[1] })],
  [/<@&(\d{1,20})>/y, (m) => ({ kind: "role", id: m[1] })],
  [/<#(\d{1,20})>/y, (m) => ({ kind: "channel", id: m[1] })],
  [/<\/([^<>:\n]{1,100}):(\d{1,20})>/y, (m) => ({ kind: "command", name: m[1], id: m[2] })],
  [/<a?:(\w{2,32}):(\d{1,20})>/y, (m) => ({ kind: "emoji", name: m[1], id: m[2] })],
  [/(?<!\w)@(everyone|here)\b/y, (m) => ({ kind: "all", text: m[0] })],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => ({ kind: "link", address: m[1], inline: null })],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s()<>]+(?:\([^\s()<>]*\))?)>?(?: "([^"\n]*)")?\)/y, linked],
  [/https?:\/\/[^\s<>]+[^\s<>.,:;"')\]|*_~`]/y, (m) => ({ kind: "link", address: m[0], inline: null })],
  [/\*\*\*((?:\\[^]|[^\\])+?)\*\*\*(?!\*)/y, (m, d) => nested("strong", nested("em", m[1], d), d)],
  [/\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/y, (m, d) => nested("strong", m[1], d)],
  [/__((?:\\[^]|[^\\])+?)__(?!_)/y, (m, d) => nested("u", m[1], d)],
  [/\*(?=\S)((?:\*\*|\\[^]|[^*\\])+?)(?<=\S)\*(?!\*)/y, (m, d) => nested("em", m[1], d)],
  [/\b_((?:__|\\[^]|[^_\\])+?)_\b/y, (m, d) => nested("em", m[1], d)],
  [/~~((?:\\[^]|[^\\])+?)~~(?!~)/y, (m, d) => nested("s", m[1], d)],
  [/\|\|((?:\\[^]|[^\\])+?)\|\|/y, (m, d) => nested("spoiler", m[1], d)],
];

/** Nodes: text, code, moment, user, role, channel, command, emoji, all, link, and nesting ones. */
export function parseInline(text, depth = 0) {
  const nodes = [];
  let plain = "";
  let place = 0;
  while (place < text.length) {
    const token = depth < DEEPEST ? ruleAt(text, place, depth) : null;
    if (!token) {
      plain += text[place];
      place += 1;
    } else {
      if (plain) nodes.push({ kind: "text", text: plain });
      plain = "";
      nodes.push(token.node);
      place += token.length;
    }
  }
  if (plain) nodes.push({ kind: "text", text: plain });
  return nodes;
}

// Most characters begin nothing; asking the rules only at those that may keeps long texts cheap.
function ruleAt(text, place, depth) {
  if (!"\\`<@[h*_~|¯".includes(text[place])) return null;
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = place;
    const match = pattern.exec(text);
    const node = match && make(match, depth);
    if (node) return { node, length: match[0].length };
  }
  return null;
}

function nested(kind, inner, depth) {
  const inline = typeof inner === "string" ? parseInline(inner, depth + 1) : [inner];
  return { kind, inline };
}

function linked(match, depth) {
  const inline = parseInline(match[1], depth + 1);
  return { kind: "link", address: match[2], inline, title: match[3] };
}

function unpadded(text) {
  return /^ .*` | `.* $/.test(text) ? text.slice(1, -1) : text;
}
