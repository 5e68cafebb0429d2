// The channels, threads and direct messages one can see, with what is unread in each.

import { byId, el, fill } from "../lib/dom.js";
import { face } from "../lib/face.js";
import { icon, iconButton } from "../lib/icons.js";
import { earlier, listOf } from "../lib/store.js";
import { ownName } from "../lib/names.js";
import { createFloating } from "./floating.js";

const TEXT = 0;
const DIRECT = 1;
const FORUM = 15;
const HEARD = new Set(["snapshot", "go", "channel", "channel_delete", "guild", "guild_delete",
  "person", "reads", "app"]);

/** Draws the list again whenever something in it changes. */
export function createSidebar({ store, act }) {
  const nav = byId("channels");
  const { state } = store;

  function draw() {
    const focused = document.activeElement?.closest("#channels [data-channel]")?.dataset.channel;
    fill(nav, [...state.guilds.values()].map((guild) => guildSection(guild, state)), directSection());
    if (focused) nav.querySelector(`[data-channel="${CSS.escape(focused)}"]`)?.focus();
  }

  function directSection() {
    const direct = channelsOf(state, (one) => one.type === DIRECT).sort((a, b) => newestFirst(state, a, b));
    const plus = iconButton("plus", "Write a direct message", () => people.open(plus, others()));
    return el("section", {}, el("header", {}, el("h2", {}, "Direct messages"), plus),
      el("ul", {}, direct.map((channel) => el("li", {}, channelLink(channel, state)))));
  }

  function others() {
    return [...state.people.values()].filter(({ id }) => id !== state.me.id).map((person) => ({
      label: ownName(person), hint: person.about, mark: face(person), pick: () => act.direct(person.id),
    }));
  }

  const people = createFloating("Write a direct message to");
  store.listen(({ event }) => HEARD.has(event) && draw());
}

/** What waits for one in all channels: mentions, and whether anything is unread. */
export function waitingFor(state) {
  const all = [...state.reads.entries()].filter(([id]) => state.channels.has(id)).map(([, read]) => read);
  return { mentions: all.reduce((sum, { mentions }) => sum + mentions, 0), unread: all.some(({ unread }) => unread) };
}

function guildSection(guild, state) {
  const mine = channelsOf(state, (one) => one.guild_id === guild.id);
  const texts = mine.filter(({ type }) => type === TEXT || type === FORUM).sort((a, b) => a.position - b.position);
  const items = texts.map((channel) => {
    const threads = mine.filter((one) => one.parent_id === channel.id && showsThread(one, state));
    const inner = el("ul.threads", {}, threads.map((one) => el("li", {}, channelLink(one, state))));
    return el("li", {}, channelLink(channel, state), threads.length ? inner : null);
  });
  return el("section", {}, el("header", {}, el("h2", {}, guild.name)), el("ul", {}, items));
}

// A closed thread keeps its place only while there is something to see in it.
function showsThread(thread, state) {
  return !thread.archived || state.here === thread.id || state.reads.get(thread.id)?.unread;
}

function channelLink(channel, state) {
  const { unread = 0, mentions = 0 } = state.reads.get(channel.id) ?? {};
  const here = state.here === channel.id;
  const link = el("a.channel", {
    href: `#${channel.id}`,
    "aria-current": here ? "page" : null,
    data: { channel: channel.id },
  }, sign(channel, state), el("span.channel-name", {}, channel.name), badge(unread, mentions));
  link.classList.toggle("unread", unread > 0);
  return link;
}

function sign(channel, state) {
  if (channel.type !== DIRECT) {
    if (channel.type === FORUM) return icon("forum");
    return channel.type === TEXT ? el("span.sign", { "aria-hidden": "true" }, "#") : icon("thread");
  }
  const other = state.people.get(channel.recipients[0]);
  const node = face(other);
  if (other?.bot && other.id === state.app?.bot_id) node.classList.add(state.app.online ? "online" : "offline");
  return node;
}

function badge(unread, mentions) {
  if (mentions) return el("span.badge", { "aria-label": `${mentions} for you` }, mentions > 99 ? "99+" : mentions);
  return unread ? el("span.dot", { role: "img", "aria-label": "unread" }) : null;
}

function channelsOf(state, test) {
  return [...state.channels.values()].filter(test);
}

function newestFirst(state, a, b) {
  const last = (channel) => listOf(state, channel.id).at(-1)?.id ?? "0";
  return earlier(last(a), last(b)) ? 1 : -1;
}
