"""A person who has the longest games reviewed, one after the other, all day.

Used by `make bench`, which measures how soon others get an answer in practice meanwhile.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import cycle
from typing import TYPE_CHECKING

from sandbox.observer import DidNotRespond
from sandbox.world.world import Impossible
from tests.unseen_buttons import press_unseen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandbox.player import Player
    from sandbox.server import Sandbox

PLIES = 1998  # of the longest game: with its beginning and its end, 2,000 events
_TITLE = "**Review**"


class LongReviews:
    """That person, in a channel. `games`: their own, over and never reviewed."""

    def __init__(self, box: Sandbox, where: str, who: Player, games: Sequence[int]) -> None:
        self._box = box
        self._where = where
        self._who = who
        self.games = games
        self.asked = self.shown = 0

    async def run(self, patience: float) -> None:
        """Until cancelled. `patience`: seconds after which they ask for the next one."""
        for game in cycle(self.games):
            self.asked += 1
            with suppress(DidNotRespond, Impossible, TimeoutError):
                button = f"k:review:{game}"  # as under its result
                answer = await press_unseen(self._box, self._where, self._who, button)
                await self._box.until(lambda answer=answer: _TITLE in answer.text or None, patience)
                self.shown += 1
