"""Sharing a page with everyone in a channel, and removing it.

Invariant: one page per minute and person, counted in the transaction that writes it; a second press
posts nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.showing.model import PAUSE, Showing
from bot.features.showing.refusals import ShowingNo
from bot.features.showing.tables import ShowingTables
from bot.service.limits import unless_barred
from bot.service.refusals import Refusal

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.servers import WritablePlace
    from bot.service.services import Services


async def show(
    services: Services, by: Player, place: WritablePlace, press: str, about: Player | None
) -> None:
    """Post the page that a press opens for everyone in a channel."""
    new = Showing(0, by, place, services.now(), press, about)

    def is_new(newest: Showing | None) -> bool:
        if newest is None or not 0 <= new.at - newest.at < PAUSE:
            return True
        if not new.is_repeat_of(newest):
            raise Refusal(ShowingNo.SHOWN_LATELY, at=newest.at + PAUSE)
        return False

    bars = unless_barred(by, place.guild, Refusal(ShowingNo.MAY_NOT_SHOW))
    await ShowingTables(services.store.database).add(new, is_new, bars)


async def remove(services: Services, number: int, by: Player, moderated: int | None) -> None:
    """Remove a shared page. `moderated`: the server where this person is a moderator, if any."""
    tables = ShowingTables(services.store.database)
    showing = await tables.find(number)
    if showing is None:
        raise Refusal(ShowingNo.SHOWN_LONG_AGO)
    if by not in (showing.player, showing.about) and (
        moderated is None or showing.place.guild != moderated
    ):
        raise Refusal(ShowingNo.NOT_YOURS_TO_REMOVE)
    await tables.remove(showing)
