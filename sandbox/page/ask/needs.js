// What a modal asks of its fields, and how it is said when one falls short.

/** Whether a field must be filled in; Discord's default is yes. */
export function isNeeded(component) {
  return component.required !== false;
}

/** The mark behind a needed field's label. */
export const STAR = " *";

/** How a choice of too few is worded. */
export function atLeast(min) {
  return min === 1 ? "Required." : `Choose at least ${min}.`;
}
