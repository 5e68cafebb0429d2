"""Replays of a game: one position after another on one message, an animation, or a file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.ui.buttons import Press, Small
from bot.ui.pages import naming, parts, scenes
from bot.ui.pages.page import NOTHING_MORE, Additions, Button, Buttons, Page, Style, Text
from bot.ui.pages.panel import packed
from bot.ui.pages.sharing import game_file
from games.core import Side

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.ui.pages.reader import Reader
    from bot.ui.pages.sharing import Names
    from bot.ui.words import Words


_SIGNS = {  # of the steps, for a line of a phone
    "first": "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}",
    "back": "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
    "forward": "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
    "last": "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}",
}


class OpenReplay(Press, verb="replay"):
    """Step through the moves of a match."""

    match: int


class ShowPly(Press, verb="step"):
    """Show the position after some moves."""

    match: int
    ply: Small
    view: str  # such as d-first: the side at the bottom; the button, since custom IDs must differ

    @property
    def near(self) -> str:
        """The side at the bottom of the board."""
        return self.view.partition("-")[0]


class SaveGame(Press, verb="file"):
    """Send the match as a text file."""

    match: int


class MakeFilm(Press, verb="film"):
    """Send the match as an animation."""

    match: int
    near: Side  # at the bottom of the board


def replay_button(record: Record, words: Words) -> Button:
    """Return *Replay*, disabled if there is no move yet."""
    return Button(words("result.replay"), OpenReplay(record.id), off=not record.match.plies)


def step(record: Record, reader: Reader, ply: int, additions: Additions = NOTHING_MORE) -> Page:
    """Return the position after `ply` moves, or the last one left: moves can be taken back."""
    last = len(record.match.plies)
    ply = max(0, min(ply, last))
    page = _position(record, reader, ply)
    others = (
        _film_button(record, reader, off=not last),
        Button(reader.words("replay.file"), SaveGame(record.id)),
        *additions.buttons(reader.words),
    )
    rows = (Buttons(_steps(record, reader, ply, last)), *packed(*others))
    return replace(page, blocks=(*page.blocks, *rows))


def position(record: Record, reader: Reader, ply: int) -> Page:
    """Return a position of a game for a channel, with a button to the moves."""
    page = _position(record, reader, max(0, min(ply, len(record.match.plies))))
    return replace(page, blocks=(*page.blocks, Buttons((replay_button(record, reader.words),))))


def _position(record: Record, reader: Reader, ply: int) -> Page:
    callout = record.match.callout_after(ply)
    lines = (
        _title(record, reader.words),
        " ".join(
            [_step_line(record, reader.words, ply), *parts.callout_line(callout, reader.words)]
        ),
    )
    blocks = (Text("\n".join(lines)), scenes.moment(record, reader, ply))
    return Page(blocks, parts.callout_accent(callout))


def show_ply(record: Record, reader: Reader, ply: int) -> ShowPly:
    """Return the press that opens a position as this reader sees it."""
    ply = max(0, min(ply, len(record.match.plies)))
    return ShowPly(record.id, ply, f"{reader.near(record)}-shown")


def _step_line(record: Record, words: Words, ply: int) -> str:
    plies = record.match.plies
    if not ply:
        return words("replay.start", count=len(plies))
    move = naming.move_text(plies[ply - 1])
    return words("replay.step", number=ply, count=len(plies), move=move)


def _steps(record: Record, reader: Reader, ply: int, last: int) -> tuple[Button, ...]:
    """Return the five buttons, always in the same places, in one line of a phone."""
    words, near = reader.words, reader.near(record)

    def button(name: str, to: int, style: Style = Style.PLAIN) -> Button:
        press = ShowPly(record.id, max(0, to), f"{near}-{name}")
        off = to == ply or not 0 <= to <= last
        return Button(_SIGNS[name], press, style, off=off)

    return (
        button("first", 0),
        button("back", ply - 1),
        button("forward", ply + 1, Style.MAIN),
        button("last", last),
        Button(words("replay.flip"), ShowPly(record.id, ply, f"{near.other}-flip")),
    )


def _film_button(record: Record, reader: Reader, *, off: bool) -> Button:
    return Button(reader.words("replay.film"), MakeFilm(record.id, reader.near(record)), off=off)


def film(
    record: Record,
    reader: Reader,
    first: int = 0,
    last: int | None = None,
    names: Names | None = None,
) -> Page:
    """Return an animation of the game or of a range of moves, with the game's file."""
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
        dark=naming.players(record, Side.DARK),
        light=naming.players(record, Side.LIGHT),
    )
