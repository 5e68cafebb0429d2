// Which interactions were begun in this very tab: another tab of the same person opens no dialog.

const BEGINNING = new Set(["click", "choose", "invoke", "submit"]);

/** {ask, isMine}: `ask` as before, with an eye on what it begins. */
export function watchOwn(askServer) {
  const mine = new Set();
  const inFlight = new Set();

  function ask(what, fields) {
    const answer = askServer(what, fields);
    if (BEGINNING.has(what)) watch(answer);
    return answer;
  }

  function watch(answer) {
    const noted = answer.then(({ interaction }) => mine.add(interaction), () => null);
    inFlight.add(noted);
    noted.finally(() => inFlight.delete(noted));
  }

  // The bot's answer may overtake the sandbox's word that the interaction has begun.
  async function isMine(interaction) {
    await Promise.all(inFlight);
    return mine.has(interaction);
  }

  return { ask, isMine };
}
