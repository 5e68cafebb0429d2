// Things said in passing: the state of the connection, refusals, and what a screen reader should hear.

import { byId, el } from "../lib/dom.js";
import { namesIn, ownName } from "../lib/names.js";
import { summary } from "../talk/summary.js";

const SHOWN_FOR = 6000;

/** {notice, connection}: a sentence for a few seconds; whether the sandbox is reachable. */
export function createNotices({ store }) {
  const box = byId("notices");
  const heard = byId("heard");
  const banner = byId("connection");
  const { state } = store;
  let lost = false;

  function notice(sentence) {
    const node = el("p.notice", {}, sentence);
    box.append(node);
    setTimeout(() => node.remove(), SHOWN_FOR);
  }

  function connection(up) {
    banner.hidden = up;
    if (!up) banner.textContent = "The sandbox is not reachable. Trying to connect again…";
    else if (lost) notice("Connected again.");
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

  store.listen((event) => {
    if (event.event === "notice") notice(event.sentence);
    else if (event.event === "message") announce(event.message);
    else if (event.state === "failed") heard.textContent = event.sentence;
  });
  return { notice, connection };
}
