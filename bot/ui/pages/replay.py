"""Replays of a game: one position after the other on one message, an animation, or a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import naming, parts, review, scenes
from bot.ui.pages.page import Button, Buttons, Page, Style, Text
from bot.ui.pages.sharing import game_file

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.ui.pages.reader import Reader
    from bot.ui.pages.sharing import Names
    from bot.ui.words import Words


def step(record: Record, reader: Reader, ply: int) -> Page:
    """The position after so many moves; the nearest there is, since moves can be taken back."""
    last = len(record.match.plies)
    ply = max(0, min(ply, last))
    callout = record.match.game.callout(record.match.positions[ply])
    lines = (
        _title(record, reader.words),
        " ".join(
            [_step_line(record, reader.words, ply), *parts.callout_line(callout, reader.words)]
        ),
    )
    return Page(
        blocks=(
            Text("\n".join(lines)),
            scenes.moment(record, reader, ply),
            Buttons(_steps(record, reader, ply, last)),
            Buttons(
                (_film_button(record, reader, off=not last), *review.button(record, reader.words))
            ),
        ),
        accent=parts.callout_accent(callout),
    )


def _step_line(record: Record, words: Words, ply: int) -> str:
    plies = record.match.plies
    if not ply:
        return words("replay.start", count=len(plies))
    move = naming.move_text(plies[ply - 1])
    return words("replay.step", number=ply, count=len(plies), move=move)


def _steps(record: Record, reader: Reader, ply: int, last: int) -> tuple[Button, ...]:
    """Always the same five buttons in the same places."""
    words, near = reader.words, reader.near(record)

    def button(name: str, to: int, style: Style = Style.PLAIN) -> Button:
        press = Press(Verb.STEP, number=record.id, page=max(0, to), of=f"{near}-{name}")
        off = to == ply or not 0 <= to <= last
        return Button(words(f"replay.{name}"), custom_ids.write(press), style, off=off)

    flip = Press(Verb.STEP, number=record.id, page=ply, of=f"{near.other}-flip")
    return (
        button("first", 0),
        button("back", ply - 1),
        button("forward", ply + 1, Style.MAIN),
        button("last", last),
        Button(words("replay.flip"), custom_ids.write(flip)),
    )


def _film_button(record: Record, reader: Reader, *, off: bool) -> Button:
    press = Press(Verb.FILM, number=record.id, of=reader.near(record))
    return Button(reader.words("replay.film"), custom_ids.write(press), off=off)


def film(
    record: Record,
    reader: Reader,
    first: int = 0,
    last: int | None = None,
    names: Names | None = None,
) -> Page:
    """The game as an animation, whole or from one move to another; with its file."""
    words = reader.words
    lines = [_title(record, words)]
    if not record.match.verdict:
        lines.append(words("replay.so-far"))
    part = scenes.part(record, first, last)
    shown = scenes.film(record, reader, part)
    if shown and (about := scenes.about_part(record, part, words)):
        lines.append(about)
    blocks = shown or (scenes.board(record, reader),)
    return Page((Text("\n".join(lines)), *blocks, game_file(record, words, names)))


def _title(record: Record, words: Words) -> str:
    return words(
        "replay.title",
        rules=naming.title(record.match.game.name, words),
        number=record.id,
        dark=naming.person(record.dark),
        light=naming.person(record.light),
    )
