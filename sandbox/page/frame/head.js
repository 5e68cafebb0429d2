// Above the messages: which channel this is, what it is about, and whether the bot is there.

import { byId, el, fill } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { namesIn } from "../lib/names.js";
import { waitingFor } from "./sidebar.js";

const HEARD = new Set(["snapshot", "go", "channel", "channel_delete", "reads", "app", "typing", "message"]);
const TITLE = "Sandbox";

/** Draws the head, the bot's state, who is typing and the window's title. */
export function createHead({ store }) {
  const { state } = store;

  function draw() {
    const channel = state.channels.get(state.here);
    const name = channel ? `${channel.type === 1 ? "@" : "#"}${channel.name}` : "No channel";
    const parent = state.channels.get(channel?.parent_id);
    fill(byId("title"), parent ? el("a.crumb", { href: `#${parent.id}` }, `#${parent.name}`) : null, name);
    byId("topic").textContent = channel?.topic ?? "";
    byId("messages").setAttribute("aria-label", `Messages in ${name}`);
    const { mentions, unread } = waitingFor(state);
    document.title = `${mentions ? `(${mentions}) ` : unread ? "• " : ""}${name} · ${TITLE}`;
    drawDrawer(mentions, unread);
    drawBot();
  }

  function drawDrawer(mentions, unread) {
    const dot = mentions ? el("span.badge", {}, mentions) : unread ? el("span.dot") : null;
    fill(byId("open-drawer"), icon("menu"), dot);
    const words = mentions ? `Channels, ${mentions} for you` : unread ? "Channels, unread messages" : "Channels";
    byId("open-drawer").setAttribute("aria-label", words);
  }

  function drawBot() {
    const { app } = state;
    byId("bot-away").hidden = app?.online !== false;
    byId("bot-away").textContent = `${app?.name ?? "The bot"} isn't connected: commands and buttons won't work.`;
  }

  function drawTyping() {
    const until = state.typing.get(state.here) ?? new Map();
    const names = namesIn(state, state.here);
    const who = [...until].filter(([, end]) => end > Date.now()).map(([id]) => names.person(id)?.label ?? "A person");
    const words = who.length ? `${who.join(", ")} ${who.length > 1 ? "are" : "is"} typing…` : "";
    if (byId("typing").textContent !== words) byId("typing").textContent = words;
  }

  setInterval(() => state.me && drawTyping(), 1000);
  store.listen(({ event }) => {
    if (!HEARD.has(event)) return;
    draw();
    drawTyping();
  });
}
