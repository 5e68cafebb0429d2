// Files of a message: pictures as pictures, everything else as a card to download from.

import { loadable } from "../lib/address.js";
import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { piece } from "./media.js";

const SPOILER = "SPOILER_";

/** The attachments under a classic message (with Components V2 they show only where referenced). */
export function attachments(list) {
  if (!list.length) return null;
  const pictures = list.filter(isPicture);
  const others = list.filter((one) => !isPicture(one));
  const many = pictures.length > 1 ? ".many" : "";
  return [
    pictures.length ? el(`div.gallery${many}`, {}, pictures.map(attachedPicture)) : null,
    others.map((one) => fileCard(one.filename, one.size, one.url)),
  ];
}

/** A card with a file's name and size. */
export function fileCard(name, size, url) {
  const href = loadable(url);
  const about = [icon("file"), el("span.file-name", {}, name || "file"), el("small", {}, weight(size))];
  return href ? el("a.file", { href, download: name || true }, about) : el("div.file", {}, about);
}

// A size in bytes as people say it.
function weight(bytes) {
  if (!Number.isFinite(bytes)) return "";
  if (bytes < 1024) return `${bytes} bytes`;
  const [size, unit] = bytes < 1024 ** 2 ? [bytes / 1024, "KB"] : [bytes / 1024 ** 2, "MB"];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

function isPicture({ content_type: type }) {
  return /^(image|video)\//.test(type ?? "");
}

function attachedPicture(file) {
  return piece(file, { description: file.description, spoiler: file.filename.startsWith(SPOILER) });
}
