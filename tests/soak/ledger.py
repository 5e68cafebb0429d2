"""Writes down what the bot says in the channels as it is said, and forgets old messages.

Law: a board is known by the number of events in its buttons, so a turn that is told twice shows.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from typing import TYPE_CHECKING, NamedTuple, cast

from sandbox.world.events import Posted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox.server import Sandbox
    from sandbox.world.events import Event
    from sandbox.world.model import Message

_KEPT = 60  # messages of a channel; the bot looks through fewer for what it said already
_RESULT = -1


class Turn(NamedTuple):
    """A board: of which game, after how many of its events; of a result, after all."""

    game: int
    seen: int


class Ledger:
    """What was said where."""

    def __init__(self, box: Sandbox) -> None:
        self._box = box
        self.told: Counter[Turn] = Counter()
        self.called: dict[Turn, frozenset[str]] = {}
        self._recent: dict[str, deque[Message]] = defaultdict(deque)
        box.world.subscribe(self._hear)

    def has(self, game: int, seen: int) -> bool:
        """Whether the board after so many events is out."""
        return Turn(game, seen) in self.told

    def has_result(self, game: int) -> bool:
        """Whether that game's result is out."""
        return Turn(game, _RESULT) in self.told

    def results(self) -> int:
        """How many games were told to be over."""
        return sum(turn.seen == _RESULT for turn in self.told)

    def _hear(self, event: Event) -> None:
        if not isinstance(event, Posted) or event.message.owner_id is not None:
            return
        message = event.message
        if turn := _turn(message):
            self.told[turn] += 1
            self.called[turn] = message.pings
        recent = self._recent[message.channel_id]
        recent.append(message)
        if len(recent) > _KEPT:
            old = recent.popleft()
            if now := self._box.world.posts[old.channel_id].get(old.id):  # else the bot deleted it
                self._box.world.drop(now)


def _turn(message: Message) -> Turn | None:
    for custom_id in _ids(message.components):
        match custom_id.split(":"):
            case ["k", "move", game, seen]:
                return Turn(int(game), int(seen))
            case ["k", "rematch", game]:
                return Turn(int(game), _RESULT)
            case _:
                continue
    return None


def _ids(parts: object) -> Iterator[str]:
    if isinstance(parts, dict):
        fields = cast("dict[str, object]", parts)
        yield str(fields.get("custom_id", ""))
        for part in fields.values():
            yield from _ids(part)
    elif isinstance(parts, (list, tuple)):
        for part in cast("list[object]", parts):
            yield from _ids(part)
