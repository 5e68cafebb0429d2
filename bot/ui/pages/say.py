"""One sentence to one person: why something is not possible, or that it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bot.service.refusals import No, Refusal
from bot.service.values import Standing
from bot.ui.pages import naming
from bot.ui.pages.page import Accent, Page, Text
from games.errors import Clash, Contradiction, Illegal, Spoilt, Unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.outbox import Trouble
    from bot.ui.words import Words
    from games.errors import GameError

_NEEDS = {
    "view": "view_channel",
    "send": "send_messages",
    "threaded": "send_messages_in_threads",
    "attach": "attach_files",
    "threads": "create_public_threads",
}


def page(text: str, accent: Accent = Accent.QUIET) -> Page:
    """A page that only says this."""
    return Page((Text(text),), accent)


def refused(error: Refusal | GameError, words: Words) -> str:
    """Why not, and what to do."""
    match error:
        case Refusal():
            return _no(error.no, error.values, words)
        case Illegal():
            return _illegal(error, words)
        case Unreadable():
            return words(f"fault.{error.fault.name}", *map(naming.quoted, error.parts))
        case Contradiction():
            return _clash(error, words)
        case Spoilt():
            return words("fault.line", line=error.line, reason=refused(error.cause, words))
        case _:
            return words("fault.ours")


def _no(no: No, values: Mapping[str, object], words: Words) -> str:
    key = f"no.{no.name}"
    match no:
        case No.TOO_MANY_CHALLENGES | No.TOO_MANY_GAMES:
            return words(key, count=values["limit"])
        case No.CHALLENGE_OVER:
            return words(f"{key}.{Standing(str(values['standing']))}")
        case No.NOT_FOR_YOU:
            player = values["player"]
            if not isinstance(player, int):
                return words(f"{key}_ALL")
            return words(key, player=naming.person(player))
        case No.MISSING_PERMISSIONS:
            missing = cast("tuple[str, ...]", values["missing"])
            return words(key, missing=words.join([permission(name, words) for name in missing]))
        case _:
            return words(key)


def permission(name: str, words: Words) -> str:
    """A permission as Discord's own settings call it."""
    key = f"permission.{name}"
    return f"*{words(key)}*" if key in words else naming.quoted(name)


def _illegal(error: Illegal, words: Words) -> str:
    named = naming.points(error.points)
    points = ", ".join(named) or words("why.there")
    return words(f"why.{error.why.name}", points=points, way="-".join(named))


def _clash(error: Contradiction, words: Words) -> str:
    options = error.clash is not Clash.VALUE
    parts = [naming.option(p, words) if options else naming.quoted(p) for p in error.parts]
    return words(f"clash.{error.clash.name}", *parts)


def trouble(found: Trouble, words: Words) -> str:
    """It counts, but it could not be said where it belongs; what is missing there."""
    names = {short: words(f"permission.{name}") for short, name in _NEEDS.items()}
    return words(f"trouble.{found.name}", **names)
