"""A game again: one position after the other on one message, or as an animation and a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui import ids
from bot.ui.ids import Press, Verb
from bot.ui.pages import naming, scenes
from bot.ui.pages.gamefile import game_file
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.values import Record
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

_ACCENTS = {"raichi": Accent.RAICHI, "tuichi": Accent.TUICHI}


def step(record: Record, reader: Reader, ply: int) -> Page:
    """The position after so many moves; the nearest there is, since moves can be taken back."""
    last = len(record.match.plies)
    ply = max(0, min(ply, last))
    callout = record.match.game.callout(record.match.positions[ply])
    return Page(
        blocks=(
            Text("\n".join(_told(record, reader.words, ply))),
            scenes.moment(record, reader, ply),
            Buttons(_steps(record, reader, ply, last)),
            Buttons((_film_button(record, reader, off=not last),)),
        ),
        accent=_ACCENTS[callout.name] if callout else Accent.BOARD,
    )


def _told(record: Record, words: Words, ply: int) -> Iterator[str]:
    yield _title(record, words)
    match, last = record.match, len(record.match.plies)
    if not ply:
        yield words("replay.start", count=last)
        return
    move = naming.move_text(match.plies[ply - 1])
    line = words("replay.step", number=ply, count=last, move=move)
    if callout := match.game.callout(match.positions[ply]):
        line = f"{line} {words(f'board.{callout.name}', count=len(callout.ways))}"
    yield line


def _steps(record: Record, reader: Reader, ply: int, last: int) -> tuple[Button, ...]:
    """Always the same five in the same places, under one thumb."""
    words, near = reader.words, reader.near(record)

    def button(name: str, to: int, style: Style = Style.PLAIN) -> Button:
        press = Press(Verb.STEP, number=record.id, page=max(0, to), of=f"{near}-{name}")
        off = to == ply or not 0 <= to <= last
        return Button(words(f"replay.{name}"), ids.write(press), style, off=off)

    flip = Press(Verb.STEP, number=record.id, page=ply, of=f"{near.other}-flip")
    return (
        button("first", 0),
        button("back", ply - 1),
        button("forward", ply + 1, Style.MAIN),
        button("last", last),
        Button(words("replay.flip"), ids.write(flip)),
    )


def _film_button(record: Record, reader: Reader, *, off: bool) -> Button:
    press = Press(Verb.FILM, number=record.id, of=reader.near(record))
    return Button(reader.words("replay.film"), ids.write(press), off=off)


def film(record: Record, reader: Reader, first: int = 0, last: int | None = None) -> Page:
    """The game so far, or the whole of it, or its moves from one to another; with its file."""
    words = reader.words
    lines = [_title(record, words)]
    if not record.match.verdict:
        lines.append(words("replay.so-far"))
    shown = scenes.film(record, reader, first, last) or (scenes.board(record, reader),)
    return Page((Text("\n".join(lines)), *shown, game_file(record, words)))


def _title(record: Record, words: Words) -> str:
    return words(
        "replay.title",
        rules=naming.title(record.match.game.name, words),
        number=record.id,
        dark=naming.person(record.dark),
        light=naming.person(record.light),
    )
