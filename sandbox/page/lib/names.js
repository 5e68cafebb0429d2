// What ids are called, as one person in one channel sees it.

/** {locale, person, role, channel}: each looks an id up and gives {label, color?, me?} or null. */
export function namesIn(state, channelId) {
  const guild = state.guilds.get(state.channels.get(channelId)?.guild_id);
  return {
    locale: state.me.locale,
    person: (id) => personName(state, guild, id),
    role: (id) => roleName(state, guild, id),
    channel: (id) => channelName(state, id),
  };
}

/** The people who can be named in a channel: its guild's members, or the two of a direct message. */
export function peopleIn(state, channelId) {
  const channel = state.channels.get(channelId);
  const guild = state.guilds.get(channel?.guild_id);
  const ids = guild
    ? guild.members.map((member) => member.user_id)
    : [state.me.id, ...(channel?.recipients ?? [])];
  return ids.map((id) => state.people.get(id)).filter(Boolean);
}

/** The roles that can be named in a channel. */
export function rolesIn(state, channelId) {
  return state.guilds.get(state.channels.get(channelId)?.guild_id)?.roles ?? [];
}

/** What a person is called when no guild gives another name. */
export function ownName(person) {
  return person.global_name || person.username || "unknown";
}

/** A colour number of Discord's as CSS, or null for "none". */
export function cssColor(number) {
  if (!Number.isInteger(number) || number <= 0) return null;
  return `#${(number & 0xffffff).toString(16).padStart(6, "0")}`;
}

function personName(state, guild, id) {
  const person = state.people.get(id);
  if (!person) return null;
  const member = guild?.members.find(({ user_id }) => user_id === id);
  return { label: member?.nick || ownName(person), me: id === state.me.id };
}

function roleName(state, guild, id) {
  const role = guild?.roles.find((one) => one.id === id);
  if (!role) return null;
  const mine = guild.members.find(({ user_id }) => user_id === state.me.id);
  return { label: role.name.replace(/^@/, ""), color: cssColor(role.color), me: mine?.roles.includes(id) };
}

function channelName(state, id) {
  const channel = state.channels.get(id);
  return channel ? { label: channel.name } : null;
}
