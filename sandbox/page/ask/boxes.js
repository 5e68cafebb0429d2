// The fields of a modal one ticks: radio groups, checkbox groups and the single checkbox.

import { el, freshId } from "../lib/dom.js";
import { twoLines } from "../lib/lines.js";
import { ownOptions } from "./choices.js";
import { STAR, atLeast, isNeeded } from "./needs.js";

/** A radio group (value or null) or a checkbox group (values) as a fieldset. */
export function optionsField(component, { label, description, errorId }, type) {
  const name = freshId("group");
  const boxes = ownOptions(component.options).map((option) => box(option, name, type));
  const needed = isNeeded(component);
  const star = needed ? el("span.needed", { "aria-hidden": "true" }, STAR) : null;
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
  return { node: el("label.tick", {}, input, twoLines(label, hint)), input, value };
}

function countProblem({ min_values: least, max_values: most }, count, needed, type) {
  const min = needed ? Math.max(type === "radio" ? 1 : least ?? 1, 0) : 0;
  const max = type === "radio" ? 1 : most ?? Infinity;
  if (count < min) return atLeast(min);
  return count > max ? `Choose at most ${max}.` : null;
}
