// What became of a click or a command: in flight, answered, a dialog to fill in, or failed.

const REMEMBERED = 100;

/** Takes an `interaction` event into the store's state. */
export function applyInteraction(state, event) {
  if (event.state === "sent") begin(state, event);
  else end(state, event);
}

/** Whether this control of this message waits for the bot. */
export function isBusy(state, message, customId) {
  const waits = (one) => one.message === message && one.custom_id === customId;
  return [...state.busy.values()].some(waits);
}

/** A promise of the event that ends an interaction, even when it has come already. */
export function settled(store, interaction) {
  const known = store.state.outcomes.get(interaction);
  if (known) return Promise.resolve(known);
  return new Promise((resolve) => {
    const stop = store.listen((event) => {
      if (event.interaction !== interaction || event.state === "sent") return;
      stop();
      resolve(event);
    });
  });
}

function begin(state, event) {
  if (state.outcomes.has(event.interaction)) return;
  state.busy.set(event.interaction, event);
  if (event.message) state.failures.delete(event.message);
}

function end(state, event) {
  state.busy.delete(event.interaction);
  state.outcomes.set(event.interaction, event);
  if (state.outcomes.size > REMEMBERED) state.outcomes.delete(state.outcomes.keys().next().value);
  if (event.state === "failed") remember(state, event);
}

// A failed click is said by its message; a failed command has none, so it gets a private note.
function remember(state, { interaction, channel, message, sentence }) {
  if (message) state.failures.set(message, sentence);
  else {
    const notes = state.notes.get(channel) ?? [];
    state.notes.set(channel, [...notes, { id: interaction, sentence }]);
  }
}
