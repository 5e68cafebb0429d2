// Up and down between the buttons of a floating box.

/** A keydown listener for the box. */
export function arrowKeys(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const all = [...event.currentTarget.querySelectorAll("button:not(:disabled)")];
  const at = all.indexOf(event.target.closest("button"));
  all[(at + step + all.length) % all.length]?.focus();
  event.preventDefault();
}
