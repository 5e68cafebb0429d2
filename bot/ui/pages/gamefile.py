"""A game as a text file that explains itself, and from which the same game can be read again.

Law: no names, only Discord's numbers; lines that begin with # are for people alone.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.ui.pages import naming
from bot.ui.pages.page import Attachment
from games.core import Side
from games.events import Created
from games.notation import write_position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.values import Instant, Record
    from bot.ui.words import Words

_SIDES = {Side.DARK: "dark", Side.LIGHT: "light", None: "nobody"}


def game_file(record: Record, words: Words) -> Attachment:
    """The file, with its name made of the game's number."""
    text = "\n".join([*_head(record, words), "", *_moves(record), "", *_end(record), ""])
    return Attachment(f"konakis-{record.id}.txt", text.encode())


def _head(record: Record, words: Words) -> Iterator[str]:
    match = record.match
    family = naming.family_of(match.game)
    yield "# " + words(
        "file.about",
        game=words(f"family.{family}"),
        rules=naming.title(match.game.name, words).replace("`", ""),
        dark=naming.side(family, Side.DARK, words),
        light=naming.side(family, Side.LIGHT, words),
    )
    yield "# " + words("file.moves-about")
    yield f"Game: {record.id}"
    yield f"Rules: {match.game.name}"
    yield f"Dark: {record.dark}"
    yield f"Light: {record.light}"
    created = match.log[0]
    assert isinstance(created, Created)
    yield f"Begun: {_date(created.at)}"
    yield f"Start: {write_position(match.game, match.start)}"


def _moves(record: Record) -> Iterator[str]:
    """Two to a line, numbered by the pair."""
    written = [naming.move_text(ply) for ply in record.match.plies]
    for i in range(0, len(written), 2):
        yield f"{i // 2 + 1}. {' '.join(written[i : i + 2])}"


def _end(record: Record) -> Iterator[str]:
    verdict = record.match.verdict
    if verdict:
        yield f"Ended: {_date(record.match.log[-1].at)}"
        yield f"Winner: {_SIDES[verdict.winner]}"
        yield f"Reason: {verdict.reason}"
    else:
        yield "Winner: not yet"


def _date(at: Instant) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
