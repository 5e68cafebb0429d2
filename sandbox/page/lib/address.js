// Decides which addresses a message may lead to or load. Invariant: nothing is loaded from outside.

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** An address one may follow by a click: a web address, else null. */
export function followable(text) {
  const url = parsed(text);
  return url && ["http:", "https:"].includes(url.protocol) ? url.href : null;
}

/** An address of the sandbox itself, as this page may load it, else null. */
export function loadable(text) {
  const url = parsed(text);
  if (!url || !isHere(url)) return null;
  return `${location.origin}${url.pathname}${url.search}`;
}

/** The host of an outside address, to say where something lies. */
export function hostOf(text) {
  return parsed(text)?.host ?? "";
}

// The bot may know this very server by another of this machine's names.
function isHere(url) {
  if (url.origin === location.origin) return true;
  const both = LOOPBACK.has(url.hostname) && LOOPBACK.has(location.hostname);
  return both && url.protocol === location.protocol && url.port === location.port;
}

function parsed(text) {
  try {
    return new URL(String(text ?? ""), location.href);
  } catch {
    return null;
  }
}
