"""A process that plays several matches at once until it is killed, and prints each commit.

`python -m tests.bot.store.mover DATABASE SEED`: a line
"MATCH NUMBER" for every commit it was told of.
"""

from __future__ import annotations

import asyncio
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bot.model.matches import Record
from bot.model.posts import BoardPost, Post
from bot.model.servers import Place
from bot.store.changes import Change
from bot.store.store import open_store
from games.catalogue import NAMES, game
from games.core import Side
from games.events import Created, Moved
from games.match import begin
from games.pace import Pace
from tests.bot.store.extensions import EXTENSIONS

if TYPE_CHECKING:
    from bot.store.store import Store

AT_ONCE = 4


async def play(store: Store, chance: random.Random) -> None:
    """One match after the other, a random move at a time, every event with its post."""
    while True:
        rules = game(chance.choice(NAMES))
        lot = Side.DARK if rules.data.get("first") is None else None
        match = begin(Created(1, rules.data, lot=lot))
        record = Record(id=0, place=Place(1, 2), dark=1001, light=1002, match=match, pace=Pace())
        committed = await store.commit(Change(record=record, events=match.log, posts=_board(0, 1)))
        assert committed.match
        record = replace(record, id=committed.match)
        while not record.match.verdict:
            _say(record)
            record = await _move(store, record, chance)
        _say(record)


async def _move(store: Store, record: Record, chance: random.Random) -> Record:
    match, number = record.match, len(record.match.log)
    event = Moved(match.turn, number, chance.choice(match.game.moves(match.position)))
    after = replace(record, match=match.after(event))
    await store.commit(
        Change(record=after, events=(event,), before=number, posts=_board(record.id, number + 1))
    )
    return after


def _board(match: int, number: int) -> tuple[Post]:
    return (BoardPost(match, number),)


def _say(record: Record) -> None:
    sys.stdout.write(f"{record.id} {len(record.match.log)}\n")
    sys.stdout.flush()


async def main(path: Path, seed: int) -> None:
    """Play until killed."""
    async with open_store(path, EXTENSIONS) as store:
        await asyncio.gather(*(play(store, random.Random(seed + n)) for n in range(AT_ONCE)))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
