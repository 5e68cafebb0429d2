// The messages of the channel on show: kept in step, at the newest end, with the focus where it was.

import { byId } from "../lib/dom.js";
import { isBusy } from "../lib/interactions.js";
import { namesIn } from "../lib/names.js";
import { listOf } from "../lib/store.js";
import { entries } from "./entries.js";
import { keepFocus } from "./focus.js";

const NEAR_END = 80;
const RENAMING = new Set(["snapshot", "guild", "person", "channel", "channel_delete"]);

/** `act` is what one can do; `ask` speaks to the server. */
export function createTimeline({ store, act, ask }) {
  const { state } = store;
  const scroller = byId("scroller");
  const list = byId("messages");
  const older = byId("older");
  const newest = byId("newest");
  let known = new Map();
  let channel = null;
  let person = null;
  let newAfter = null;
  let atEnd = true;

  function enter() {
    channel = state.here;
    person = state.me.id;
    const { unread, last_read: last } = state.reads.get(channel) ?? {};
    newAfter = unread ? last : null;
    known = new Map();
    list.replaceChildren();
    atEnd = true;
    sync();
    list.querySelector(".divider.new")?.scrollIntoView({ block: "center" });
  }

  function sync() {
    const ctx = { state, channel, names: namesIn(state, channel), act, jump };
    const fresh = new Map();
    const nodes = entries(ctx, newAfter).map((entry) => {
      const old = known.get(entry.key);
      const same = old?.version.length === entry.version.length
        && old.version.every((part, at) => part === entry.version[at]);
      const node = same ? old.node : entry.build();
      fresh.set(entry.key, { version: entry.version, node });
      return node;
    });
    keepFocus(list, () => reconcile(list, nodes));
    known = fresh;
    older.hidden = state.complete.has(channel) || !listOf(state, channel).length;
    byId("nothing").hidden = nodes.length > 0;
    paintBusy();
    settle();
  }

  function paintBusy() {
    for (const control of list.querySelectorAll("[data-control]")) {
      const message = control.closest("li").dataset.id;
      const busy = isBusy(state, message, control.dataset.control);
      if (busy) control.setAttribute("aria-busy", "true");
      else control.removeAttribute("aria-busy");
    }
  }

  function settle() {
    if (atEnd) scroller.scrollTop = scroller.scrollHeight;
    newest.hidden = atEnd;
    readNow();
  }

  function readNow() {
    const unread = state.reads.get(channel)?.unread;
    if (unread && atEnd && document.visibilityState === "visible") ask("read", { channel });
  }

  // Messages that arrive while the tab is hidden count as new when it is shown.
  function lookAway() {
    if (document.visibilityState === "hidden") newAfter = listOf(state, channel).at(-1)?.id ?? null;
    else readNow();
  }

  async function loadOlder() {
    const [first] = listOf(state, channel);
    older.disabled = true;
    const height = scroller.scrollHeight - scroller.scrollTop;
    try {
      const earlier = await ask("history", { channel, before: first.id });
      store.apply({ event: "history", channel, ...earlier });
      scroller.scrollTop = scroller.scrollHeight - height;
    } catch (error) {
      store.apply({ event: "notice", sentence: error.message });
    }
    older.disabled = false;
  }

  function jump(id) {
    const target = list.querySelector(`li[data-id="${CSS.escape(id)}"] article`);
    if (!target) return;
    target.scrollIntoView({ block: "center" });
    target.focus({ preventScroll: true });
    target.classList.add("found");
    setTimeout(() => target.classList.remove("found"), 2000);
  }

  function measure() {
    atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END;
    newest.hidden = atEnd;
    readNow();
  }

  // What one wrote oneself, or asked by a command, is seen wherever one was reading.
  function isOwn(event) {
    if (event.event === "message") return event.message.author.id === state.me.id;
    return event.event === "interaction" && event.state === "sent" && !event.message;
  }

  function hear(event) {
    const touches = event.message?.channel_id ?? event.channel;
    if (touches === channel && isOwn(event)) atEnd = true;
    if (state.here !== channel || state.me.id !== person) enter();
    else if (RENAMING.has(event.event)) {
      known = new Map();
      sync();
    } else if (event.event === "interaction" || touches === channel) sync();
  }

  scroller.addEventListener("scroll", measure, { passive: true });
  older.addEventListener("click", loadOlder);
  newest.addEventListener("click", () => scroller.scrollTo({ top: scroller.scrollHeight }));
  document.addEventListener("visibilitychange", lookAway);
  new ResizeObserver(() => atEnd && settle()).observe(list);
  new ResizeObserver(() => atEnd && settle()).observe(scroller);
  store.listen(hear);
  return { focusNewest: () => [...list.querySelectorAll("article")].at(-1)?.focus() };
}

// Moves as little as possible, so that what did not change keeps its state.
function reconcile(list, nodes) {
  const wanted = new Set(nodes);
  for (const node of [...list.children]) if (!wanted.has(node)) node.remove();
  nodes.forEach((node, at) => {
    if (list.children[at] !== node) list.insertBefore(node, list.children[at] ?? null);
  });
}
