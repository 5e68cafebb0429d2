"""Times in Discord's format."""

from datetime import UTC, datetime


def iso(seconds: float) -> str:
    """A time in ISO 8601, in UTC and to the microsecond."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def iso_or_none(seconds: float | None) -> str | None:
    """A time in ISO 8601, or None."""
    return None if seconds is None else iso(seconds)
