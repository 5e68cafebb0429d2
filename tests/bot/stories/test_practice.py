"""Practice against the engine as it really runs: moves, hints, takebacks, an end, a kill."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

PATIENCE = 20  # seconds


def press(message: MessageView, verb: str) -> str:
    """The first button that does this."""
    ids = [each.custom_id or "" for each in message.buttons]
    return next(each for each in ids if each.startswith(f"k:{verb}:"))


def verbs(message: MessageView) -> set[str]:
    """What its buttons do."""
    return {(each.custom_id or "::").split(":")[1] for each in message.buttons}


async def turn(table: Table, message: MessageView) -> MessageView:
    """The message once the engine has answered."""

    def look() -> MessageView | None:
        return message if verbs(message) & {"to", "play", "begin"} else None

    return await table.box.until(look, PATIENCE)


async def played(table: Table, who: Player, message: MessageView) -> MessageView:
    """The message after any move and its answer: as few taps as need be."""
    while "play" not in verbs(message):
        message = (await who.click(message, press(message, "to"))).message
    return await turn(table, (await who.click(message, press(message, "play"))).message)


def moves(table: Table) -> list[object]:
    """The sides that moved in the newest game against the engine, in order."""
    found = table.ask(
        """SELECT "by" FROM event WHERE kind = 'moved' AND "match" = (
            SELECT max(id) FROM "match" WHERE level > 0) ORDER BY number"""
    )
    return [side for (side,) in found]


async def test_a_game_is_played_on_one_message(table: Table) -> None:
    asked = await table.deer.slash(table.where, "tablut practice", level=1)
    begun = await turn(table, asked.message)
    assert begun.ephemeral
    assert "level 1" in begun.text
    assert begun.pictures[0].alt
    after = await played(table, table.deer, begun)
    assert after.id == begun.id
    assert "Konakis played" in after.text
    hinted = (await table.deer.click(after, "Hint")).message
    assert "think about the man on" in hinted.text
    told = (await table.deer.click(hinted, "And where to?")).message
    assert "I would play" in told.text
    back = (await table.deer.click(told, "Take back")).message
    assert "your turn again" in back.text
    assert table.sees() == []
