"""A bot's session: its intents and shard, and the events to replay when it resumes."""

import secrets
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandbox.gateway.intents import filtered
from sandbox.raw import Json
from sandbox.snowflake import shard_of

if TYPE_CHECKING:
    from sandbox.gateway.pipe import Pipe

KEPT = 1000
RESUMABLE_SECONDS = 180.0


@dataclass(frozen=True, slots=True)
class Terms:
    """The intents and shard that the bot identified with."""

    intents: int
    shard: int = 0
    shards: int = 1


class Session:
    """Numbers and keeps the events of one shard, connected or not."""

    def __init__(self, terms: Terms, bot_id: str) -> None:
        self.id = secrets.token_hex(16)
        self.terms = terms
        self.sequence = 0
        self.pipe: Pipe | None = None
        self.left: float | None = None
        self._bot_id = bot_id
        self._sent: deque[Json] = deque(maxlen=KEPT)

    @property
    def connected(self) -> bool:
        """Whether a connection uses it now."""
        return self.pipe is not None

    def receives(self, guild_id: str | None) -> bool:
        """Whether events of that guild, or of direct messages, belong to this shard."""
        return shard_of(guild_id, self.terms.shards) == self.terms.shard

    def dispatch(self, name: str, data: Json) -> None:
        """Send the bot an event, if its intents include it."""
        shown = filtered(name, data, self.terms.intents, self._bot_id)
        if shown is None:
            return
        self.sequence += 1
        event: Json = {"t": name, "s": self.sequence, "op": 0, "d": shown}
        self._sent.append(event)
        if self.pipe is not None:
            self.pipe.send(event)

    def can_replay(self, sequence: int) -> bool:
        """Whether all events after that number are still kept."""
        return sequence >= self.sequence - len(self._sent)

    def replay(self, sequence: int) -> list[Json]:
        """All events after that number."""
        return [event for event in self._sent if event["s"] > sequence]
