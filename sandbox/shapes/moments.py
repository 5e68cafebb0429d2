"""Times as Discord writes them."""

from datetime import UTC, datetime


def iso(seconds: float) -> str:
    """A moment in ISO 8601, in UTC and to the microsecond."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def iso_or_none(seconds: float | None) -> str | None:
    """The same of a moment that may not have been."""
    return None if seconds is None else iso(seconds)
