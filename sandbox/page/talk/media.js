// Pictures in messages: in a grid, each with its alternative text, large after a click.

import { followable, hostOf, loadable } from "../lib/address.js";
import { byId, el, fill } from "../lib/dom.js";
import { icon, iconButton } from "../lib/icons.js";

/** A media gallery of `{media: {url, width, height, content_type}, description, spoiler}`. */
export function gallery(items) {
  const many = items.length > 1 ? ".many" : "";
  return el(`div.gallery${many}`, {}, items.map((item) => piece(item.media, item)));
}

/** A small picture beside a section's text. */
export function thumbnail(component) {
  return el("div.thumbnail", {}, piece(component.media, component));
}

/** One picture or film; an outside one is a link, because nothing is loaded from outside. */
export function piece(media, { description, spoiler } = {}) {
  const src = loadable(media?.url);
  if (!src) return outsideLink(media?.url, description);
  const shown = media.content_type?.startsWith("video/")
    ? el("video", { src, controls: true, "aria-label": description ?? "Film" })
    : picture(src, media, description ?? "");
  return spoiler ? covered(shown) : shown;
}

function picture(src, media, alt) {
  const img = el("img", { src, alt, width: media.width, height: media.height, decoding: "async" });
  const label = alt ? `Enlarge the picture: ${alt}` : "Enlarge the picture";
  const frame = el("button.picture", { type: "button", "aria-label": label }, img);
  if (media.width && media.height) keepRoom(frame, media);
  img.addEventListener("error", () => {
    frame.replaceWith(el("p.broken", {}, `This image didn't load. ${alt}`));
  });
  frame.addEventListener("click", () => enlarge(src, alt, frame));
  return frame;
}

// Its room is known before it has loaded, so that nothing jumps when it does.
function keepRoom(frame, { width, height }) {
  frame.classList.add("sized");
  frame.style.setProperty("--wide", `${width}px`);
  frame.style.setProperty("--ratio", width / height);
}

function outsideLink(url, description) {
  const href = followable(url);
  if (!href) return el("p.broken", {}, "A picture without a usable address.");
  const text = `${description || "Picture"} (on ${hostOf(url)})`;
  return el("a.outside", { href, target: "_blank", rel: "noopener noreferrer" }, icon("outside"), text);
}

function covered(shown) {
  shown.inert = true;
  const cover = el("button.cover", { type: "button" }, "Spoiler");
  cover.addEventListener("click", () => {
    shown.inert = false;
    cover.remove();
    shown.focus();
  });
  return el("div.covered", {}, shown, cover);
}

function enlarge(src, alt, opener) {
  const dialog = byId("lightbox");
  const close = iconButton("close", "Close", () => dialog.close());
  const original = el("a", { href: src, target: "_blank", rel: "noopener" }, "Open in a new tab");
  const caption = el("figcaption", {}, el("span", {}, alt), original);
  fill(dialog, close, el("figure", {}, el("img", { src, alt }), caption));
  dialog.onclick = ({ target }) => (target.closest("img, a") ? null : dialog.close());
  dialog.onclose = () => opener.focus();
  dialog.showModal();
}
