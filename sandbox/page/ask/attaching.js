// Files that go with the next message: picked, or pasted as a picture; shown until they are sent.

import { byId, el, fill } from "../lib/dom.js";
import { icon, iconButton } from "../lib/icons.js";
import { filesOf } from "./files.js";

/** `button` opens the file picker; `fail(error)` says what went wrong. */
export function createAttaching(button, fail) {
  const input = el("input", { type: "file", multiple: true, hidden: true, onchange: picked });
  const box = byId("attached");
  let files = [];

  function picked() {
    files = [...files, ...input.files];
    input.value = "";
    draw();
  }

  function draw() {
    box.hidden = !files.length;
    fill(box, files.map((file) => el("span.chip", {}, file.name, remover(file))));
  }

  function remover(file) {
    const onclick = () => {
      files = files.filter((one) => one !== file);
      draw();
      byId("say").focus();
    };
    return iconButton("close", `Remove ${file.name}`, onclick);
  }

  function paste(event) {
    if (!event.clipboardData?.files.length) return;
    event.preventDefault();
    files = [...files, ...event.clipboardData.files];
    draw();
  }

  async function take() {
    try {
      return await filesOf(files);
    } catch (error) {
      fail(error);
      throw error;
    }
  }

  fill(button, icon("plus"));
  button.after(input);
  button.addEventListener("click", () => input.click());
  byId("say").addEventListener("paste", paste);
  return { empty: () => !files.length, take, clear: () => ((files = []), draw()) };
}
