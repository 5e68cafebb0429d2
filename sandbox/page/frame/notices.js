// Things said in passing: the state of the connection, refusals, and what a screen reader should hear.

import { byId, el } from "../lib/dom.js";
import { namesIn, ownName } from "../lib/names.js";
import { isLoading } from "../talk/flags.js";
import { summary } from "../talk/summary.js";

const SHOWN_FOR = 6000;

/** {notice, connection}: a sentence for a few seconds; whether the sandbox is reachable. */
export function createNotices({ store }) {
  const box = byId("notices");
  const heard = byId("heard");
  const banner = byId("connection");
  const { state } = store;
  const awaited = new Set();
  let lost = false;

  function notice(sentence) {
    const node = el("p.notice", {}, sentence);
    box.append(node);
    setTimeout(() => node.remove(), SHOWN_FOR);
  }

  function connection(up) {
    banner.hidden = up;
    if (!up) banner.textContent = "Reconnecting…";
    else if (lost) notice("Reconnected.");
    lost = !up;
  }

  function announce(message) {
    if (message.author.id === state.me.id) return;
    const here = message.channel_id === state.here;
    if (!here && !message.pings_me) return;
    const names = namesIn(state, message.channel_id);
    const who = names.person(message.author.id)?.label ?? ownName(message.author);
    const where = here ? "" : ` in ${names.channel(message.channel_id)?.label ?? "another channel"}`;
    heard.textContent = `${who}${where}: ${summary(message, names)}`;
  }

  // Edits are heard when one waits for them: the bot's answer to a click, or a deferred one.
  function announceEdit(message) {
    const clicked = [...state.busy.values()].some((one) => one.message === message.id);
    if (clicked || awaited.delete(message.id)) announce(message);
  }

  const heeded = {
    notice: ({ sentence }) => notice(sentence),
    message_update: ({ message }) => announceEdit(message),
    message({ message }) {
      announce(message);
      if (isLoading(message)) awaited.add(message.id);
    },
    interaction(event) {
      if (event.state === "failed") heard.textContent = event.sentence;
    },
  };
  store.listen((event) => heeded[event.event]?.(event));
  return { notice, connection };
}
