// One message: who, when, what it answers, its text, pictures, cards and controls.

import { el } from "../lib/dom.js";
import { face } from "../lib/face.js";
import { icon } from "../lib/icons.js";
import { ownName } from "../lib/names.js";
import { clock, stamp } from "../lib/time.js";
import { prose } from "../prose/render.js";
import { embed } from "./embeds.js";
import { attachments } from "./files.js";
import { isEphemeral, isLoading, isSuppressed, isV2 } from "./flags.js";
import { lead } from "./lead.js";
import { parts } from "./parts.js";
import { summary } from "./summary.js";
import { tools } from "./tools.js";

/**
 * A list item. `ctx` has state, names, channel, jump and act (click, choose, dismiss, reply,
 * edit, remove, thread, go); `joined` leaves the head out, below another one of the same author.
 */
export function messageElement(message, ctx, { joined, failure }) {
  const names = ctx.names;
  const person = ctx.state.people.get(message.author.id) ?? message.author;
  const who = names.person(person.id)?.label ?? ownName(person);
  const kind = { joined, mine: message.pings_me, private: isEphemeral(message) };
  const article = el("article.message", { tabindex: "-1", "aria-label": label(who, message, names) });
  for (const [name, on] of Object.entries(kind)) article.classList.toggle(name, Boolean(on));
  article.append(...[
    lead(message, ctx),
    joined ? marginTime(message, names) : face(person),
    el("div.body", {}, [
      joined ? null : head(person, who, message, names),
      said(message, ctx),
      foot(message, ctx, failure),
    ]),
    isLoading(message) ? null : tools(message, ctx),
  ].filter(Boolean));
  return el("li", { data: { id: message.id } }, article);
}

function marginTime(message, { locale }) {
  return el("span.margin-time", { "aria-hidden": "true" }, clock(message.timestamp, locale));
}

function label(who, message, names) {
  const privately = isEphemeral(message) ? ", only for you" : "";
  return `${who}, ${clock(message.timestamp, names.locale)}${privately}: ${summary(message, names)}`;
}

function head(person, who, message, names) {
  const tag = person.bot ? el("span.tag", {}, "APP") : null;
  return el("header.head", {}, el("strong.who", {}, who), tag, stamp(message.timestamp, names.locale));
}

function said(message, ctx) {
  if (isLoading(message)) return thinking();
  const controls = partsContext(message, ctx);
  return [
    message.content ? el("div.prose", {}, withEdited(prose(message.content, ctx.names), message)) : null,
    isV2(message) ? null : attachments(message.attachments),
    isSuppressed(message) ? null : message.embeds.map((one) => safeEmbed(one, ctx.names)),
    message.components?.length ? el("div.parts", {}, parts(message.components, controls)) : null,
    !message.content && message.edited_timestamp ? edited(message) : null,
  ];
}

function partsContext(message, { state, names, channel, act }) {
  return {
    state,
    names,
    channel,
    click: (customId) => act.click(message, customId),
    choose: (customId, values) => act.choose(message, customId, values),
  };
}

function thinking() {
  const dots = el("span.dots", { "aria-hidden": "true" }, el("i"), el("i"), el("i"));
  return el("p.thinking", {}, dots, "Thinking…");
}

// The word stands at the end of the last line, as if it were written there.
function withEdited(blocks, message) {
  const mark = edited(message);
  if (!mark) return blocks;
  if (blocks.at(-1)?.tagName !== "P") return [...blocks, mark];
  blocks.at(-1).append(mark);
  return blocks;
}

function edited(message) {
  if (!message.edited_timestamp) return null;
  return el("small.edited", { title: message.edited_timestamp }, "(edited)");
}

function safeEmbed(data, names) {
  try {
    return embed(data, names);
  } catch (error) {
    console.warn("unsupported embed", data, error);
    return el("p.unsupported", {}, "Unsupported embed");
  }
}

function foot(message, ctx, failure) {
  return [
    message.thread ? threadLink(message.thread, ctx) : null,
    failure ? el("p.failure", {}, failure) : null,
    isEphemeral(message) ? onlyYou(message, ctx) : null,
  ];
}

function onlyYou(message, { act }) {
  const dismiss = el("button.link", { type: "button", onclick: () => act.dismiss(message) }, "Dismiss");
  return el("p.only-you", {}, icon("eye"), "Only you can see this · ", dismiss);
}

function threadLink(thread, { state, act }) {
  const known = state.channels.get(thread.id);
  if (!known) return null;
  const open = () => act.go(thread.id);
  const words = [icon("thread"), known.name, el("span", {}, "Open")];
  return el("button.thread-link", { type: "button", onclick: open }, words);
}
