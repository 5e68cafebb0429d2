// Where a floating box goes: by its anchor, on the side with more room, inside the window.

const GAP = 6;
const EDGE = 8;
const NARROW = 600;

/** Puts the open popover `node` by `anchor`. */
export function place(node, anchor) {
  const box = anchor.getBoundingClientRect();
  const narrow = innerWidth < NARROW;
  const width = narrow ? innerWidth - 2 * EDGE : Math.max(box.width, 260);
  const left = narrow ? EDGE : Math.max(EDGE, Math.min(box.left, innerWidth - width - EDGE));
  const above = box.top - GAP - EDGE;
  const below = innerHeight - box.bottom - GAP - EDGE;
  const up = above > below;
  set(node, {
    left: `${left}px`,
    width: `${width}px`,
    top: up ? "auto" : `${box.bottom + GAP}px`,
    bottom: up ? `${innerHeight - box.top + GAP}px` : "auto",
    "max-height": `${Math.max(120, Math.min(up ? above : below, 400))}px`,
  });
}

function set(node, styles) {
  for (const [name, value] of Object.entries(styles)) node.style.setProperty(name, value);
}
