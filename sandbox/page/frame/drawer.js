// On a narrow window the channels are a drawer; it opens over the messages and closes by itself.

import { byId } from "../lib/dom.js";

/** Wires the drawer's button, its shade, Escape, and the choice of a channel. */
export function createDrawer({ store }) {
  const side = byId("side");
  const shade = byId("shade");
  const button = byId("open-drawer");
  const main = byId("main");

  function set(open) {
    side.classList.toggle("open", open);
    shade.hidden = !open;
    main.inert = open;
    button.setAttribute("aria-expanded", String(open));
    if (open) (side.querySelector("[aria-current]") ?? side.querySelector("a"))?.focus();
  }

  function shut() {
    if (!side.classList.contains("open")) return;
    set(false);
    button.focus();
  }

  button.addEventListener("click", () => set(true));
  shade.addEventListener("click", shut);
  side.addEventListener("keydown", (event) => event.key === "Escape" && shut());
  side.addEventListener("click", (event) => event.target.closest("[aria-current]") && shut());
  matchMedia("(min-width: 761px)").addEventListener("change", () => set(false));
  store.listen(({ event }) => ["go", "snapshot"].includes(event) && shut());
}
