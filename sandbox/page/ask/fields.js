// One option of a command as a field: what it suggests, and what it says when it is sent.

import { el, freshId } from "../lib/dom.js";
import { channelItems, matching, personItems, roleItems } from "./choices.js";
import { createCombo } from "./combo.js";
import { filesOf } from "./files.js";

const STRING = 3;
const INTEGER = 4;
const NUMBER = 10;
const ATTACHMENT = 11;
const NUMBERS = new Set([INTEGER, NUMBER]);

/**
 * {option, node, input, read(), raw()}. `read()` gives {value}, {} when left empty or {error};
 * `ctx` has state, channel, anchor, suggest(field, query) and onpick(field).
 */
export function createField(option, ctx) {
  const errorId = freshId("error");
  const error = el("span.field-error", { id: errorId, role: "alert" });
  const maker = option.type === ATTACHMENT ? fileField : textField;
  const control = maker(option, ctx, () => say(null));
  const name = option.name_localized ?? option.name;
  control.input.setAttribute("aria-describedby", errorId);
  if (option.required) control.input.setAttribute("aria-required", "true");
  const node = el("label.field", {}, el("span.field-name", {}, name), control.input, error);

  function say(sentence) {
    error.textContent = sentence ?? "";
    control.input.setAttribute("aria-invalid", String(Boolean(sentence)));
  }

  return { option, node, input: control.input, read: control.read, raw: control.raw, close: control.close, say };
}

function textField(option, ctx, onedit) {
  const items = known(option, ctx);
  const props = NUMBERS.has(option.type) ? { inputmode: option.type === INTEGER ? "numeric" : "decimal" } : {};
  const field = { option };
  const combo = createCombo({
    label: `${option.name_localized ?? option.name}: ${option.description_localized ?? option.description ?? ""}`,
    anchor: ctx.anchor,
    live: option.autocomplete,
    eager: option.required,
    props: { ...props, maxlength: option.max_length },
    source: items ? (query) => matching(items, query).slice(0, 25) : source(option, ctx),
    onpick: () => (onedit(), ctx.onpick(field)),
    onedit,
  });
  field.input = combo.input;
  const raw = () => combo.picked()?.value ?? combo.input.value.trim();
  const read = () => reading(option, items, combo, raw());
  return { input: combo.input, raw, read, close: combo.close };
}

function source(option, ctx) {
  return option.autocomplete ? (query) => ctx.suggest(option, query) : () => [];
}

// The items of an option whose values are all known; null when anything may be typed.
function known(option, { state, channel }) {
  if (option.choices?.length) {
    return option.choices.map((one) => ({ value: one.value, label: one.name_localized ?? one.name }));
  }
  if (option.type === 5) return [{ value: true, label: "True" }, { value: false, label: "False" }];
  if (option.type === 6) return personItems(state, channel);
  if (option.type === 7) return channelItems(state, channel, option.channel_types);
  if (option.type === 8) return roleItems(state, channel);
  if (option.type === 9) return [...personItems(state, channel), ...roleItems(state, channel)];
  return null;
}

function reading(option, items, combo, raw) {
  if (raw === "") return option.required ? { error: "Required." } : {};
  if (combo.picked()) return { value: raw };
  if (items) return fromList(items, raw);
  if (NUMBERS.has(option.type)) return number(option, raw);
  if (option.type === STRING) return text(option, raw);
  return { error: "This page doesn't support this kind of option." };
}

function fromList(items, raw) {
  const matches = items.filter(({ label }) => label.toLowerCase() === raw.toLowerCase());
  const [one] = matches.length ? matches : matching(items, raw);
  return one ? { value: one.value } : { error: "Choose one from the list." };
}

function number(option, raw) {
  const value = Number(raw.replace(",", "."));
  const { min_value: least = -Infinity, max_value: most = Infinity } = option;
  if (!Number.isFinite(value)) return { error: "Enter a number." };
  if (option.type === INTEGER && !Number.isInteger(value)) return { error: "Enter a whole number." };
  if (value < least) return { error: `At least ${least}.` };
  return value > most ? { error: `At most ${most}.` } : { value };
}

function text({ min_length: least = 0 }, raw) {
  return raw.length < least ? { error: `At least ${least} characters.` } : { value: raw };
}

function fileField(option, _ctx, onedit) {
  const input = el("input", { type: "file", onchange: onedit });
  const raw = () => input.files[0] ?? "";
  const read = async () => {
    if (!input.files.length) return option.required ? { error: "Required." } : {};
    return { value: (await filesOf(input.files))[0] };
  };
  return { input, raw, read, close: () => null };
}
