"""Rows <-> values: what persons and servers like, and when somebody is away."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from bot.service.model import Guild, Person, Vacation

if TYPE_CHECKING:
    from bot.store.rows import Row, Values


def person(row: Row) -> Person:
    """The person of a row."""
    return Person(
        id=row["id"],
        confirm=bool(row["confirm"]),
        text=bool(row["text"]),
        picture=bool(row["picture"]),
        seat=row["seat"],
        theme=row["theme"],
        locale=row["locale"],
        remind=row["remind"],
        remind_dm=bool(row["remind_dm"]),
    )


def vacation(row: Row) -> Vacation:
    """The vacation of a row."""
    return Vacation(row["id"], row["player"], row["start"], row["end"])


def guild_row(guild: Guild) -> Values:
    """Every column of a server."""
    return {**asdict(guild), "channels": json.dumps(guild.channels)}


def guild(row: Row) -> Guild:
    """The server of a row."""
    return Guild(
        id=row["id"],
        locale=row["locale"],
        theme=row["theme"],
        thread=bool(row["thread"]),
        rules=row["rules"],
        days=row["days"],
        reserve=row["reserve"],
        weekends=bool(row["weekends"]),
        channels=tuple(json.loads(row["channels"])),
        max_challenges=row["max_challenges"],
        max_games=row["max_games"],
    )
