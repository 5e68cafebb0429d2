// What the next text is: a message of its own, a reply, or an edit of an old one; said above the line.

import { byId, el, fill } from "../lib/dom.js";
import { iconButton } from "../lib/icons.js";
import { namesIn, ownName } from "../lib/names.js";

/** `onchange` runs after a reply or an edit was begun. */
export function createIntent(store, onchange) {
  const bar = byId("intent");
  let kind = null;
  let message = null;
  let ping = true;

  function begin(newKind, target) {
    kind = newKind;
    message = target;
    ping = true;
    draw();
    onchange();
  }

  function clear() {
    kind = null;
    message = null;
    draw();
  }

  function draw() {
    bar.hidden = !kind;
    if (!kind) return;
    const { author } = message;
    const names = namesIn(store.state, message.channel_id);
    const who = names.person(author.id)?.label ?? ownName(author);
    const cancel = iconButton("close", "Cancel", clear);
    const sentence = kind === "edit" ? ["Editing your message"] : ["Replying to ", el("strong", {}, who)];
    const isMine = author.id === store.state.me.id;
    fill(bar, el("span", {}, sentence), kind === "reply" && !isMine ? pingSwitch(who) : null, cancel);
  }

  function pingSwitch(who) {
    const words = () => (ping ? "@ on" : "@ off");
    const node = el("button.link", { type: "button", "aria-pressed": "true", "aria-label": `Notify ${who}` }, words());
    node.addEventListener("click", () => {
      ping = !ping;
      node.setAttribute("aria-pressed", String(ping));
      fill(node, words());
    });
    return node;
  }

  async function send(ask, channel, content, files) {
    const about = { channel, content };
    if (kind === "edit") await ask("edit", { ...about, message: message.id });
    else if (kind === "reply") await ask("send", { ...about, files, reply_to: message.id, ping });
    else await ask("send", { ...about, files });
    clear();
  }

  return {
    send,
    clear,
    reply: (target) => begin("reply", target),
    edit: (target) => begin("edit", target),
  };
}
