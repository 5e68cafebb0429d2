// What one can do with a message: reply, edit, begin a thread, ask the bot, delete.

import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { menuCommands } from "../ask/commands.js";
import { isEphemeral } from "./flags.js";

/** The bar that shows beside a message under the mouse or the focus. */
export function tools(message, { state, channel, act }) {
  if (isEphemeral(message)) return null;
  const place = state.channels.get(channel);
  const mine = message.author.id === state.me.id;
  const buttons = [
    place?.can_send ? tool("reply", "Reply", () => act.reply(message)) : null,
    mine && place?.can_send ? tool("edit", "Edit", () => act.edit(message)) : null,
    place?.type === 0 && place.can_send && !message.thread
      ? tool("thread", "Start a thread", () => act.thread(message)) : null,
    menuCommands(state, message).length ? tool("more", "The bot's commands", (event) => act.menu(message, event)) : null,
    mine || place?.can_manage ? tool("bin", "Delete", () => act.remove(message)) : null,
  ].filter(Boolean);
  return buttons.length ? el("div.tools", { role: "group", "aria-label": "Message actions" }, buttons) : null;
}

function tool(sign, label, onclick) {
  return el("button.icon-button", { type: "button", title: label, "aria-label": label, onclick }, icon(sign));
}
