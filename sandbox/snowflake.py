"""Discord's ids: a time in milliseconds since 2015, then 22 bits that make them unique."""

from sandbox.clock import Clock

EPOCH = 1_420_070_400_000
LOW = 22


class Snowflakes:
    """Makes ids that are unique and always increase."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> str:
        """A new id."""
        created = int(self._clock.seconds() * 1000) - EPOCH
        self._last = max(self._last + 1, created << LOW)
        return str(self._last)


def moment(snowflake: str) -> float:
    """The time of an id, in seconds since 1970."""
    return ((int(snowflake) >> LOW) + EPOCH) / 1000


def shard_of(guild_id: str | None, shards: int) -> int:
    """The shard of a guild; direct messages go to the first."""
    return (int(guild_id) >> LOW) % shards if guild_id else 0
