"""A channel of one's own with two friends in it, for a story: what they do there, and what is so.

Law: nothing here sleeps for a time; everything waits until something is so.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from itertools import count
from typing import TYPE_CHECKING

from sandbox.world import places

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.player import Player
    from sandbox.seen import Answer, Seen
    from sandbox.server import Sandbox

QUICK = "larochelle+attackers-first"
PATIENCE = 20  # seconds
_NUMBERS = count(1)


def is_board(message: Seen) -> bool:
    """A board of a turn, with its buttons still on."""
    return any((button.custom_id or "").startswith("k:move:") for button in message.buttons)


class Table:
    """Where two play. `deer` challenges with the attackers unless told otherwise."""

    def __init__(self, box: Sandbox, database: Path, guild_id: str, *friends: str) -> None:
        self.box = box
        self.guild_id = guild_id
        self._database = database
        self.deer, self.birch = (box.player(each) for each in friends or ("reindeer", "birch"))
        self.channel = places.open_channel(box.world, guild_id, f"table-{next(_NUMBERS)}")
        self.where = self.channel.id

    @property
    def path(self) -> str:
        """The channel's messages, as a request names them."""
        return f"/channels/{self.where}/messages"

    # What they do

    async def challenge(self, **options: object) -> Seen:
        """A challenge from one to the other."""
        options = {"opponent": self.birch, "rules": QUICK, "side": "d", **options}
        options = {name: value for name, value in options.items() if value is not None}
        return (await self.deer.slash(self.where, "tablut challenge", **options)).message

    async def begin(self, **options: object) -> Seen:
        """A challenge, accepted; the first board."""
        await self.birch.click(await self.challenge(**options), "Accept")
        return await self.board(1)

    async def typed(self, who: Player, move: str) -> Answer:
        """A move by its command."""
        return await who.slash(self.where, "tablut move", move=move)

    async def play(self, *moves: str) -> Seen:
        """Moves typed by whoever is to move, each after the board before it; the last board."""
        for move in moves:
            done = len(self.moves)
            await self.typed((self.deer, self.birch)[done % 2], move)
            await self.board(done + 2)
        return self.boards[-1]

    async def panel(self, who: Player, board: Seen, *points: str) -> Seen:
        """The private panel, with those points touched: the man, then the places."""
        shown = (await who.click(board, "Move")).message
        for point in points:
            shown = (await who.select(shown, 0, point)).message
        return shown

    # What is so

    def sees(self, who: Player | None = None) -> list[Seen]:
        """What everybody sees of the bot's in the channel, from the first."""
        bot = self.box.bot.username
        found = (who or self.deer).sees(self.where)
        return [each for each in found if each.author == bot and not each.ephemeral]

    @property
    def boards(self) -> list[Seen]:
        """All boards of turns and results, old ones too; the challenge and notices are none."""
        return [each for each in self.sees() if _has_board(each) and not _is_challenge(each)]

    async def board(self, number: int) -> Seen:
        """That board, from 1, once it is posted."""

        def look() -> Seen | None:
            boards = self.boards
            return boards[number - 1] if len(boards) >= number else None

        return await self.box.until(look, PATIENCE)

    async def said(self) -> None:
        """Wait until the bot has nothing left to say about what goes on in this channel."""
        async with asyncio.timeout(PATIENCE):
            while self.unsaid:  # noqa: ASYNC110  the database tells nobody when it changes
                await asyncio.sleep(0.01)

    def ask(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """What the database says."""
        with closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)) as db:
            return db.execute(statement, values).fetchall()

    @property
    def unsaid(self) -> int:
        """How many posts of this channel's matches and challenges wait."""
        ((number,),) = self.ask(
            """SELECT count(*) FROM post
            LEFT JOIN "match" ON "match".id = post."match"
            LEFT JOIN challenge ON challenge.id = coalesce(post.challenge, "match".challenge)
            WHERE challenge.channel = ?""",
            int(self.where),
        )
        assert isinstance(number, int)
        return number

    @property
    def log(self) -> list[tuple[str, dict[str, object]]]:
        """The events of the channel's matches, oldest first."""
        found = self.ask(
            """SELECT event.kind, event.data FROM event
            JOIN "match" ON "match".id = event."match"
            JOIN challenge ON challenge.id = "match".challenge
            WHERE challenge.channel = ? ORDER BY event."match", number""",
            int(self.where),
        )
        return [(str(kind), json.loads(str(data))) for kind, data in found]

    @property
    def moves(self) -> list[str]:
        """The moves made here, as paths; none is gone by being taken back."""
        return ["-".join(map(str, data["path"])) for kind, data in self.log if kind == "moved"]  # type: ignore[arg-type]

    async def check(self, *moves: str) -> None:
        """One game: these moves and no others, one board each, one ping each, one live board."""
        await self.said()
        assert self.moves == list(moves)
        boards = self.boards
        assert len(boards) == len(moves) + 1
        movers = [(self.deer, self.birch)[n % 2].person.username for n in range(len(boards))]
        assert [each.pings for each in boards] == [{mover} for mover in movers]
        assert [is_board(each) for each in boards] == [False] * len(moves) + [True]
        for move, board in zip(moves, boards[1:], strict=True):
            assert f"**{move}" in board.text


def _has_board(message: Seen) -> bool:
    return "```" in message.text or any(each.name == "board.png" for each in message.pictures)


def _is_challenge(message: Seen) -> bool:
    return any((button.custom_id or "").startswith("k:accept:") for button in message.buttons)
