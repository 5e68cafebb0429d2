// The line to the sandbox: asks, hears events, and comes back by itself when the line breaks.

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;

/**
 * Connects at once. `onopen()` runs after each connection, `onevent(event)` for each event that the
 * server sends, `onlost()` when the line broke. `ask` gives a promise of the answer's result;
 * it is refused with an Error that has one plain sentence.
 */
export function openWire({ onopen, onevent, onlost }) {
  const waiting = new Map();
  let socket = null;
  let number = 0;
  let pause = FIRST_WAIT;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/page/socket`);
    socket.addEventListener("open", () => {
      pause = FIRST_WAIT;
      onopen();
    });
    socket.addEventListener("message", (frame) => hear(JSON.parse(frame.data)));
    socket.addEventListener("close", lost);
  }

  function hear(frame) {
    if (frame.event) {
      onevent(frame);
      return;
    }
    const asked = waiting.get(frame.id);
    waiting.delete(frame.id);
    if (frame.ok) asked?.resolve(frame.result ?? {});
    else asked?.reject(new Error(frame.error ?? "The sandbox refused and gave no reason."));
  }

  function lost() {
    for (const { reject } of waiting.values()) reject(new Error("Can't reach the sandbox."));
    waiting.clear();
    onlost();
    setTimeout(connect, pause);
    pause = Math.min(pause * 2, LONGEST_WAIT);
  }

  function ask(what, fields = {}) {
    if (socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error("Can't reach the sandbox. Reconnecting…"));
    }
    number += 1;
    const id = number;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, do: what, ...fields }));
    });
  }

  connect();
  return { ask };
}
