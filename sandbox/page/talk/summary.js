// A message in one line of plain text: for previews, labels and announcements.

import { oneLine } from "../prose/render.js";
import { isLoading } from "./flags.js";

/** What the message says, or what it shows when it says nothing. */
export function summary(message, names) {
  if (isLoading(message)) return "is thinking…";
  const texts = [message.content, ...message.embeds.map(embedText), ...componentTexts(message.components)];
  const said = oneLine(texts.filter(Boolean).join("\n"), names);
  return said || shown(message);
}

// The text displays and alternative texts of components, in their order.
function componentTexts(components) {
  return (components ?? []).flatMap((component) => [
    component?.type === 10 ? component.content : null,
    ...(component?.items ?? []).map((item) => item.description),
    ...componentTexts(component?.components),
  ]).filter(Boolean);
}

function embedText(embed) {
  return [embed?.title, embed?.description].filter(Boolean).join(" ");
}

function shown(message) {
  const files = message.attachments.length;
  if (files) return files === 1 ? "(a file)" : `(${files} files)`;
  return message.components?.length ? "(buttons)" : "(nothing to read)";
}
