// What menus and pickers offer: people, roles, channels and a bot's own options, as list items.

import { el } from "../lib/dom.js";
import { emojiPicture } from "../lib/emoji.js";
import { face } from "../lib/face.js";
import { namesIn, peopleIn, rolesIn } from "../lib/names.js";

/** A component's emoji: a custom one as its picture. `beside`: whether a label says it all. */
export function emoji(data, beside = true) {
  if (data?.id) return emojiPicture(data.id, data.name, beside);
  return data?.name ? el("span.emoji", { "aria-hidden": "true" }, data.name) : null;
}

/** The items of a string select's, a radio group's or a checkbox group's options. */
export function ownOptions(options) {
  return (options ?? []).map((option) => ({
    value: String(option.value),
    label: String(option.label ?? option.value),
    hint: option.description,
    mark: option.emoji ? () => emoji(option.emoji) : undefined,
    chosen: option.default,
  }));
}

/** The people of a channel. */
export function personItems(state, channel) {
  const names = namesIn(state, channel);
  return peopleIn(state, channel).map((person) => ({
    value: person.id,
    label: names.person(person.id).label,
    hint: person.username,
    mark: () => face(person),
  }));
}

/** The roles of a channel's guild. */
export function roleItems(state, channel) {
  const label = (role) => `@${role.name.replace(/^@/, "")}`; // everybody's role has it in its name
  return rolesIn(state, channel).map((role) => ({ value: role.id, label: label(role), hint: "role" }));
}

/** The channels of a channel's guild; `types` narrows them. */
export function channelItems(state, channel, types) {
  const guild = state.channels.get(channel)?.guild_id;
  return [...state.channels.values()]
    .filter((one) => one.guild_id === guild && guild && (!types?.length || types.includes(one.type)))
    .map((one) => ({ value: one.id, label: `#${one.name}`, hint: one.topic }));
}

/** The items of a select component of any kind (3 own, 5 people, 6 roles, 7 both, 8 channels). */
export function selectItems(component, state, channel) {
  const items = {
    3: () => ownOptions(component.options),
    5: () => personItems(state, channel),
    6: () => roleItems(state, channel),
    7: () => [...personItems(state, channel), ...roleItems(state, channel)],
    8: () => channelItems(state, channel, component.channel_types),
  }[component.type]();
  const defaults = (component.default_values ?? []).map(({ id }) => id);
  return items.map((item) => ({ ...item, chosen: item.chosen || defaults.includes(item.value) }));
}

/** Those whose label or hint has every word of `query`, better fits first. */
export function matching(items, query) {
  const wanted = query.toLowerCase().replace(/^[@#]/, "").split(/\s+/).filter(Boolean);
  const rank = (item) => Math.max(...wanted.map((word) => fit(item, word)), 0);
  return items
    .filter((item) => wanted.every((word) => fit(item, word) < 3))
    .sort((a, b) => rank(a) - rank(b));
}

function fit({ label, hint }, word) {
  const name = label.toLowerCase().replace(/^[@#]/, "");
  if (name.startsWith(word)) return 0;
  if (name.includes(word)) return 1;
  return hint?.toLowerCase().includes(word) ? 2 : 3;
}
