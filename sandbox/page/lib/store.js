// What this tab knows of the sandbox. Events change it; views listen. Invariant: touches no element.

import { applyInteraction } from "./interactions.js";

const WHOLE_PAGE = 50; // as many of a channel's newest messages come with a snapshot

/** A store without anything in it; the first snapshot fills it. */
export function createStore() {
  const listeners = new Set();
  const state = empty();
  return {
    state,
    /** Gives back how to stop listening. */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Takes an event of the server (or of this page) in, then tells everybody. */
    apply(event) {
      APPLY[event.event]?.(state, event);
      for (const listener of [...listeners]) listener(event);
    },
    /** The server's clock in milliseconds. */
    now: () => Date.now() + state.ahead,
  };
}

function empty() {
  return {
    me: null,
    accounts: [],
    app: null,
    people: new Map(),
    guilds: new Map(),
    channels: new Map(),
    messages: new Map(),
    complete: new Set(), // channels whose first message is here
    reads: new Map(),
    waiting: new Map(),
    typing: new Map(),
    commands: new Map(),
    here: null, // the channel on show
    busy: new Map(),
    outcomes: new Map(),
    failures: new Map(),
    notes: new Map(),
    ahead: 0, // by so many milliseconds the sandbox's clock is before the browser's
    offersTime: false,
  };
}

const APPLY = {
  snapshot: takeSnapshot,
  message: (state, { message }) => putMessage(state, message),
  message_update: (state, { message }) => putMessage(state, message),
  message_delete(state, { channel, message }) {
    state.messages.set(channel, listOf(state, channel).filter((known) => known.id !== message));
    state.failures.delete(message);
  },
  history(state, { channel, messages, more }) {
    for (const message of messages) putMessage(state, message);
    if (!more) state.complete.add(channel);
  },
  channel(state, { channel }) {
    if (!state.channels.has(channel.id)) state.complete.add(channel.id);
    state.channels.set(channel.id, channel);
  },
  channel_delete(state, { channel }) {
    state.channels.delete(channel);
    if (state.here === channel) state.here = firstChannel(state);
  },
  guild: (state, { guild }) => state.guilds.set(guild.id, guild),
  guild_delete: (state, { guild }) => state.guilds.delete(guild),
  person(state, { person }) {
    state.people.set(person.id, person);
    if (person.id === state.me.id) state.me = person;
  },
  app: (state, { app }) => void (state.app = app),
  reads: (state, event) => state.reads.set(event.channel, event),
  waiting: (state, { person, mentions }) => state.waiting.set(person, mentions),
  typing(state, { channel, person }) {
    const people = state.typing.get(channel) ?? new Map();
    state.typing.set(channel, people.set(person, Date.now() + 10_000));
  },
  commands: (state) => state.commands.clear(),
  interaction: applyInteraction,
  go: (state, { channel }) => void (state.here = channel),
  note_gone(state, { channel, note }) {
    state.notes.set(channel, (state.notes.get(channel) ?? []).filter(({ id }) => id !== note));
  },
};

function takeSnapshot(state, event) {
  const here = state.here;
  Object.assign(state, empty(), { me: event.me, accounts: event.accounts, app: event.app,
    offersTime: Boolean(event.offers_time) });
  state.ahead = Date.parse(event.now) - Date.now();
  state.people = byKey(event.people);
  state.guilds = byKey(event.guilds);
  state.channels = byKey(event.channels);
  state.messages = new Map(Object.entries(event.messages));
  for (const [id, list] of state.messages) if (list.length < WHOLE_PAGE) state.complete.add(id);
  state.reads = new Map(Object.entries(event.reads));
  state.waiting = new Map(Object.entries(event.waiting ?? {}));
  state.here = state.channels.has(here) ? here : firstChannel(state);
}

function putMessage(state, message) {
  const list = listOf(state, message.channel_id).filter(({ id }) => id !== message.id);
  const place = list.findLastIndex(({ id }) => earlier(id, message.id)) + 1;
  state.messages.set(message.channel_id, list.toSpliced(place, 0, message));
  state.typing.get(message.channel_id)?.delete(message.author.id);
  state.failures.delete(message.id);
}

/** The messages of a channel, oldest first. */
export function listOf(state, channel) {
  return state.messages.get(channel) ?? [];
}

/** Ids grow with time: whether one is older than the other. */
export function earlier(one, other) {
  return one.length === other.length ? one < other : one.length < other.length;
}

/** The channel to show when nothing else is asked for. */
function firstChannel(state) {
  const open = [...state.channels.values()].filter(({ type }) => type === 0);
  open.sort((a, b) => a.position - b.position);
  return (open[0] ?? [...state.channels.values()][0])?.id ?? null;
}

function byKey(list) {
  return new Map(list.map((value) => [value.id, value]));
}
