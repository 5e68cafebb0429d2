// One field of a modal: its element, what it says when it is sent, and what is wrong with it.

import { el, freshId } from "../lib/dom.js";
import { selectItems } from "./choices.js";
import { filesOf } from "./files.js";
import { createMenu } from "./menu.js";
import { STAR, atLeast, isNeeded } from "./needs.js";
import { checkboxField, optionsField } from "./boxes.js";

const MAKERS = {
  4: textField,
  3: menuField,
  5: menuField,
  6: menuField,
  7: menuField,
  8: menuField,
  19: fileField,
  21: (component, ctx) => optionsField(component, ctx, "radio"),
  22: (component, ctx) => optionsField(component, ctx, "checkbox"),
  23: checkboxField,
};

/** {node, customId, focus(), read(), check()}: `check` shows and gives what is wrong, or null. */
export function modalField(component, ctx) {
  const errorId = freshId("error");
  const hintId = ctx.description ? freshId("hint") : null;
  const describedBy = [hintId, errorId].filter(Boolean).join(" ");
  const control = MAKERS[component.type](component, { ...ctx, errorId, describedBy });
  const error = el("p.field-error", { id: errorId, role: "alert" });
  const hint = hintId ? el("p.field-hint", { id: hintId }, ctx.description) : null;
  const node = control.whole ?? el("div.modal-field", {}, heading(ctx.label, control, component), hint, control.node);
  node.append(error);
  function check() {
    const sentence = control.problem();
    error.textContent = sentence ?? "";
    control.target.setAttribute("aria-invalid", String(Boolean(sentence)));
    return sentence;
  }
  return { node, customId: component.custom_id, focus: () => control.target.focus(), read: control.read, check };
}

function heading(text, control, component) {
  const star = isNeeded(component) ? el("span.needed", { "aria-hidden": "true" }, STAR) : null;
  if (control.target.id) return el("label.field-label", { for: control.target.id }, text, star);
  return el("span.field-label", {}, text, star);
}

function textField(component, { describedBy }) {
  const long = component.style === 2;
  const target = el(long ? "textarea" : "input", {
    id: freshId("field"),
    type: long ? null : "text",
    rows: long ? 4 : null,
    placeholder: component.placeholder,
    maxlength: component.max_length ?? 4000,
    autocomplete: "off",
    "aria-required": String(isNeeded(component)),
    "aria-describedby": describedBy,
    value: component.value ?? "",
  });
  const problem = () => textProblem(component, target.value);
  return { node: target, target, read: () => target.value, problem };
}

function textProblem(component, value) {
  if (!value) return isNeeded(component) ? "Required." : null;
  const least = component.min_length ?? 0;
  return value.length < least ? `At least ${least} characters.` : null;
}

function menuField(component, { state, channel, label }) {
  const needed = isNeeded(component);
  const min = needed ? component.min_values ?? 1 : 0;
  const menu = createMenu({
    label: label ?? component.placeholder ?? "Choose",
    placeholder: component.placeholder || "Choose",
    options: selectItems(component, state, channel),
    min,
    max: component.max_values ?? 1,
    disabled: component.disabled,
    onchoose: () => null,
  });
  const problem = () => (menu.values().length < min ? atLeast(min) : null);
  return { node: menu.node, target: menu.node, read: () => menu.values(), problem };
}

function fileField(component, { describedBy }) {
  const min = isNeeded(component) ? component.min_values ?? 1 : 0;
  const max = component.max_values ?? 1;
  const props = { id: freshId("field"), type: "file", multiple: max > 1 };
  const target = el("input", { ...props, "aria-describedby": describedBy });
  const problem = () => {
    if (target.files.length > max) return `At most ${max}.`;
    return target.files.length < min ? atLeast(min) : null;
  };
  return { node: target, target, read: () => filesOf(target.files), problem };
}
