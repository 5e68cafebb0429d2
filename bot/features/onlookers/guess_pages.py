"""*Who wins?*: two buttons under a board, with how many guess each side, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.buttons import Press
from bot.ui.pages import naming
from bot.ui.pages.page import Button, Buttons, Page, text_page
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.onlookers.model import Guesser, Guesses
    from bot.model.matches import Record
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class GuessWinner(Press, verb="guess"):
    """Guess that this side wins."""

    match: int
    side: Side


def buttons(record: Record, guesses: Guesses, words: Words) -> Sequence[Buttons]:
    """A row of both sides, none of those who guess being named."""
    family = naming.family_of(record.match.game)
    row = (
        Button(
            words("guess.side", side=naming.side(family, side, words), count=guesses.by_side[side]),
            GuessWinner(record.id, side),
        )
        for side in Side
    )
    return (Buttons(tuple(row)),)


def guessed(record: Record, side: Side, limit: int, reader: Reader) -> Page:
    """What they guess, and until when they may change it."""
    family = naming.family_of(record.match.game)
    values = {"number": record.id, "side": naming.the_side(family, side, reader.words)}
    return text_page(reader.words("guess.noted", limit=limit, **values))


def outcome(guesses: Guesses, words: Words) -> Iterator[str]:
    """How many were right, with the result."""
    if guesses.count:
        yield words("guess.right", right=guesses.right, count=guesses.count)


def best(guessers: Sequence[Guesser], words: Words) -> Iterator[str]:
    """Who was right most often in a season."""
    if guessers:
        names = (
            words(
                "guess.of-one",
                player=naming.person(guesser.player),
                right=guesser.correct,
                count=guesser.count,
            )
            for guesser in guessers
        )
        yield words("guess.best", guessers=" · ".join(names))
