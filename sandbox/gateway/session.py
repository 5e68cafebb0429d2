"""A bot's session: what it asked for, has been told, and missed while it was away."""

import secrets
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandbox.gateway.intents import heard
from sandbox.raw import Json
from sandbox.snowflake import shard_of

if TYPE_CHECKING:
    from sandbox.gateway.pipe import Pipe

KEPT = 1000
RESUMABLE_SECONDS = 180.0


@dataclass(frozen=True, slots=True)
class Terms:
    """What the bot asked for when it identified itself."""

    intents: int
    shard: int = 0
    shards: int = 1


class Session:
    """Numbers the events of one shard and keeps them, connected or not."""

    def __init__(self, terms: Terms, bot_id: str) -> None:
        self.id = secrets.token_hex(16)
        self.terms = terms
        self.sequence = 0
        self.pipe: Pipe | None = None
        self.left: float | None = None
        self._bot_id = bot_id
        self._told: deque[Json] = deque(maxlen=KEPT)

    @property
    def connected(self) -> bool:
        """Whether somebody is listening now."""
        return self.pipe is not None

    def hears_of(self, guild_id: str | None) -> bool:
        """Whether that guild, or direct messages, are this shard's."""
        return shard_of(guild_id, self.terms.shards) == self.terms.shard

    def dispatch(self, name: str, data: Json) -> None:
        """Tell the bot of an event, if its intents let it hear of it."""
        shown = heard(name, data, self.terms.intents, self._bot_id)
        if shown is None:
            return
        self.sequence += 1
        event: Json = {"t": name, "s": self.sequence, "op": 0, "d": shown}
        self._told.append(event)
        if self.pipe is not None:
            self.pipe.send(event)

    def can_replay(self, sequence: int) -> bool:
        """Whether everything after that number is still known."""
        return sequence >= self.sequence - len(self._told)

    def replay(self, sequence: int) -> list[Json]:
        """Everything after that number."""
        return [each for each in self._told if each["s"] > sequence]
