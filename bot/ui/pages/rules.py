"""A rule set explained page by page, with examples. The pages follow its options, not its name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.ui.pages import naming, rules_tabal, rules_tablut, scenes
from bot.ui.pages.examples import example
from bot.ui.pages.page import Accent, Page, Text
from bot.ui.pages.turning import clamped, turning
from games.tafl.game import Tablut

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ui.custom_ids import Press
    from bot.ui.pages.chapter import Chapter
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Game


def rules(game: Game, reader: Reader, press: Press) -> Page:
    """The page that the press asks for; its buttons ask for the others in the same way."""
    words = reader.words
    chapters = _chapters(game, words)
    page = clamped(press.page, len(chapters))
    chapter = chapters[page]
    title = naming.title(game.name, words)
    footer = words("rules.page", rules=title, page=page + 1, pages=len(chapters))
    return Page(
        blocks=(
            Text("\n".join([f"## {words(chapter.title)}", *chapter.sentences])),
            *_shown(chapter, game, reader),
            Text(footer),
            *turning(page, len(chapters), words, lambda to: replace(press, page=to)),
        ),
        accent=Accent.BOARD,
    )


def _chapters(game: Game, words: Words) -> list[Chapter]:
    if isinstance(game, Tablut):
        return list(rules_tablut.chapters(game.rules, words))
    return list(rules_tabal.chapters(game, words))


def _shown(chapter: Chapter, game: Game, reader: Reader) -> Iterator[Block]:
    if chapter.start:
        yield scenes.start(game, reader, chapter.reach)
    for number, each in enumerate(chapter.examples, start=1):
        match = example(each.name, game)
        if match is None or match.last is None:
            continue
        move, taken = naming.move_text(match.last), ", ".join(match.last.step.captured)
        yield Text(reader.words(each.says, move=f"**{move}**", taken=taken))
        yield scenes.example(match, reader, f"example-{number}.png")
