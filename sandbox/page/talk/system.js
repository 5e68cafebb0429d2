// System messages: a thread was started, a person joined, a message was pinned.

import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { ownName } from "../lib/names.js";
import { stamp } from "../lib/time.js";

const SENTENCES = {
  3: ["plus", "changed who takes part."],
  6: ["thread", "pinned a message to this channel."],
  7: ["plus", "came in."],
  18: ["thread", "started a thread:"],
  21: ["thread", "started this thread."],
};

/** Whether a message is a plain line. */
export function isSystem(message) {
  return message.type in SENTENCES;
}

/** The line as a list item. */
export function systemElement(message, { state, names, act }) {
  const [sign, sentence] = SENTENCES[message.type];
  const who = names.person(message.author.id)?.label ?? ownName(message.author);
  const thread = state.channels.get(message.message_reference?.channel_id);
  const open = message.type === 18 && thread
    ? el("button.link", { type: "button", onclick: () => act.go(thread.id) }, thread.name)
    : message.type === 18 ? el("strong", {}, message.content) : null;
  const line = el("article.system", { tabindex: "-1", "aria-label": `${who} ${sentence}` },
    icon(sign), el("span", {}, el("strong", {}, who), ` ${sentence} `, open), stamp(message.timestamp, names.locale));
  return el("li", { data: { id: message.id } }, line);
}
