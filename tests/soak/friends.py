"""Two friends in a channel who play one game after the other, and try again when no answer comes.

Law: what they decided to play is written down before they ask; the bot's own log is looked at only
to know whether it counts already.
"""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.service.usual import usual_games
from engine.balance import balance_of
from games import catalogue
from games.core import Side
from games.events import Moved, from_data
from games.match import fold
from sandbox.observer import DidNotRespond
from sandbox.world.world import Impossible
from tests.bot.stories.reading import reading
from tests.unseen_buttons import press_unseen

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from games.core import Move
    from games.match import Match
    from sandbox.player import Player
    from sandbox.server import Sandbox
    from tests.soak.ledger import Ledger

# Seconds for a board that must come. The bot is killed every three seconds, and on a busy machine
# it takes ten to start: it works for a fifth of this time.
PATIENCE = 600
_LOOK = 0.02
_ROUNDS = 200  # tries of one thing
_COUNTS = 4  # plies after which a game that is resigned counts
# By these a challenge is for one game.
_RULES = tuple(name for name in catalogue.NAMES if usual_games(balance_of, name) == 1)


@dataclass(slots=True)
class Played:
    """A game as its players know it."""

    number: int
    match: Match
    seats: dict[Side, Player]
    moves: list[Move] = field(default_factory=list["Move"])


class Friends:
    """A channel with its two players."""

    def __init__(
        self,
        box: Sandbox,
        ledger: Ledger,
        database: Path,
        where: str,
        pair: tuple[Player, Player],
    ) -> None:
        self._box = box
        self._ledger = ledger
        self._database = database
        self._where = where
        self._one, self._other = pair
        self._chance = random.Random(where)
        self.games: list[Played] = []
        self._waits_for = "a game"

    @property
    def moves(self) -> int:
        """How many they have made."""
        return sum(len(game.moves) for game in self.games)

    async def play(self, enough: Callable[[], bool]) -> None:
        """One game after the other, until it is enough."""
        while not enough():
            game = await self._begin()
            self.games.append(game)
            while not game.match.verdict and not enough():
                self._waits_for = f"the board of game {game.number} after {_events(game)} events"
                await self._told(lambda game=game: self._ledger.has(game.number, _events(game)))
                self._waits_for = f"move {len(game.moves) + 1} of game {game.number} to count"
                await self._move(game)
            if game.match.verdict:
                self._waits_for = f"the result of game {game.number}"
                await self._told(lambda game=game: self._ledger.has_result(game.number))
            self._waits_for = "another game"

    async def farm(self) -> None:
        """One game after the other, resigned as soon as it counts, until cancelled."""
        while True:
            game = await self._begin()
            for _ in range(_COUNTS):
                await self._move(game)
            await self._resign(game)
            self.games.append(game)

    async def _resign(self, game: Played) -> None:
        """Asked until the game is over: the second of the two gives all games away."""
        confirm = f"k:resign-yes:{game.number}:{_events(game)}"
        for _ in range(_ROUNDS):
            with suppress(DidNotRespond, Impossible):
                await press_unseen(self._box, self._where, self._other, confirm)
            if self._length(game.number) > _events(game):
                return
            await asyncio.sleep(_LOOK)
        raise AssertionError(f"game {game.number} cannot be resigned")

    def all_games(self) -> list[int]:
        """All that were begun in this channel, also one that was cut short."""
        asked = 'SELECT id FROM "match" WHERE channel = ?'
        return [number for (number,) in self._ask(asked, int(self._where))]

    def __str__(self) -> str:
        """What they wait for, and what the bot has stored of their newest game."""
        number = self._newest_game()
        events = f"game {number} has {self._length(number)} events" if number else "no game"
        asked = """SELECT id, kind, data, due, tries FROM post WHERE "match" = ?"""
        names = ("post", "kind", "data", "due", "tries")
        posts = [str(dict(zip(names, row, strict=True))) for row in self._ask(asked, number)]
        return f"{self._where} waits for {self._waits_for}; {events}, {posts or 'no post'} stored"

    async def _begin(self) -> Played:
        """A challenge, asked until it is there, and accepted until the game is."""
        known = self._newest_game()
        rules = self._chance.choice(_RULES)
        options = {"opponent": self._other, "rules": rules, "side": "d"}
        for _ in range(_ROUNDS):
            with suppress(DidNotRespond, Impossible):
                await self._one.slash(self._where, "tablut challenge", **options)
            with suppress(DidNotRespond, Impossible, StopIteration):
                asked = next(
                    message
                    for message in reversed(self._other.sees(self._where))
                    if any((b.custom_id or "").startswith("k:accept:") for b in message.buttons)
                )
                await self._other.click(asked, "Accept")
            if (number := self._newest_game()) != known:
                return self._found(number)
            await asyncio.sleep(_LOOK)
        raise AssertionError("no game begins")

    def _found(self, number: int) -> Played:
        """As its first event has it: who begins may have been drawn."""
        ((data,),) = self._ask('SELECT data FROM event WHERE "match" = ? AND number = 1', number)
        begun = from_data({"kind": "created", "at": 0, **json.loads(str(data))})
        match = fold((begun,))
        return Played(number, match, {Side.DARK: self._one, Side.LIGHT: self._other})

    async def _move(self, game: Played) -> None:
        """A move by lot, asked until it counts."""
        match = game.match
        path = self._chance.choice(match.game.moves(match.position))
        events = _events(game)
        game.match = match.after(Moved(match.turn, 0, path))
        game.moves.append(path)
        for _ in range(_ROUNDS):
            with suppress(DidNotRespond, Impossible):
                await game.seats[match.turn].slash(
                    self._where, "tablut move", move="-".join(path), game=str(game.number)
                )
            if self._length(game.number) > events:
                return
            await asyncio.sleep(_LOOK)
        raise AssertionError(f"game {game.number}: {path} is not accepted")

    async def _told(self, look: Callable[[], bool]) -> None:
        try:
            await self._box.until(lambda: look() or None, PATIENCE)
        except TimeoutError as error:
            raise AssertionError(str(self)) from error

    def _newest_game(self) -> int:
        ((number,),) = self._ask(
            'SELECT coalesce(max(id), 0) FROM "match" WHERE channel = ?', int(self._where)
        )
        return number

    def _length(self, number: int) -> int:
        ((length,),) = self._ask('SELECT version FROM "match" WHERE id = ?', number)
        return length

    def _ask(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with reading(self._database) as ask:
            return ask(statement, *values)


def _events(game: Played) -> int:
    """How many events it has: the first one, and its moves."""
    return 1 + len(game.moves)
