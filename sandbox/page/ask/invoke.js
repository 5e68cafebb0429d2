// The composer while a command is being filled in: its name, a field for each option, and Send.

import { el, fill } from "../lib/dom.js";
import { icon, iconButton } from "../lib/icons.js";
import { nestOptions } from "./commands.js";
import { createField } from "./fields.js";

/**
 * `ctx` has state, channel, anchor, ask, failed(error); `onsent()` when it is on its way,
 * `onleave(text)` when the person goes back to writing.
 */
export function createInvocation(leaf, ctx, { onsent, onleave }) {
  const hint = el("p.composer-hint", { id: "composer-hint" });
  const fieldsBox = el("div.fields");
  const more = el("div.more-options", { role: "group", "aria-label": "More options" });
  const send = iconButton("send", "Send the command", null, { type: "submit" });
  const leave = { type: "button", "aria-label": `Leave the command ${leaf.title}` };
  const chip = el("button.chip", { ...leave, onclick: () => onleave("") }, `/${leaf.title}`, icon("close"));
  send.classList.add("send");
  const parts = el("div.invocation-parts", {}, chip, fieldsBox, more);
  const node = el("div.invocation", {}, hint, el("div.composer-line", {}, parts, send));
  let fields = [];
  let sending = false;

  function add(option, focus = false) {
    const field = createField(option, { ...ctx, suggest, onpick: goOn });
    fields.push(field);
    fieldsBox.append(field.node);
    field.input.addEventListener("focus", () => explain(option));
    field.input.addEventListener("keydown", (event) => keys(event, field));
    offerRest();
    if (focus) field.input.focus();
  }

  function offerRest() {
    const open = fields.map(({ option }) => option);
    const rest = leaf.options.filter((option) => !open.includes(option));
    fill(more, rest.map((option) => el("button.more-option", { type: "button", title: option.description_localized,
      onclick: () => add(option, true) }, icon("plus"), option.name_localized ?? option.name)));
  }

  function explain(option) {
    const name = option.name_localized ?? option.name;
    const text = option.description_localized ?? option.description ?? "";
    fill(hint, el("strong", {}, name), ` ${text}`, option.required ? null : el("em", {}, " · optional"));
  }

  function keys(event, field) {
    if (event.defaultPrevented || event.isComposing) return;
    const empty = field.raw() === "";
    if (event.key === "Escape") stop(event, () => onleave(""));
    else if (event.key === "Enter") stop(event, submit);
    else if (event.key === "Backspace" && empty && field.input.type !== "file") stop(event, () => back(field));
  }

  // Backspace in an empty field takes an optional one away, and leaves the command at its start.
  function back(field) {
    const at = fields.indexOf(field);
    if (field.option.required || at === 0) {
      if (at === 0) onleave(`/${leaf.title}`);
      else fields[at - 1].input.focus();
      return;
    }
    fields = fields.filter((one) => one !== field);
    fields.at(-1).input.focus();
    field.close();
    field.node.remove();
    offerRest();
  }

  function goOn() {
    const next = fields.find(({ option, raw }) => option.required && raw() === "");
    next?.input.focus();
  }

  async function suggest(option, query) {
    const others = fields.filter((field) => field.option !== option && field.raw() !== "");
    const entered = others.map((field) => typed(field.option, field.raw()));
    const options = nestOptions(leaf, [...entered, { ...typed(option, query), focused: true }]);
    const about = { channel: ctx.channel, command: leaf.command.id, options };
    const { choices } = await ctx.ask("autocomplete", about);
    return choices.map((choice) => ({ value: choice.value, label: choice.name_localized ?? choice.name }));
  }

  async function submit() {
    if (sending) return;
    const read = await Promise.all(fields.map(async (field) => ({ field, ...(await field.read()) })));
    for (const { field, error } of read) field.say(error);
    const wrong = read.find(({ error }) => error);
    if (wrong) {
      wrong.field.input.focus();
      return;
    }
    const filled = read.filter(({ value }) => value !== undefined);
    await invoke(filled.map(({ field, value }) => typed(field.option, value)));
  }

  async function invoke(options) {
    sending = true;
    try {
      await ctx.ask("invoke", { channel: ctx.channel, command: leaf.command.id, options: nestOptions(leaf, options) });
      onsent();
    } catch (error) {
      ctx.failed(error);
    }
    sending = false;
  }

  function focus() {
    (fields[0]?.input ?? send).focus();
  }

  fill(hint, leaf.description);
  for (const option of leaf.options.filter(({ required }) => required)) add(option);
  offerRest();
  send.addEventListener("keydown", (event) => event.key === "Escape" && onleave(""));
  return { node, focus, submit };
}

function typed(option, value) {
  return { name: option.name, type: option.type, value };
}

function stop(event, action) {
  event.preventDefault();
  event.stopPropagation();
  action();
}
