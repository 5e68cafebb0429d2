"""A game as a text file: what it says to people, and who played. How it is written: games.gamefile.

Law: no names, only Discord's numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages import naming
from bot.ui.pages.page import Attachment
from games import gamefile
from games.core import Side

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.ui.words import Words
    from games.pace import Pace


def game_file(record: Record, words: Words) -> Attachment:
    """The file, with its name made of the game's number."""
    tags = {"Game": str(record.id), "Dark": str(record.dark), "Light": str(record.light)}
    if record.pace.days is not None:
        tags["Pace"] = _pace(record.pace)
    text = gamefile.write(record.match, tags, _about(record, words))
    return Attachment(f"konakis-{record.id}.txt", text.encode())


def _about(record: Record, words: Words) -> tuple[str, str]:
    match = record.match
    family = naming.family_of(match.game)
    return (
        words(
            "file.about",
            game=words(f"family.{family}"),
            rules=naming.title(match.game.name, words).replace("`", ""),
            dark=naming.side(family, Side.DARK, words),
            light=naming.side(family, Side.LIGHT, words),
        ),
        words("file.moves-about"),
    )


def _pace(pace: Pace) -> str:
    """In the file's own language, like every header."""
    parts = [f"days {pace.days}"]
    if pace.reserve:
        parts.append(f"reserve {pace.reserve}")
    if not pace.weekends:
        parts.append("no weekends")
    return ", ".join(parts)
