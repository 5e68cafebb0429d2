"""Remembered answers: a player's private answer about a turn goes when the next is given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.ui.turn_answers import TurnAnswers

if TYPE_CHECKING:
    from bot.ui.turn_answers import Interaction

pytestmark = pytest.mark.asyncio

LIFE = 14 * 60


@dataclass
class Id:
    """Any object of Discord's that has a number."""

    id: int


@dataclass
class Asked:
    """A command, whose private answer can be deleted."""

    id: int
    player: int = 7
    match: int = 5
    channel_id: int = 1
    message: Any = None
    gone: list[int] = field(default_factory=list[int])

    @property
    def user(self) -> Id:
        """The player."""
        return Id(self.player)

    async def delete_original_response(self) -> None:
        """Note that it is gone."""
        self.gone.append(self.id)


async def noted(answers: TurnAnswers, asked: Asked) -> Asked:
    await answers.note(cast("Interaction", asked), asked.match)
    return asked


async def test_the_one_before_goes_but_not_elsewhere_nor_of_another_match_or_player() -> None:
    answers = TurnAnswers()
    first = await noted(answers, Asked(1))
    elsewhere = await noted(answers, Asked(2, channel_id=2))
    others = await noted(answers, Asked(3, player=8))
    of_another = await noted(answers, Asked(4, match=6))
    assert first.gone == []
    second = await noted(answers, Asked(5))
    assert first.gone == [1]
    assert [answer.gone for answer in (elsewhere, others, of_another, second)] == [[]] * 4


async def test_one_whose_token_has_expired_is_left() -> None:
    now = 0.0
    answers = TurnAnswers(now=lambda: now)
    first = await noted(answers, Asked(1))
    now = LIFE
    second = await noted(answers, Asked(2))
    now = 2 * LIFE - 1
    await noted(answers, Asked(3))
    assert (first.gone, second.gone) == ([], [2])


async def test_of_too_many_the_oldest_are_left() -> None:
    answers = TurnAnswers(most=2)
    first, second, third = [
        await noted(answers, Asked(player, player=player)) for player in (1, 2, 3)
    ]
    await noted(answers, Asked(4, player=3))
    await noted(answers, Asked(5, player=1))
    assert (first.gone, second.gone, third.gone) == ([], [], [3])


async def test_it_goes_when_the_player_has_moved_by_other_means() -> None:
    answers = TurnAnswers()
    first = await noted(answers, Asked(1))
    await answers.delete(7, 1, 6)
    await answers.delete(8, 1, 5)
    assert first.gone == []
    await answers.delete(7, 1, 5)
    await answers.delete(7, 1, 5)
    assert first.gone == [1]
