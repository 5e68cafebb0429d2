"""Long games in which nothing is taken, nothing comes back thrice and no one wins on the board.

They are the most work that a review can be: each position has the whole game before it for history.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from bot.feature_list import EXTENSIONS
from bot.model.matches import Record
from bot.store.changes import Change
from bot.store.store import open_store
from games import catalogue
from games.events import Created, Moved, Resigned
from games.match import fold
from games.pace import Pace

if TYPE_CHECKING:
    from pathlib import Path

    from bot.model.people import Player
    from bot.model.servers import Place
    from games.core import Placement
    from games.events import Event
    from games.match import Match

RULES = "bga"  # which has no limit of quiet plies


@cache
def quiet_game(plies: int, seed: int = 1) -> Match:
    """Make random moves, the same for the same seed; then the side to move resigns."""
    game, chance = catalogue.game(RULES), random.Random(seed)
    log: list[Event] = [Created(0, game.data)]
    position = game.start()
    times: Counter[Placement] = Counter([position.placement])
    while len(log) <= plies:
        moves = list(game.moves(position))
        chance.shuffle(moves)
        steps = ((move, game.play(position, move)) for move in moves)
        move, position = next(
            (move, step.after)
            for move, step in steps
            if not step.captured
            and times[step.after.placement] < game.endings.times - 1
            and not game.verdict(step.after)
        )
        log.append(Moved(position.turn.other, len(log), move))
        times[position.placement] += 1
    return fold((*log, Resigned(position.turn, len(log))))


async def store_quiet_games(
    path: Path, count: int, plies: int, players: tuple[Player, Player], place: Place
) -> list[int]:
    """Have the database hold so many of them, over and never reviewed; their numbers."""
    numbers = list[int]()
    async with open_store(path, EXTENSIONS) as store:
        for seed in range(count):
            match = quiet_game(plies, seed)
            dark, light = players
            record = Record(
                id=0, place=place, dark=dark, light=light, match=match, pace=Pace(days=None)
            )
            committed = await store.commit(Change(record=record, events=match.log))
            assert committed.match is not None
            numbers.append(committed.match)
    return numbers
