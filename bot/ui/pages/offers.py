"""Offers as they are named and answered: a draw, stop and count, a move taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages.page import Button, Buttons, Style
from games.core import Ruling
from games.events import Offer

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.ui.words import Words
    from games.match import Match


def kind(match: Match, what: Offer) -> str:
    """What its words are called: a draw here, stop and count there, or a takeback."""
    if what is Offer.TAKEBACK:
        return "takeback"
    return "agree.count" if match.game.endings.agreement is Ruling.COUNT else "agree.draw"


def buttons(record: Record, words: Words) -> tuple[Buttons, ...]:
    """Accept and Refuse, where something is offered."""
    if record.match.offer is None:
        return ()
    seen = len(record.match.log)
    yes = Press(Verb.YES, number=record.id, seen=seen)
    no = Press(Verb.NO, number=record.id, seen=seen)
    return (
        Buttons(
            (
                Button(words("notice.accept"), custom_ids.write(yes), Style.GOOD),
                Button(words("notice.refuse"), custom_ids.write(no)),
            )
        ),
    )
