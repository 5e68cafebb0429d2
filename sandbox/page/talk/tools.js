// What one can do with a message: reply, edit, begin a thread, ask the bot, delete.

import { el } from "../lib/dom.js";
import { iconButton } from "../lib/icons.js";
import { menuCommands } from "../ask/commands.js";
import { isEphemeral } from "./flags.js";

/** The bar that shows beside a message under the mouse or the focus. */
export function tools(message, { state, channel, act }) {
  if (isEphemeral(message)) return null;
  const place = state.channels.get(channel);
  const mine = message.author.id === state.me.id;
  const writes = place?.can_send;
  const threads = writes && place.type === 0 && !message.thread;
  const buttons = [
    writes && iconButton("reply", "Reply", () => act.reply(message)),
    mine && writes && iconButton("edit", "Edit", () => act.edit(message)),
    threads && iconButton("thread", "Start a thread", () => act.thread(message)),
    menuCommands(state, message).length > 0
      && iconButton("more", "The bot's commands", (event) => act.menu(message, event)),
    (mine || place?.can_manage) && iconButton("bin", "Delete", () => act.remove(message)),
  ].filter(Boolean);
  return buttons.length ? el("div.tools", { role: "group", "aria-label": "Message actions" }, buttons) : null;
}
