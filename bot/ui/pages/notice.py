"""A small message for what moves nothing: an offer, or its refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages import clocks, naming, offers
from bot.ui.pages.board import footer
from bot.ui.pages.page import Accent, Page, Text
from games.events import Answered, Given, Offer, Offered, Withdrawn

if TYPE_CHECKING:
    from bot.service.clocks import Dial
    from bot.service.model import Record
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


def notice(record: Record, reader: Reader, dial: Dial | None = None) -> Page:
    """What the newest event of the match says to the other player; he alone is pinged.

    A day that is given calls nobody.
    """
    newest, words = record.match.log[-1], reader.words
    if isinstance(newest, Given):
        return _given(record, newest, dial, words)
    assert isinstance(newest, Offered | Answered)
    to = record.player(newest.by.other)
    refused = isinstance(newest, Answered)
    lines = [_sentence(record, newest, words)]
    if not refused:
        lines.append(_meanwhile(record, newest, words))
    lines.append(f"-# {footer(record, words)}")
    return Page(
        blocks=(Text("\n".join(lines)), *offers.buttons(record, words)),
        accent=Accent.QUIET if refused else Accent.OFFER,
        pings=(to,),
    )


def _given(record: Record, given: Given, dial: Dial | None, words: Words) -> Page:
    """With what the clock shows now, if it is his to whom the day is given."""
    values = {
        "by": naming.person(record.player(given.by)),
        "to": naming.person(record.player(given.by.other)),
    }
    if dial and dial.side is not given.by:
        clock = next(clocks.lines(dial, record, words))
        sentence = words("notice.given.mover", clock=clock, **values)
    else:
        sentence = words("notice.given.waiting", **values)
    return Page((Text(f"{sentence}\n-# {footer(record, words)}"),), Accent.QUIET)


def _meanwhile(record: Record, offered: Offered | Answered, words: Words) -> str:
    """What a move does to the offer, by whose turn it is. See games.match."""
    if record.match.turn is not offered.by:
        key = "asked"
    else:
        key = "asker" if _offered(record).what is Offer.TAKEBACK else "offerer"
    return words(f"notice.moves-{key}", by=naming.person(record.player(offered.by)))


def answered(record: Record, reader: Reader, *, accepted: bool) -> Page:
    """The newest offer's message once it has its answer: nothing left to press, nobody called."""
    words = reader.words
    lines = [
        _sentence(record, _offered(record), words),
        words("notice.accepted" if accepted else "notice.refused-it"),
        f"-# {footer(record, words)}",
    ]
    return Page((Text("\n".join(lines)),), Accent.QUIET)


def closed(record: Record, reader: Reader) -> Page:
    """The message of the offer that the newest event ended."""
    newest, words = record.match.log[-1], reader.words
    if isinstance(newest, Answered):
        return answered(record, reader, accepted=newest.accepted)
    key = "withdrawn" if isinstance(newest, Withdrawn) else "over"
    lines = [_sentence(record, _offered(record), words), words(f"notice.{key}")]
    return Page((Text("\n".join([*lines, f"-# {footer(record, words)}"])),), Accent.QUIET)


def offered_at(record: Record) -> int:
    """How many events the match had with the newest offer."""
    return len(record.match.log) - record.match.log[::-1].index(_offered(record))


def _offered(record: Record) -> Offered:
    return next(event for event in reversed(record.match.log) if isinstance(event, Offered))


def _sentence(record: Record, event: Offered | Answered, words: Words) -> str:
    kind = offers.kind(record.match, _offered(record).what)
    values = {
        "by": naming.person(record.player(event.by)),
        "to": naming.person(record.player(event.by.other)),
    }
    refused = isinstance(event, Answered)
    return words(f"notice.refused.{kind}" if refused else f"notice.{kind}", **values)
