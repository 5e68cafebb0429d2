"""The scripted server's world: three people, a bot, a guild with its channels."""

from __future__ import annotations

from itertools import count
from typing import Any

Data = dict[str, Any]

BIRCH, ROWAN, CEDAR, BOT = "1", "2", "3", "9"
_NAMES = {BIRCH: "Birch", ROWAN: "Rowan", CEDAR: "Cedar", BOT: "Ferry"}
_serial = count(1000)


def person(id_: str, **more: object) -> Data:
    """A person, as a snapshot tells them."""
    name = _NAMES[id_]
    shape: Data = {
        "id": id_,
        "username": name.lower(),
        "global_name": name,
        "bot": id_ == BOT,
        "locale": "en-GB",
        "about": f"is called {name}",
        "color": "#336699",
        "dms_closed": False,
    }
    return shape | more


def channel(id_: str, type_: int, name: str, **more: object) -> Data:
    """A channel (0), a direct message (1) or a thread (11)."""
    shape: Data = {
        "id": id_,
        "type": type_,
        "name": name,
        "topic": None,
        "guild_id": None if type_ == 1 else "50",
        "parent_id": None,
        "position": int(id_),
        "owner_id": None,
        "recipients": [],
        "archived": False,
        "locked": False,
        "can_send": True,
        "can_manage": False,
    }
    return shape | more


def message(content: str = "", *, by: str = ROWAN, at: str = "100", **more: object) -> Data:
    """A message; each gets a higher id than the one before."""
    author = {key: person(by)[key] for key in ("id", "username", "global_name", "bot")}
    shape: Data = {
        "id": str(next(_serial)),
        "channel_id": at,
        "type": 0,
        "content": content,
        "author": author,
        "embeds": [],
        "attachments": [],
        "components": [],
        "mentions": [],
        "flags": 0,
        "timestamp": "2026-01-02T12:00:00+00:00",
        "edited_timestamp": None,
        "pings_me": False,
    }
    return shape | more


def snapshot(me: str = BIRCH) -> Data:
    """Everything a tab is sent when it switches to an account."""
    people = [person(id_) for id_ in _NAMES]
    members: list[Data] = [{"user_id": id_, "nick": None, "roles": []} for id_ in _NAMES]
    guild = {"id": "50", "name": "The Long Table", "has_app": True, "manages": False}
    return {
        "now": "2026-01-02T12:00:00+00:00",
        "me": person(me),
        "accounts": [BIRCH, ROWAN, CEDAR],
        "app": {"id": BOT, "name": "Ferry", "bot_id": BOT, "online": True},
        "people": people,
        "guilds": [
            guild | {"roles": [{"id": "61", "name": "Crew", "color": 0}], "members": members}
        ],
        "channels": [
            channel("100", 0, "general", topic="All and sundry"),
            channel("101", 0, "games"),
            channel("102", 11, "Birch and Rowan", parent_id="101"),
            channel("103", 1, "Ferry", recipients=[BOT]),
        ],
        "messages": {"100": [message("Hello")], "101": [], "102": [], "103": []},
        "reads": {},
    }


def button(label: str, custom_id: str, style: int = 1, **more: object) -> Data:
    """A button."""
    return {"type": 2, "style": style, "label": label, "custom_id": custom_id} | more


def row(*components: Data) -> Data:
    """A row of controls."""
    return {"type": 1, "components": list(components)}


def select(custom_id: str, *labels: str, **more: object) -> Data:
    """A menu whose values are its labels in lower case."""
    options = [{"label": label, "value": label.lower()} for label in labels]
    return {
        "type": 3,
        "custom_id": custom_id,
        "placeholder": "Choose one",
        "options": options,
    } | more


def option(name: str, type_: int = 3, **more: object) -> Data:
    """An option of a command, or a subcommand (1)."""
    told = f"What {name} is"
    words = {"name_localized": name, "description": told, "description_localized": told}
    return {"name": name, "type": type_, **words} | more


def command(name: str, *options: Data) -> Data:
    """A chat command."""
    return {"id": "700", **option(name, 1), "options": list(options)}
