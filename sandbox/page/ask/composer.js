// The line one writes in: text, replies and edits; `/` turns it into a command.

import { byId, fill } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { namesIn } from "../lib/names.js";
import { createInvocation } from "./invoke.js";
import { createIntent } from "./intent.js";
import { createAttaching } from "./attaching.js";
import { createSuggestions } from "./suggestions.js";
import { withIds } from "./mentions.js";

const TYPING_EVERY = 8000;

/** `ask` speaks to the server; `focusNewest()` goes up into the messages. */
export function createComposer({ store, ask, focusNewest }) {
  const { state } = store;
  const form = byId("composer");
  const say = byId("say");
  const line = byId("composer-line");
  const problem = byId("composer-problem");
  const drafts = new Map();
  const intent = createIntent(store, () => say.focus());
  const attaching = createAttaching(byId("attach"), fail);
  const suggestions = createSuggestions({ store, ask, say, form, oncommand: begin });
  let channel = null;
  let person = null;
  let invocation = null;
  let typedAt = 0;

  function fail(error) {
    problem.textContent = error?.message ?? "";
  }

  function begin(leaf) {
    leave();
    say.value = "";
    invocation = createInvocation(leaf, { state, channel, anchor: form, ask, failed: fail }, {
      onsent: () => restore(""),
      onleave: restore,
    });
    fill(byId("invocation"), invocation.node);
    line.hidden = true;
    intent.clear();
    fail(null);
    invocation.focus();
  }

  function leave() {
    byId("invocation").replaceChildren();
    invocation = null;
    line.hidden = false;
  }

  function restore(text) {
    leave();
    say.value = text;
    fail(null);
    grow();
    say.focus();
    if (text) suggestions.update();
  }

  async function submit() {
    if (invocation) {
      invocation.submit();
      return;
    }
    const content = withIds(say.value.trim(), state, channel);
    if (!content && attaching.empty()) return;
    const unsent = say.value;
    say.value = "";
    grow();
    try {
      await intent.send(ask, channel, content, await attaching.take());
      attaching.clear();
      fail(null);
    } catch (error) {
      say.value ||= unsent;
      grow();
      fail(error);
    }
  }

  function grow() {
    say.style.setProperty("height", "auto");
    say.style.setProperty("height", `${Math.min(say.scrollHeight, innerHeight / 3)}px`);
  }

  function edited() {
    grow();
    fail(null);
    suggestions.update();
    if (say.value && !say.value.startsWith("/") && Date.now() - typedAt > TYPING_EVERY) {
      typedAt = Date.now();
      ask("typing", { channel }).catch(() => null);
    }
  }

  function keys(event) {
    if (event.isComposing || suggestions.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === "Escape") intent.clear();
    else if (event.key === "ArrowUp" && !say.value) {
      event.preventDefault();
      focusNewest();
    }
  }

  function enter() {
    if (person !== state.me.id) drafts.clear();
    if (channel !== state.here || person !== state.me.id) {
      if (person === state.me.id) drafts.set(channel, say.value);
      channel = state.here;
      person = state.me.id;
      leave();
      intent.clear();
      attaching.clear();
      say.value = drafts.get(channel) ?? "";
      fail(null);
      suggestions.close();
    }
    const place = state.channels.get(channel);
    const shut = !place?.can_send;
    say.disabled = shut;
    form.classList.toggle("shut", shut);
    say.placeholder = placeholder(place);
    grow();
  }

  function placeholder(place) {
    if (!place) return "No channel here";
    if (place.archived || place.locked) return "This thread is closed";
    if (place.type === 15) return "This is a forum: write in one of its posts";
    if (!place.can_send) return "You can't send messages here";
    const name = namesIn(state, place.id).channel(place.id).label;
    return `Message ${place.type === 1 ? "@" : "#"}${name}`;
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  say.addEventListener("input", edited);
  say.addEventListener("keydown", keys);
  say.addEventListener("blur", () => suggestions.close());
  fill(byId("send"), icon("send"));
  store.listen(({ event }) => {
    if (["snapshot", "go", "channel", "channel_delete"].includes(event)) enter();
  });
  return { focus: () => (invocation ?? say).focus(), slash, reply: intent.reply, edit: (message) => edit(message) };

  function edit(message) {
    leave();
    intent.edit(message);
    say.value = message.content;
    grow();
  }

  function slash() {
    if (invocation) return;
    say.focus();
    if (!say.value) {
      say.value = "/";
      suggestions.update();
    }
  }
}

/** Whether a key pressed here is text being written. */
export function isWriting(target) {
  return Boolean(target.closest?.("input, textarea, select, [contenteditable], [role=combobox]"));
}
