// A message's components -> elements, classic and V2. Invariant: no nonsense of a bot breaks the page.

import { followable } from "../lib/address.js";
import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { cssColor } from "../lib/names.js";
import { createMenu } from "../ask/menu.js";
import { emoji, selectItems } from "../ask/choices.js";
import { prose } from "../prose/render.js";
import { fileCard } from "./files.js";
import { gallery, thumbnail } from "./media.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const SELECT_NAMES = {
  3: "Choose",
  5: "Choose people",
  6: "Choose roles",
  7: "Choose people or roles",
  8: "Choose channels",
};

/** `ctx` has names, state, channel, and click(customId), choose(customId, values). */
export function parts(components, ctx) {
  return (components ?? []).map((component) => part(component, ctx));
}

const KINDS = {
  1: (c, ctx) => el("div.row", {}, parts(c.components, ctx)),
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: (c, ctx) => el("div.prose", {}, prose(c.content, ctx.names)),
  11: (c) => thumbnail(c),
  12: (c) => gallery(c.items),
  13: (c) => fileCard(c.name ?? nameIn(c.file.url), c.size, c.file.url),
  14: separator,
  17: container,
};

function part(component, ctx) {
  try {
    return KINDS[component.type](component, ctx);
  } catch (error) {
    console.warn("unsupported component", component, error);
    return el("p.unsupported", {}, `Unsupported component (type ${component?.type ?? "missing"})`);
  }
}

function button(component, ctx) {
  const mark = emoji(component.emoji, Boolean(component.label));
  const label = component.label ? el("span", {}, component.label) : null;
  if (component.style === 5) return linkButton(component, [mark, label]);
  const node = el(`button.button.${STYLES[component.style] ?? "secondary"}`, {
    type: "button",
    disabled: component.disabled,
    "aria-label": component.label ? null : component.emoji?.name,
    data: { control: component.custom_id },
  }, mark, label);
  node.addEventListener("click", () => {
    if (node.getAttribute("aria-busy") !== "true") ctx.click(component.custom_id);
  });
  return node;
}

function linkButton(component, children) {
  const href = component.disabled ? null : followable(component.url);
  const props = { href, target: "_blank", rel: "noopener noreferrer" };
  if (!href) return el("button.button.secondary", { type: "button", disabled: true }, children);
  return el("a.button.secondary", props, children, icon("outside"));
}

function select(component, ctx) {
  const fallback = SELECT_NAMES[component.type];
  const label = component.placeholder || fallback;
  return createMenu({
    label,
    placeholder: label,
    options: selectItems(component, ctx.state, ctx.channel),
    min: component.min_values ?? 1,
    max: component.max_values ?? 1,
    disabled: component.disabled,
    data: { control: component.custom_id },
    onchoose: (values) => ctx.choose(component.custom_id, values),
  }).node;
}

function section(component, ctx) {
  const text = el("div.section-text", {}, parts(component.components, ctx));
  return el("div.section", {}, text, part(component.accessory, ctx));
}

function separator({ divider, spacing }) {
  const wide = spacing === 2 ? ".wide" : "";
  if (divider === false) return el(`div.space${wide}`, { "aria-hidden": "true" });
  return el(`hr.separator${wide}`);
}

function container(component, ctx) {
  const node = el("div.container", {}, parts(component.components, ctx));
  const color = cssColor(component.accent_color);
  if (color) {
    node.classList.add("accented");
    node.style.setProperty("--accent-edge", color);
  }
  return component.spoiler ? veiled(node) : node;
}

function veiled(node) {
  node.inert = true;
  const cover = el("button.cover", { type: "button" }, "Spoiler");
  cover.addEventListener("click", () => {
    node.inert = false;
    cover.remove();
  });
  return el("div.covered", {}, node, cover);
}

function nameIn(url) {
  return decodeURIComponent(new URL(url, location.href).pathname.split("/").at(-1));
}
