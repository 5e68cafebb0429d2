// What a channel's list shows, in order: days, the line before the new, messages, private notes.

import { menuCommands } from "../ask/commands.js";
import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { earlier, listOf } from "../lib/store.js";
import { day } from "../lib/time.js";
import { messageElement } from "./message.js";
import { isSystem, systemElement } from "./system.js";

const JOINED_WITHIN = 7 * 60_000;

/** Entries {key, version, build()}: with the same key and version, an element can stay. */
export function entries(ctx, newAfter) {
  const { state, channel, names } = ctx;
  const list = listOf(state, channel);
  const shown = list.flatMap((message, at) => {
    const before = list[at - 1];
    const opens = isNewAt(message, before, newAfter);
    return [
      sameDay(message, before) ? null : dayEntry(message, names),
      opens ? newEntry() : null,
      messageEntry(message, !opens && joins(message, before), ctx),
    ].filter(Boolean);
  });
  return [...shown, ...(state.notes.get(channel) ?? []).map((note) => noteEntry(note, ctx))];
}

function messageEntry(message, joined, ctx) {
  const failure = ctx.state.failures.get(message.id);
  const build = () => safely(message, () =>
    (isSystem(message) ? systemElement(message, ctx) : messageElement(message, ctx, { joined, failure })));
  const menu = menuCommands(ctx.state, message).length; // known a moment after the messages
  return { key: message.id, version: [message, joined, failure, menu], build };
}

// Show the other messages even if one from the bot cannot be shown.
function safely(message, make) {
  try {
    return make();
  } catch (error) {
    console.warn("unsupported message", message, error);
    return el("li", { data: { id: message.id } },
      el("article.system", { tabindex: "-1" }, el("p.unsupported", {}, "This message can't be displayed.")));
  }
}

function dayEntry(message, { locale }) {
  const text = day(message.timestamp, locale);
  const build = () => el("li.divider", { role: "separator", "aria-label": text }, el("span", {}, text));
  return { key: `day-${new Date(message.timestamp).toDateString()}`, version: [locale], build };
}

function newEntry() {
  const build = () => el("li.divider.new", { role: "separator", "aria-label": "New messages" }, el("span", {}, "New"));
  return { key: "new", version: [], build };
}

function noteEntry(note, { act }) {
  const dismiss = el("button.link", { type: "button", onclick: () => act.dropNote(note) }, "Dismiss");
  const only = el("p.only-you", {}, icon("eye"), "Only you can see this · ", dismiss);
  const build = () => el("li", {}, el("article.message.private.note", { tabindex: "-1" },
    el("div.body", {}, el("p.failure", {}, note.sentence), only)));
  return { key: `note-${note.id}`, version: [note], build };
}

// The line stands before the first message that came after the one read last.
function isNewAt(message, before, newAfter) {
  if (!newAfter || !earlier(newAfter, message.id)) return false;
  return !before || !earlier(newAfter, before.id);
}

function joins(message, before) {
  if (!before || !sameDay(message, before) || isSystem(before)) return false;
  const alone = !message.interaction && message.type !== 19 && before.flags === message.flags;
  const near = Date.parse(message.timestamp) - Date.parse(before.timestamp) < JOINED_WITHIN;
  return alone && near && before.author.id === message.author.id;
}

function sameDay(message, before) {
  const dayOf = (one) => new Date(one.timestamp).toDateString();
  return Boolean(before) && dayOf(message) === dayOf(before);
}
