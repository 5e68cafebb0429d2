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
};

/** A `<time>` as Discord's `<t:seconds:style>` asks for it. */
export function momentElement(seconds, style, locale) {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return el("span", {}, String(seconds));
  const props = { datetime: at.toISOString(), title: formatted(at, "F", locale) };
  if (style !== "R") return el("time.moment", props, formatted(at, style ?? "f", locale));
  const data = { relative: String(seconds), locale };
  return el("time.moment", { ...props, data }, relative(seconds, Date.now() / 1000, locale));
}

// "in 3 hours", "2 days ago".
function relative(seconds, now, locale) {
  const gap = seconds - now;
  const size = Math.abs(gap);
  const [unit, length] = UNITS.find(([, least]) => size >= least) ?? UNITS.at(-1);
  const words = new Intl.RelativeTimeFormat(safeLocale(locale), { numeric: "auto" });
  return words.format(Math.round(gap / length), unit);
}

/** The time beside a name: today's as a clock, older ones with their day. */
export function stamp(iso, locale) {
  const at = new Date(iso);
  const today = at.toDateString() === new Date().toDateString();
  const shown = formatted(at, today ? "t" : "f", locale);
  return el("time.stamp", { datetime: iso, title: formatted(at, "F", locale) }, shown);
}

/** The hours and minutes alone. */
export function clock(iso, locale) {
  return formatted(new Date(iso), "t", locale);
}

/** The day alone, for the line between two days. */
export function day(iso, locale) {
  return formatted(new Date(iso), "D", locale);
}

/** Once a second, by the clock `now`, all relative times on the page are brought up to date. */
export function keepTimesTrue(now) {
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
