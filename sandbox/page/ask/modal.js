// A bot's modal as a dialog: fields under labels, checked before they are sent, kept when sending fails.

import { byId, el, fill, freshId } from "../lib/dom.js";
import { iconButton } from "../lib/icons.js";
import { settled } from "../lib/interactions.js";
import { namesIn } from "../lib/names.js";
import { prose } from "../prose/render.js";
import { modalField } from "./modalfields.js";

/** Opens a dialog whenever the bot answers something of this tab with a modal. */
export function watchModals({ store, ask, isMine }) {
  const dialog = byId("modal");
  store.listen(async (event) => {
    if (event.event === "snapshot" && dialog.open) dialog.close();
    if (event.event !== "interaction" || event.state !== "modal") return;
    if (await isMine(event.interaction)) open(event, { dialog, store, ask });
  });
}

function open(event, { dialog, store, ask }) {
  if (dialog.open) dialog.close();
  const opener = document.activeElement;
  const ctx = { state: store.state, channel: event.channel, names: namesIn(store.state, event.channel) };
  const fields = [];
  const body = event.modal.components.map((component) => partOf(component, ctx, fields));
  const problem = el("p.field-error", { role: "alert" });
  const titleId = freshId("title");
  const title = el("h2", { id: titleId }, event.modal.title);
  const close = iconButton("close", "Close", () => dialog.close());
  const cancel = el("button.button.secondary", { type: "button", onclick: () => dialog.close() }, "Cancel");
  const send = el("button.button.primary", { type: "submit" }, "Submit");
  const form = el("form", { novalidate: true }, el("header", {}, title, close), el("div.modal-body", {}, body),
    problem, el("footer", {}, cancel, send));
  form.addEventListener("submit", (submitting) => {
    submitting.preventDefault();
    submit({ event, dialog, store, ask, fields, problem, send });
  });
  fill(dialog, form);
  dialog.setAttribute("aria-labelledby", titleId);
  dialog.onclose = () => opener?.isConnected && opener.focus();
  dialog.showModal();
  fields[0]?.focus();
}

async function submit({ event, dialog, store, ask, fields, problem, send }) {
  if (send.getAttribute("aria-busy") === "true") return;
  const wrong = fields.filter((field) => field.check());
  if (wrong.length) {
    wrong[0].focus();
    return;
  }
  problem.textContent = "";
  send.setAttribute("aria-busy", "true");
  try {
    const values = Object.fromEntries(await Promise.all(fields.map(async (one) => [one.customId, await one.read()])));
    const { interaction } = await ask("submit", { interaction: event.interaction, values });
    const end = await settled(store, interaction);
    if (end.state === "failed") throw unnoted(store, end);
    dialog.close();
  } catch (error) {
    problem.textContent = error.message;
  }
  send.removeAttribute("aria-busy");
}

// The dialog itself says it; the note in the channel would say it twice.
function unnoted(store, { channel, interaction, sentence }) {
  store.apply({ event: "note_gone", channel, note: interaction });
  return new Error(sentence);
}

function partOf(component, ctx, fields) {
  try {
    if (component.type === 10) return el("div.prose", {}, prose(component.content, ctx.names));
    if (component.type === 1) return component.components.map((inner) => labelled(inner, inner, ctx, fields));
    return labelled(component, component.component, ctx, fields);
  } catch (error) {
    console.warn("unsupported part of a modal", component, error);
    return el("p.unsupported", {}, "Unsupported part");
  }
}

function labelled({ label, description }, component, ctx, fields) {
  const field = modalField(component, { ...ctx, label, description });
  fields.push(field);
  return field.node;
}
