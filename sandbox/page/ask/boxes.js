// The fields of a modal one ticks: radio groups, checkbox groups and the single checkbox.

import { el, freshId } from "../lib/dom.js";
import { ownOptions } from "./choices.js";

/** A radio group (value or null) or a checkbox group (values) as a fieldset. */
export function optionsField(component, { label, description, errorId }, type) {
  const name = freshId("group");
  const boxes = ownOptions(component.options).map((option) => box(option, name, type));
  const needed = component.required !== false;
  const star = needed ? el("span.needed", { "aria-hidden": "true" }, " *") : null;
  const whole = el("fieldset.modal-field", { "aria-describedby": errorId },
    el("legend.field-label", {}, label, star), description ? el("p.field-hint", {}, description) : null,
    boxes.map(({ node }) => node));
  const values = () => boxes.filter(({ input }) => input.checked).map(({ value }) => value);
  const read = () => (type === "radio" ? values()[0] ?? null : values());
  const problem = () => countProblem(component, values().length, needed, type);
  return { whole, target: boxes[0].input, read, problem };
}

/** One box to tick, with its label beside it. */
export function checkboxField(component, { label, description }) {
  const option = { value: "on", label, hint: description, chosen: component.default };
  const { node, input } = box(option, freshId("box"), "checkbox");
  return { whole: el("div.modal-field", {}, node), target: input, read: () => input.checked, problem: () => null };
}

function box({ value, label, hint, chosen }, name, type) {
  const input = el("input", { type, name, checked: chosen });
  const text = el("span.option-text", {}, el("span.option-label", {}, label), hint ? el("span.option-hint", {}, hint) : null);
  return { node: el("label.tick", {}, input, text), input, value };
}

function countProblem({ min_values: least, max_values: most }, count, needed, type) {
  const min = needed ? Math.max(type === "radio" ? 1 : least ?? 1, 0) : 0;
  const max = type === "radio" ? 1 : most ?? Infinity;
  if (count < min) return min === 1 ? "This is needed." : `Choose at least ${min}.`;
  return count > max ? `Choose at most ${max}.` : null;
}
