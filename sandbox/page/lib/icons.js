// The page's few drawings, as strokes on a 24 × 24 sheet.

import { el, svg } from "./dom.js";

const STROKES = {
  close: ["M6 6l12 12M18 6L6 18"],
  menu: ["M4 7h16M4 12h16M4 17h16"],
  reply: ["M10 6L4 12l6 6", "M4 12h9a7 7 0 0 1 7 7"],
  send: ["M4 12L20 4l-5 16-4-7z", "M11 13l9-9"],
  outside: ["M14 4h6v6", "M20 4l-9 9", "M18 14v6H4V6h6"],
  thread: ["M5 5v8a4 4 0 0 0 4 4h10", "M15 13l4 4-4 4"],
  forum: ["M4 5h16v4H4z", "M4 11h16v4H4z", "M4 17h10"],
  down: ["M6 9l6 6 6-6"],
  eye: ["M3 12c4-7 14-7 18 0-4 7-14 7-18 0z", "M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z"],
  check: ["M5 12.5l4.5 4.5L19 7.5"],
  file: ["M6 3h8l4 4v14H6z", "M14 3v4h4"],
  plus: ["M12 5v14M5 12h14"],
  edit: ["M4 20l1-5L16 4l4 4L9 19z", "M13.5 6.5l4 4"],
  bin: ["M5 7h14", "M9 7V4h6v3", "M7 7l1 13h8l1-13", "M10.5 11v5M13.5 11v5"],
  more: ["M5 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2z", "M12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2z", "M19 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2z"],
  swap: ["M4 8h14l-4-4", "M20 16H6l4 4"],
};

/** A decoration: the caller adds a text that says what it means. */
export function icon(name) {
  const strokes = STROKES[name].map((d) => svg("path", { d }));
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, strokes);
}

/** A button that shows a drawing alone; `label` is what it is called and says under the mouse. */
export function iconButton(name, label, onclick, props = {}) {
  const said = { type: "button", "aria-label": label, title: label };
  return el("button.icon-button", { ...said, onclick, ...props }, icon(name));
}
