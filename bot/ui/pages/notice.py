"""A small message for what moves nothing: an offer, or its refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages import naming, offers
from bot.ui.pages.board import footer
from bot.ui.pages.page import Accent, Page, Text
from games.events import Answered, Offered

if TYPE_CHECKING:
    from bot.service.values import Record
    from bot.ui.pages.reader import Reader


def notice(record: Record, reader: Reader) -> Page:
    """What the newest event of the match says to the other player; he alone is pinged."""
    log, words = record.match.log, reader.words
    newest = log[-1]
    assert isinstance(newest, Offered | Answered)
    offered = next(event for event in reversed(log) if isinstance(event, Offered))
    by, to = record.player(newest.by), record.player(newest.by.other)
    refused = isinstance(newest, Answered)
    key = offers.kind(record.match, offered.what)
    values = {"by": naming.person(by), "to": naming.person(to)}
    lines = [words(f"notice.refused.{key}" if refused else f"notice.{key}", **values)]
    if not refused:
        lines.append(words("notice.play-on", **values))
    lines.append(f"-# {footer(record, words)}")
    return Page(
        blocks=(Text("\n".join(lines)), *offers.buttons(record, words)),
        accent=Accent.QUIET if refused else Accent.OFFER,
        pings=(to,),
    )
