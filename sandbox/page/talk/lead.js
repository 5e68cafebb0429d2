// The line above a message that says what it answers: another message or a command.

import { el } from "../lib/dom.js";
import { face } from "../lib/face.js";
import { icon } from "../lib/icons.js";
import { ownName } from "../lib/names.js";
import { summary } from "./summary.js";

const REPLY = 19;

/** The line, or null for a message that stands alone. `jump(id)` shows another message. */
export function lead(message, { state, names, jump }) {
  if (message.interaction) return usedCommand(message.interaction, state, names);
  if (message.type === REPLY) return repliedTo(message, state, names, jump);
  return null;
}

function usedCommand({ name, user }, state, names) {
  const person = state.people.get(user.id) ?? user;
  const who = names.person(user.id)?.label ?? ownName(person);
  return el("p.lead", {}, face(person), el("strong", {}, who), " used ", el("span.mention", {}, `/${name}`));
}

function repliedTo(message, state, names, jump) {
  const original = message.referenced_message;
  if (!original) return el("p.lead", {}, icon("reply"), el("em", {}, "Original message was deleted"));
  const who = names.person(original.author.id)?.label ?? ownName(original.author);
  const text = summary(original, names);
  const props = { type: "button", onclick: () => jump(original.id), "aria-label": `Reply to ${who}: ${text}` };
  return el("button.lead", props, icon("reply"), face(state.people.get(original.author.id)),
    el("strong", {}, who), el("span.lead-text", {}, text));
}
