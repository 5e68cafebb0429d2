"""A hostile person: each attack is something one person could do to slow the bot for others.

Used by `make bench`, which measures others' delays during each attack.
Invariant: an attack sends requests without waiting for the answers.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from games import catalogue
from games.core import Side
from games.notation import write_move
from sandbox.observer import DidNotRespond
from sandbox.world import interactions, posting
from sandbox.world.menu import Invoker
from sandbox.world.world import Impossible

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from typing import Any

    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.server import Sandbox

    Request = Callable[[], Coroutine[Any, Any, object]]

TANGLE, INTO_IT = "3/3/1m1m1/mmmmm/Qmmm1/m1mmm/1m1m1/3/3 d 0", "c5-b4"  # to 183,510 legal moves
LONG = 10_000  # plies of the file that is imported
_FORGOTTEN = 3  # seconds after which a forged message is gone
_AT_ONCE = 100  # requests of one person that wait for an answer
_FORGED = (
    "k:play:{game}:99999:e2-f2",
    "k:move:9223372036854775808:1",
    "k:move:{game}:18446744073709551615",
    "k:yes:{game}:1",
    "k:step:{game}:99999999999:d",
    "k:set:remind:999999999999999999999999999999999999",
    "k:history:{person}:won:x:7777777777",
    "k:stop:{game}",
    "k:server:99",
    "k:" + "9" * 90,
    "zornig",
    "k::::",
)


@cache
def long_file() -> bytes:
    """Return a legal game of many moves that neither capture nor end it."""
    game, chance = catalogue.game("larochelle"), random.Random("long")
    position, moves = game.start(Side.DARK), list[str]()
    while len(moves) < LONG:
        legal = list(game.moves(position))
        chance.shuffle(legal)
        steps = ((path, game.play(position, path)) for path in legal)
        quiet = (
            (path, step.after)
            for path, step in steps
            if not step.captured and game.verdict(step.after) is None
        )
        path, position = next(quiet)
        moves.append(write_move(path))
    return f"Rules: larochelle\nFirst: dark\n{' '.join(moves)}\n".encode()


class Hostile:
    """One hostile person with an accomplice, in a channel of their own."""

    def __init__(self, box: Sandbox, where: str, one: Player, other: Player) -> None:
        self._box = box
        self._where = where
        self._one, self._other = one, other
        self._hand = Invoker(box.world, one.id, one.channel(where))
        self._chance = random.Random("hostile")
        self._waiting = 0  # requests without an answer yet
        self.game = 0  # the number of their own
        self._games: Sequence[int] = range(1, 60)
        self.asked = 0
        self.attacks: dict[str, tuple[float, Request]] = {  # how often a second, and what
            "long lists": (10, self._list),
            "films": (10, self._film),
            "imports": (4, self._import),
            "limits": (40, self._challenge),
            "pace": (60, self._click),
            "offers": (10, self._offer),
            "forged input": (20, self._forge),
        }

    async def prepare(self, games: Sequence[int]) -> None:
        """Begin a game of countless legal moves. `games`: those of others, to press."""
        self._games = games
        await asyncio.to_thread(long_file)
        shown = (
            await self._one.slash(
                self._where, "tablut import", position=TANGLE, rules="tabal", opponent=self._other
            )
        ).message
        await self._one.click(shown, shown.buttons[0].label)
        asked = await self._other.wait_for(self._where, _has("k:accept:"))
        await self._other.click(asked, "Accept")
        board = await self._other.wait_for(self._where, _has("k:move:"))
        (game,) = {
            _number(button.custom_id) for button in board.buttons if _number(button.custom_id)
        }
        self.game = game
        for player in (self._one, self._other):
            await player.slash(self._where, "tablut move", move=INTO_IT, game=str(game))
        await self._other.wait_for(self._where, _has(f"k:move:{game}:2"))

    async def run(self, name: str) -> None:
        """Attack in this way until cancelled."""
        rate, request = self.attacks[name]
        async with asyncio.TaskGroup() as group:
            while True:
                await asyncio.sleep(self._chance.expovariate(rate))
                if self._waiting < _AT_ONCE:
                    group.create_task(self._ask(request))
                    self.asked += 1

    async def _ask(self, request: Request) -> None:
        self._waiting += 1
        try:
            with suppress(DidNotRespond, Impossible, AssertionError, LookupError):
                await request()
        finally:
            self._waiting -= 1

    def _game(self) -> int:
        """The number of some game, whose ever it is."""
        return self._chance.choice((self.game, *self._games[:: len(self._games) // 20]))

    async def _list(self) -> None:
        """Every keystroke of a move, and the panel."""
        typed, game = self._chance.choice(("", "b", "b4", "b4-")), str(self.game)
        for player in (self._one, self._other):  # it is the turn of one of them
            await player.autocomplete(self._where, "tablut move", "move", typed, game=game)
        await self._press(f"k:move:{game}:2")

    async def _film(self) -> None:
        await self._press(f"k:film:{self._game()}:d")

    async def _import(self) -> None:
        file = ("long.txt", long_file())
        await self._one.slash(self._where, "tablut import", file=file)

    async def _challenge(self) -> None:
        """A challenge at anybody, and its withdrawal: what is counted, and what pings."""
        answer = await self._one.slash(self._where, "tablut challenge", opponent=self._other)
        for button in answer.buttons:
            if ":withdraw:" in (button.custom_id or ""):
                await self._one.click(answer.message, button.label)

    async def _click(self) -> None:
        await self._press(f"k:board:{self._game()}")

    async def click_at_once(self, count: int) -> None:
        """So many clicks in one moment; returns when they are forgotten.

        The sandbox hears the others between two of them: else their answers would wait for itself.
        """
        async with asyncio.TaskGroup() as group:
            for _ in range(count):
                group.create_task(self._ask(self._click))
                await asyncio.sleep(0)

    async def _offer(self) -> None:
        for _ in range(2):
            await self._press(f"k:draw:{self._game()}:1")

    async def _forge(self) -> None:
        text = self._chance.choice(_FORGED).format(game=self._game(), person=self._other.id)
        await self._press(text[:100])
        await self._one.slash(self._where, "tablut move", move="9" * 3000, game="9" * 30)

    async def _press(self, custom_id: str) -> None:
        """Press a button that the bot never made, on a message of no other use."""
        world = self._box.world
        button = {"type": 2, "id": 2, "style": 1, "label": "Forged", "custom_id": custom_id}
        row = {"type": 1, "id": 1, "components": [button]}
        blank = posting.blank(world, self._hand.channel.id, self._box.bot.id)
        message = world.keep(replace(blank, components=(row,)))
        try:
            interactions.press(self._hand, message, custom_id, [])
            await asyncio.sleep(_FORGOTTEN)
        finally:
            world.drop(message)


def _has(start: str) -> Callable[[MessageView], bool]:
    """Whether a message has a button whose custom id begins so."""
    return lambda shown: any((button.custom_id or "").startswith(start) for button in shown.buttons)


def _number(custom_id: str | None) -> int:
    """The number of the game that a button of a board leads to."""
    parts = (custom_id or "").split(":")
    return int(parts[2]) if parts[1:2] == ["move"] else 0
