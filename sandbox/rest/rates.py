"""Rate limits as Discord has them: a bucket per route and channel or guild, and a global one."""

from dataclasses import dataclass
from hashlib import md5

from sandbox.clock import Clock
from sandbox.rest.routing import Pace
from sandbox.rules.refusal import KNOWN, Refusal

MOST_BUCKETS = 1000
OVERALL = Pace(50, 1.0)
_LIMITED = "You are being rate limited."


@dataclass(slots=True)
class _Bucket:
    """The number of requests in the current window, and when it ends."""

    used: int = 0
    ends: float = 0.0


class Rates:
    """Counts requests. Without `on`, nothing is limited and headers are left out."""

    def __init__(self, clock: Clock, *, on: bool = True, overall: Pace = OVERALL) -> None:
        self.on = on
        self.overall = overall
        self._clock = clock
        self._buckets: dict[str, _Bucket] = {}

    def spend_overall(self) -> None:
        """Count a request of the whole bot, or refuse it."""
        if not self.on:
            return
        bucket = self._bucket("overall", self.overall)
        if bucket.used >= self.overall.times:
            raise self._refusal(
                bucket, {"X-RateLimit-Scope": "global", "X-RateLimit-Global": "true"}
            )
        bucket.used += 1

    def spend(self, key: str, pace: Pace) -> dict[str, str]:
        """Count a request of one bucket, or refuse it; what is left goes into the headers."""
        if not self.on:
            return {}
        bucket = self._bucket(key, pace)
        if bucket.used >= pace.times:
            raise self._refusal(
                bucket, self._headers(key, bucket, pace) | {"X-RateLimit-Scope": "user"}
            )
        bucket.used += 1
        return self._headers(key, bucket, pace)

    def spend_old_edit(self, channel_id: str, pace: Pace) -> None:
        """Count an edit of an old message, or refuse it with a code of its own."""
        if not self.on:
            return
        bucket = self._bucket(f"old edits {channel_id}", pace)
        if bucket.used >= pace.times:
            refusal = self._refusal(bucket, {"X-RateLimit-Scope": "shared"})
            refusal.body |= {"code": 30046, "message": KNOWN[30046][1]}
            raise refusal
        bucket.used += 1

    def _bucket(self, key: str, pace: Pace) -> _Bucket:
        now = self._clock.seconds()
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets = {
                name: bucket for name, bucket in self._buckets.items() if now < bucket.ends
            }
        bucket = self._buckets.setdefault(key, _Bucket())
        if now >= bucket.ends:
            bucket.used, bucket.ends = 0, now + pace.seconds
        return bucket

    def _left(self, bucket: _Bucket) -> float:
        return round(max(0.001, bucket.ends - self._clock.seconds()), 3)

    def _headers(self, key: str, bucket: _Bucket, pace: Pace) -> dict[str, str]:
        route = key.rsplit(" ", 1)[0]
        return {
            "X-RateLimit-Limit": str(pace.times),
            "X-RateLimit-Remaining": str(max(0, pace.times - bucket.used)),
            "X-RateLimit-Reset": f"{bucket.ends:.3f}",
            "X-RateLimit-Reset-After": f"{self._left(bucket):.3f}",
            "X-RateLimit-Bucket": md5(route.encode(), usedforsecurity=False).hexdigest(),
        }

    def _refusal(self, bucket: _Bucket, headers: dict[str, str]) -> Refusal:
        return limited(self._left(bucket), headers)


def limited(seconds: float, headers: dict[str, str]) -> Refusal:
    """Discord's 429. Without the Via header, discord.py takes it for a ban."""
    everywhere = headers.get("X-RateLimit-Scope") == "global"
    body = {"message": _LIMITED, "retry_after": seconds, "global": everywhere, "code": 0}
    via = {"Via": "1.1 google", "Retry-After": str(int(seconds) + 1)}
    return Refusal(429, body, {**headers, **via})
