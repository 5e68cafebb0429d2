"""The pictures of the pages: which scene, seen from where, its name. Alone in asking render."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.ui.pages.page import Picture, Show
from bot.ui.pages.reader import SEATS, usual
from games.core import Side
from games.events import Created
from games.match import fold
from render import choosing, scene, telling

if TYPE_CHECKING:
    from bot.service.values import Record
    from bot.ui.pages.reader import Reader
    from games.core import Game, Move, Point
    from games.errors import Illegal
    from games.match import Match
    from render.scene import Scene

_NAME, _FILM = "board.png", "replay.gif"
_FRAMES = 1200  # of an animation; each takes about four kilobytes, a few at most five


def board(record: Record, reader: Reader) -> Picture:
    """The match as it stands."""
    return _picture(scene.of(record.match, reader.words, reader.near(record)), reader)


def moment(record: Record, reader: Reader, ply: int) -> Picture:
    """The match when it had so many moves."""
    return _picture(scene.after(record.match, ply, reader.words, reader.near(record)), reader)


def example(match: Match, reader: Reader, name: str) -> Picture:
    """A match that is nobody's, as it stands."""
    return _picture(scene.of(match, reader.words, _near(match.game, reader)), reader, name)


def panel(record: Record, reader: Reader, path: Move) -> Picture:
    """The board while a move is chosen: who may move, or where this man may go."""
    shown = choosing.choosing(record.match, reader.words, path, reader.near(record))
    return _picture(shown, reader)


def refused(record: Record, reader: Reader, move: Move, error: Illegal) -> Picture:
    """The board with what forbids that move."""
    shown = choosing.refused(record.match, reader.words, move, error, reader.near(record))
    return _picture(shown, reader)


def start(game: Game, reader: Reader, reach: Point | None = None) -> Picture:
    """The board before the first move, and where one man can go.

    Where a lot says who begins, it has not spoken yet.
    """
    first = Side.DARK if game.data["first"] is None else None
    near = _near(game, reader)
    if reach is None:
        shown = scene.bare(game, game.start(first), reader.words, near)
        if first:
            caption = scene.Caption(shown.layout.plain, reader.words("picture.lot"))
            shown = replace(shown, caption=caption)
        return _picture(shown, reader)
    match = fold((Created(0, game.data, lot=first),))
    return _picture(choosing.choosing(match, reader.words, (reach,), near), reader)


def film(
    record: Record, reader: Reader, first: int = 0, last: int | None = None
) -> tuple[Picture, ...]:
    """The match as an animation, from one move to another; none for who wants text alone.

    Nor before the first move. A range that holds nothing is the whole match. Of a very long one
    the end is shown, or the beginning of the range: Discord takes no larger file.
    """
    if not record.match.plies or reader.show is Show.TEXT:
        return ()
    whole = range(len(record.match.plies) + 1)
    part = whole[max(0, first) : None if last is None else last + 1] or whole
    part = part[:_FRAMES] if first > 0 else part[-_FRAMES:]
    shown = scene.Reel(record.match, reader.words, reader.near(record), part)
    return (Picture(_FILM, shown, reader.words("result.film"), theme=reader.theme),)


def _near(game: Game, reader: Reader) -> Side:
    """From where somebody looks who has no side here."""
    return SEATS.get(reader.seat) or usual(game)


def _picture(shown: Scene, reader: Reader, name: str = _NAME) -> Picture:
    return Picture(
        name=name,
        scene=shown,
        alt=telling.alt_text(shown, reader.words),
        board=telling.text_board(shown),
        show=reader.show,
        theme=reader.theme,
    )
