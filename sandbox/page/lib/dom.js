// Builds elements. Invariant: data becomes text nodes and attributes, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** el("button.primary.wide", {type: "button", onclick: f}, "Text", child, null, [more]) */
export function el(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return furnish(document.createElement(tag), classes, props, children);
}

/** The same for a drawing; names are those of SVG. */
export function svg(name, props = {}, ...children) {
  return furnish(document.createElementNS(SVG, name), [], props, children);
}

/** Replaces everything inside `node`. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter(isThere));
  return node;
}

/** An element by its id in index.html, which always has it. */
export function byId(id) {
  return document.getElementById(id);
}

let counter = 0;

/** A fresh id, so that labels and lists can point at their fields. */
export function freshId(stem) {
  counter += 1;
  return `${stem}-${counter}`;
}

function furnish(node, classes, props, children) {
  if (classes.length) node.classList.add(...classes);
  for (const [key, value] of Object.entries(props)) setProp(node, key, value);
  node.append(...children.flat(Infinity).filter(isThere));
  return node;
}

function setProp(node, key, value) {
  if (typeof value === "function") node.addEventListener(key.replace(/^on/, ""), value);
  else if (key === "data") Object.assign(node.dataset, value);
  else if (key === "value") node.value = value;
  else if (value === true) node.setAttribute(key, "");
  else if (isThere(value)) node.setAttribute(key, value);
}

function isThere(child) {
  return child !== null && child !== undefined && child !== false;
}
