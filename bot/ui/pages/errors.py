"""Refusals and troubles as sentences: why something isn't possible, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bot.model.challenges import Standing
from bot.service.refusals import No, Refusal
from bot.ui.pages import naming
from games.errors import Clash, Contradiction, Fault, Illegal, Spoilt, Unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.model.posts import Trouble
    from bot.service.refusals import AnyNo
    from bot.ui.words import Words
    from games.core import Move
    from games.errors import GameError
    from games.match import Match

_MOVE = "e3-c3"  # for an unknown game: a first move of the defenders
_SHOWN = {
    "player": naming.person,
    "last": naming.until,
    "channel": naming.channel,
}
_NEEDS = {
    "view": "view_channel",
    "send": "send_messages",
    "threaded": "send_messages_in_threads",
    "attach": "attach_files",
    "threads": "create_public_threads",
}


def refused(error: Refusal | GameError, words: Words, match: Match | None = None) -> str:
    """Return the sentence of a refusal or a game error.

    `match`: the match concerned, if known; the example is then a move that is legal now.
    """
    match error:
        case Refusal():
            return _no(error.no, error.values, words)
        case Illegal():
            return _illegal(error, words, _example(match))
        case Unreadable():
            return _unreadable(error, words, _example(match))
        case Contradiction():
            return _clash(error, words)
        case Spoilt():
            return words("fault.line", line=error.line, reason=refused(error.cause, words))
        case _:
            return words("fault.ours")


def _no(no: AnyNo, values: Mapping[str, object], words: Words) -> str:
    key = f"no.{no.name}"
    if standing := values.get("standing"):
        key = f"{key}.{Standing(str(standing))}"
    if no is No.NOT_FOR_YOU and values["player"] is None:
        return words(f"{key}_ALL")
    return words(key, **dict(_value(*item, words) for item in values.items()))


def _value(name: str, value: object, words: Words) -> tuple[str, object]:
    """Return a refusal's value with the name and form that the sentence needs."""
    match name, value:
        case "limit", int():
            return "count", value
        case "minutes", int():
            return name, value
        case (("player" | "last" | "at" | "channel"), int()):
            return name, naming.when(value, words) if name == "at" else _SHOWN[name](value)
        case "channels", tuple():
            channels = cast("tuple[int, ...]", value)
            return name, words.join([naming.channel(channel) for channel in channels])
        case "missing", tuple():
            missing = cast("tuple[str, ...]", value)
            return name, words.join([permission(right, words) for right in missing])
        case _:
            return name, naming.quoted(str(value))


def permission(name: str, words: Words) -> str:
    """Return a permission's name as in Discord's settings."""
    key = f"permission.{name}"
    return f"*{words(key)}*" if key in words else naming.quoted(name)


def _example(match: Match | None) -> str:
    """Return a move that is legal now, if the match is known; else a first move of Tablut."""
    if match is None or match.verdict:
        return _MOVE
    path: Move = ()
    while further := match.game.choices(match.position, path):
        path = (*path, further[0])
    return "-".join(path)


def _illegal(error: Illegal, words: Words, example: str) -> str:
    named = naming.points(error.points)
    return words(
        f"why.{error.why.name}",
        points=words.join(named) if named else words("why.there"),
        way="-".join(named),
        step="-".join(named[:-1]),
        next=named[-1] if named else words("why.there"),
        example=example,
    )


def _unreadable(error: Unreadable, words: Words, example: str) -> str:
    match error.fault:
        case Fault.OPTION:
            parts = [naming.label(part, words) for part in error.parts]
        case Fault.FILE_START:
            parts = [naming.title(part, words) for part in error.parts]
        case _:
            parts = [naming.quoted(part) for part in error.parts]
    return words(f"fault.{error.fault.name}", *parts, example=example)


def _clash(error: Contradiction, words: Words) -> str:
    options = error.clash is not Clash.VALUE
    parts = [naming.label(p, words) if options else naming.quoted(p) for p in error.parts]
    return words(f"clash.{error.clash.name}", *parts)


def trouble(kind: Trouble, words: Words) -> str:
    """Say what couldn't be posted in a channel, and which permission is missing."""
    names = {short: words(f"permission.{name}") for short, name in _NEEDS.items()}
    return words(f"trouble.{kind.name}", **names)
