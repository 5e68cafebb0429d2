"""A match that is put aside since nobody played for long, and its being taken up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.days import IDLE
from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import naming
from bot.ui.pages.board import footer
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text
from games.pace import DAY

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.ui.words import Words


def put_aside(record: Record, words: Words) -> Page:
    """Told to both, once. A game that is gone on with meanwhile calls nobody."""
    take_up = Press(Verb.TAKE_UP, number=record.id)
    return Page(
        blocks=(
            _told(record, words, words("rest.how")),
            Buttons((Button(words("rest.take-up"), custom_ids.write(take_up), Style.MAIN),)),
        ),
        accent=Accent.QUIET,
        pings=tuple(dict.fromkeys((record.dark, record.light))),
    )


def taken_up(record: Record, words: Words) -> Page:
    """The same message once somebody has pressed its button."""
    return Page((_told(record, words, words("rest.taken-up")),), Accent.QUIET)


def _told(record: Record, words: Words, then: str) -> Text:
    dark, light = naming.person(record.dark), naming.person(record.light)
    lines = [words("rest.put-aside", dark=dark, light=light, days=IDLE // DAY), then]
    if record.message is not None:
        link = naming.link(record.place, record.message)
        lines.append(words("remind.jump", link=link))
    return Text("\n".join([*lines, f"-# {footer(record, words)}"]))
