// Says when something was, in a person's language, and keeps the relative ones true as time passes.

import { el } from "./dom.js";

const DAY = 86400;
const UNITS = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["day", DAY],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  w: { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
};

let now = Date.now; // in milliseconds; the page's clock, once `keepTimesTrue` has it

/** A `<time>` as Discord's `<t:seconds:style>` asks for it. */
export function momentElement(seconds, style, locale) {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return el("span", {}, String(seconds));
  const props = { datetime: at.toISOString(), title: formatted(at, "F", locale) };
  if (style !== "R") return el("time.moment", props, formatted(at, style ?? "f", locale));
  const data = { relative: String(seconds), locale };
  return el("time.moment", { ...props, data }, relative(seconds, now() / 1000, locale));
}

// "in 3 hours", "2 days ago".
function relative(seconds, at, locale) {
  const gap = seconds - at;
  const size = Math.abs(gap);
  const [unit, length] = UNITS.find(([, least]) => size >= least) ?? UNITS.at(-1);
  const words = new Intl.RelativeTimeFormat(safeLocale(locale), { numeric: "auto" });
  return words.format(Math.round(gap / length), unit);
}

/** The time beside a name: today's as a clock, older ones with their day. */
export function stamp(iso, locale) {
  const at = new Date(iso);
  const today = at.toDateString() === new Date(now()).toDateString();
  const shown = formatted(at, today ? "t" : "f", locale);
  return el("time.stamp", { datetime: iso, title: formatted(at, "F", locale) }, shown);
}

/** The hours and minutes alone. */
export function clock(iso, locale) {
  return formatted(new Date(iso), "t", locale);
}

/** The day of the week and the time of these milliseconds. */
export function weekday(milliseconds, locale) {
  return formatted(new Date(milliseconds), "w", locale);
}

/** The day alone, for the line between two days. */
export function day(iso, locale) {
  return formatted(new Date(iso), "D", locale);
}

/** Once a second, by this clock, all relative times on the page are brought up to date. */
export function keepTimesTrue(clock) {
  now = clock;
  setInterval(() => {
    const at = now() / 1000;
    for (const node of document.querySelectorAll("time[data-relative]")) {
      const text = relative(Number(node.dataset.relative), at, node.dataset.locale);
      if (node.textContent !== text) node.textContent = text;
    }
  }, 1000);
}

function formatted(at, style, locale) {
  return new Intl.DateTimeFormat(safeLocale(locale), STYLES[style]).format(at);
}

function safeLocale(locale) {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? "en";
  } catch {
    return "en";
  }
}
