// What the composer offers while one types: the bot's commands after `/`, people after `@`.

import { matching, personItems } from "./choices.js";
import { commandsIn, fitting, leaves, typedOut } from "./commands.js";
import { createListbox, listKey } from "./listbox.js";
import { completeName, nameAtCaret } from "./mentions.js";

const MOST = 25;

/** `oncommand(leaf)` is told when a command was picked or typed out. */
export function createSuggestions({ store, ask, say, form, oncommand }) {
  const { state } = store;
  const list = createListbox({ label: "Suggestions", field: say, anchor: form, onpick: pick });
  let round = 0;

  async function commandsHere() {
    return leaves(await commandsIn({ store, ask }, state.here));
  }

  async function update() {
    const mine = (round += 1);
    const name = nameAtCaret(say);
    if (/^\/[^\n]*$/.test(say.value)) await offerCommands(mine);
    else if (name !== null) offerPeople(name);
    else list.close();
  }

  async function offerCommands(mine) {
    const typed = say.value.slice(1);
    try {
      const all = await commandsHere();
      if (mine !== round) return;
      const whole = typed.endsWith(" ") && typedOut(all, typed);
      if (whole) choose(whole);
      else showCommands(fitting(all, typed), typed);
    } catch (error) {
      if (mine === round) list.show([], { status: error.message });
    }
  }

  function showCommands(commands, typed) {
    const items = commands.slice(0, MOST).map(commandItem);
    const status = items.length ? null : typed ? "No matching command" : "No commands here";
    list.show(items, { status });
  }

  function offerPeople(name) {
    const items = matching(personItems(state, state.here), name).slice(0, 8);
    if (items.length) list.show(items.map((item) => ({ ...item, typed: name })));
    else list.close();
  }

  function pick(item) {
    if (item.leaf) choose(item.leaf);
    else {
      completeName(say, item.typed, item.label);
      close();
      say.focus();
    }
  }

  function choose(leaf) {
    close();
    oncommand(leaf);
  }

  function close() {
    round += 1;
    list.close();
  }

  // Asked for ahead, so that what one types fast is not overtaken.
  store.listen(async ({ event }) => {
    if (!["snapshot", "go", "commands"].includes(event) || !state.here) return;
    await commandsHere().catch(() => null);
    if (event === "commands" && list.isOpen()) update();
  });
  return { update, close, key: (event) => listKey(event, list, pick) };
}

function commandItem(leaf) {
  const needed = leaf.options.filter(({ required }) => required).map((o) => o.name_localized ?? o.name);
  return { value: leaf.title, label: `/${leaf.title}`, extra: needed, hint: leaf.description, leaf };
}
