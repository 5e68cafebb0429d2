// Everything one can do on the page, as a word to the server; refusals are said in passing.

import { menuCommands } from "./ask/commands.js";
import { createFloating } from "./frame/floating.js";
import { namesIn } from "./lib/names.js";
import { summary } from "./talk/summary.js";

/** `compose` gives the composer, which comes into being later. */
export function createActions({ store, ask, compose }) {
  const attempt = (what, fields) =>
    ask(what, fields).catch((error) => store.apply({ event: "notice", sentence: error.message }));
  const invoke = (message, command, target) =>
    attempt("invoke", { channel: message.channel_id, command, target, options: [] });
  const menu = createFloating("The bot's commands for this message");
  const at = (message) => ({ channel: message.channel_id, message: message.id });

  return {
    click: (message, custom_id) => attempt("click", { ...at(message), custom_id }),
    choose: (message, custom_id, values) => attempt("choose", { ...at(message), custom_id, values }),
    dismiss: (message) => attempt("dismiss", { message: message.id }),
    remove: (message) => attempt("delete", at(message)),
    reply: (message) => compose().reply(message),
    edit: (message) => compose().edit(message),
    menu: (message, { currentTarget }) => menu.open(currentTarget, menuCommands(store.state, message)
      .map(({ id, name, target }) => ({ label: name, pick: () => invoke(message, id, target) }))),
    go: (channel) => void (location.hash = channel),
    dropNote: (note) => store.apply({ event: "note_gone", channel: store.state.here, note: note.id }),
    async thread(message) {
      const name = summary(message, namesIn(store.state, message.channel_id)).slice(0, 60);
      const thread = await attempt("thread", { ...at(message), name });
      if (thread) location.hash = thread.channel;
    },
    async direct(person) {
      const conversation = await attempt("dm", { person });
      if (conversation) location.hash = conversation.channel;
    },
  };
}
