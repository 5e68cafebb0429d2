// The bot's commands as a flat list of what one can type, and how well each fits what was typed.

const CHAT = 1;
const USER = 2;
const MESSAGE = 3;
const SUBCOMMAND = 1;
const GROUP = 2;
const NESTED = new Set([SUBCOMMAND, GROUP]);

/** The commands of a channel; asked for once, until they change. */
export async function commandsIn({ store, ask }, channel) {
  const { commands: known } = store.state;
  if (!known.has(channel)) {
    const { commands } = await ask("commands", { channel });
    known.set(channel, commands);
    store.apply({ event: "commands_known", channel });
  }
  return known.get(channel);
}

/** Those of a message's menu, each with its target: the message, or who wrote it. */
export function menuCommands(state, message) {
  const targets = { [MESSAGE]: message.id, [USER]: message.author.id };
  const all = state.commands.get(message.channel_id) ?? [];
  return all.filter(({ type }) => type in targets).map((command) => ({
    id: command.id,
    name: command.name_localized ?? command.name,
    target: targets[command.type],
  }));
}

/** Leaves {command, path, title, original, description, options}; subcommands stand by themselves. */
export function leaves(commands) {
  return commands.filter(({ type }) => (type ?? CHAT) === CHAT).flatMap((command) => leavesOf(command, command, []));
}

function leavesOf(command, node, above) {
  const path = [...above, node];
  const inner = (node.options ?? []).filter(({ type }) => NESTED.has(type));
  if (inner.length) return inner.flatMap((option) => leavesOf(command, option, path));
  return [{
    command,
    path,
    title: path.map((one) => one.name_localized ?? one.name).join(" "),
    original: path.map(({ name }) => name).join(" "),
    description: node.description_localized ?? node.description ?? "",
    options: node.options ?? [],
  }];
}

/** Those that fit what stands after the slash, the best first; words may be of either language. */
export function fitting(all, typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = all.map((leaf) => ({ leaf, score: score(leaf, words, typed.trim().toLowerCase()) }));
  return scored.filter(({ score: s }) => s < 9).sort((a, b) => a.score - b.score).map(({ leaf }) => leaf);
}

/** The leaf that is typed out in full, ready for its options. */
export function typedOut(all, typed) {
  const name = typed.toLowerCase().replace(/\s+$/, "");
  return all.find(({ title, original }) => [title, original].some((one) => one.toLowerCase() === name)) ?? null;
}

/** The leaf's path with its options inside, as the sandbox takes it. */
export function nestOptions(leaf, options) {
  const inner = leaf.path.slice(1);
  return inner.reduceRight((inside, { name, type }) => [{ name, type, options: inside }], options);
}

function score(leaf, words, typed) {
  const names = [leaf.title.toLowerCase(), leaf.original.toLowerCase()];
  if (names.some((name) => name.startsWith(typed))) return 0;
  const parts = names.flatMap((name) => name.split(/[\s-]+/));
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 1;
  const text = `${names.join(" ")} ${leaf.description.toLowerCase()}`;
  return words.every((word) => text.includes(word)) ? 2 : 9;
}
