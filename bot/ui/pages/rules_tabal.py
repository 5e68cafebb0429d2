"""What is said of Permainan Tabal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages.chapter import Chapter, Example
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ui.words import Words
    from games.core import Game

_PREFIX = "rules.tabal."


def chapters(game: Game, words: Words) -> Iterator[Chapter]:
    """The pages in their order."""

    def say(*keys: str) -> tuple[str, ...]:
        return tuple(words(_PREFIX + key) for key in keys)

    def shown(name: str, says: str) -> tuple[Example, ...]:
        return (Example(name, _PREFIX + says),)

    first = game.data["first"]
    lot = say("first.lot") if first is None else ()
    about = words(f"ruleset.{catalogue.TABAL}.about")
    yield Chapter(_PREFIX + "aim.title", (about, *say("aim.text"), *lot), start=True)
    yield Chapter(_PREFIX + "moving.title", say("moving.text"), shown("step", "moving.example"))
    yield Chapter(
        _PREFIX + "taking.title",
        say("taking.text", "taking.stay"),
        shown("chain", "taking.example"),
    )
    yield Chapter(
        _PREFIX + "dame.title", say("dame.text", "dame.moves"), shown("dame", "dame.example")
    )
    end = words(f"{_PREFIX}end.text", count=game.endings.quiet_limit)
    yield Chapter(_PREFIX + "end.title", (end,))
