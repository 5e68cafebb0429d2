// What time it is in the sandbox, and the buttons that let an hour or a day pass at once.

import { byId, el, fill } from "../lib/dom.js";
import { weekday } from "../lib/time.js";

const STEPS = { hour: "Next hour", day: "Next day" };

/** Drawn only where the bot reads its time here; what is due then comes within a second. */
export function createHours({ store, ask }) {
  const box = byId("hours");
  const { state } = store;
  const shown = el("time");

  function draw() {
    box.hidden = !state.offersTime;
    if (!box.hidden) shown.textContent = weekday(store.now(), state.me.locale);
  }

  async function pass(step) {
    try {
      await ask("advance", { step });
      store.apply({ event: "notice", sentence: `It is ${weekday(store.now(), "en-GB")} now.` });
    } catch (error) {
      store.apply({ event: "notice", sentence: error.message });
    }
  }

  fill(box, shown, Object.entries(STEPS).map(([step, label]) =>
    el("button.button.secondary", { type: "button", onclick: () => pass(step) }, label)));
  setInterval(() => state.me && draw(), 1000);
  store.listen(({ event }) => event === "snapshot" && draw());
}
