// Start the page: connect, choose an account, and put the parts together.

import { createActions } from "./act.js";
import { createComposer, isWriting } from "./ask/composer.js";
import { watchModals } from "./ask/modal.js";
import { createDrawer } from "./frame/drawer.js";
import { createHead } from "./frame/head.js";
import { createHours } from "./frame/hours.js";
import { createNotices } from "./frame/notices.js";
import { createSidebar } from "./frame/sidebar.js";
import { createSwitcher } from "./frame/switcher.js";
import { byId } from "./lib/dom.js";
import { watchOwn } from "./lib/own.js";
import { createStore } from "./lib/store.js";
import { keepTimesTrue } from "./lib/time.js";
import { openWire } from "./lib/wire.js";
import { createTimeline } from "./talk/timeline.js";

const MOVING = new Set(["snapshot", "channel_delete"]); // what may take one elsewhere unasked

const store = createStore();
const { state } = store;
const notices = createNotices({ store });
const wire = openWire({ onopen: be, onevent: hear, onlost: () => notices.connection(false) });
const { ask, isMine } = watchOwn(wire.ask);
const act = createActions({ store, ask, compose: () => composer });

createSidebar({ store, act });
createSwitcher({ store, become });
createHead({ store });
createDrawer({ store });
createHours({ store, ask });
const timeline = createTimeline({ store, act, ask });
const composer = createComposer({ store, ask, focusNewest: timeline.focusNewest });
watchModals({ store, ask, isMine });
keepTimesTrue(store.now);
addEventListener("hashchange", go);
addEventListener("keydown", shortcuts);
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  composer.focus();
});

async function be() {
  const person = new URLSearchParams(location.search).get("as");
  try {
    await wire.ask("be", { person });
  } catch (error) {
    notices.notice(error.message);
    if (person) await wire.ask("be", { person: null });
  }
  notices.connection(true);
}

async function become(person) {
  try {
    await wire.ask("be", { person });
  } catch (error) {
    notices.notice(error.message);
  }
}

function hear(event) {
  if (event.event === "snapshot") {
    state.here = location.hash.slice(1);
    document.body.removeAttribute("aria-busy");
  }
  store.apply(event);
  if (MOVING.has(event.event)) keepAddress();
}

// Who one is and where stands in the address, so that a reload or a copied tab stays the same.
function keepAddress() {
  const address = new URL(location.href);
  address.searchParams.set("as", state.me.id);
  address.hash = state.here ?? "";
  if (address.href !== location.href) history.replaceState(null, "", address);
}

function go() {
  const channel = location.hash.slice(1);
  if (!state.channels.has(channel) || channel === state.here) return;
  store.apply({ event: "go", channel });
  if (matchMedia("(pointer: fine)").matches) composer.focus();
}

// "/" writes a command from anywhere, Escape goes back to the line, arrows walk the messages.
function shortcuts(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isWriting(event.target) || document.querySelector("dialog[open]")) return;
  if (event.key === "/") {
    event.preventDefault();
    composer.slash();
  } else if (event.key === "Escape") composer.focus();
  else if (event.target.matches("article")) onArticle(event);
}

function onArticle(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (event.key === "r") event.target.querySelector(".tools button")?.click();
  else if (!step) return;
  else walk(event.target, step);
  event.preventDefault();
}

function walk(article, step) {
  const all = [...document.querySelectorAll("#messages article.message, #messages article.system")];
  const next = all[all.indexOf(article) + step];
  if (next) next.focus();
  else if (step > 0) composer.focus();
}
