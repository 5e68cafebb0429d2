// The bot's commands as a flat list of what one can type, and how well each fits what was typed.

const CHAT = 1;
const SUBCOMMAND = 1;
const GROUP = 2;
const NESTED = new Set([SUBCOMMAND, GROUP]);

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
