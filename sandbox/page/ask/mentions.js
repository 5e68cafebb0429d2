// People in a text being written: @Name is what one reads, <@id> is what is sent.

import { namesIn, peopleIn } from "../lib/names.js";

const AT = /(?:^|\s)@([^\s@][^@\n]{0,30}|)$/;

/** The name being typed at the caret, or null. */
export function nameAtCaret({ value, selectionStart, selectionEnd }) {
  if (selectionStart !== selectionEnd) return null;
  return AT.exec(value.slice(0, selectionStart))?.[1] ?? null;
}

/** Puts `@Name ` where the name was being typed. */
export function completeName(field, typed, label) {
  const start = field.selectionStart - typed.length;
  field.setRangeText(`${label} `, start, field.selectionStart, "end");
}

/** The text with each @Name of the channel's people as their id; longer names win. */
export function withIds(text, state, channel) {
  const names = namesIn(state, channel);
  const people = peopleIn(state, channel).map(({ id }) => [names.person(id).label, id]);
  people.sort(([a], [b]) => b.length - a.length);
  return people.reduce((done, [label, id]) => done.replace(nameAlone(label), `<@${id}>`), text);
}

// Not the beginning of a longer word.
function nameAlone(label) {
  return new RegExp(`@${label.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(?![\\p{L}\\p{N}_])`, "gu");
}
