// The flags of a message that the page heeds.

const FLAGS = { suppressed: 4, ephemeral: 64, loading: 128, v2: 32768 };

/** Only its owner sees it. */
export const isEphemeral = (message) => Boolean(message.flags & FLAGS.ephemeral);

/** The bot has deferred its answer. */
export const isLoading = (message) => Boolean(message.flags & FLAGS.loading);

/** It consists of components alone. */
export const isV2 = (message) => Boolean(message.flags & FLAGS.v2);

/** Its embeds are not to be shown. */
export const isSuppressed = (message) => Boolean(message.flags & FLAGS.suppressed);
