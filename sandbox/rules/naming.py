"""Mentions in a text, and which of them `allowed_mentions` lets through."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from sandbox.raw import Json, list_in

_USER = re.compile(r"<@!?(\d{1,20})>")
_ROLE = re.compile(r"<@&(\d{1,20})>")
_EVERYONE = re.compile(r"@(everyone|here)\b")
_CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)


class Named(NamedTuple):
    """The mentions of a text: people and roles by id, each once and in order; and @everyone."""

    users: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    everyone: bool = False


def named_in(text: str) -> Named:
    """The mentions in a text. Code spans and blocks have none."""
    plain = _CODE.sub(" ", text)
    return Named(
        _once(_USER.findall(plain)), _once(_ROLE.findall(plain)), bool(_EVERYONE.search(plain))
    )


def let_through(named: Named, allowed: Json | None, replied: str | None) -> Named:
    """The mentions that ping; `replied`: the author of the message that this replies to."""
    if allowed is None:
        return named._replace(users=_once([*named.users, *([replied] if replied else [])]))
    parse = list_in(allowed, "parse")
    users = _some(named.users, list_in(allowed, "users"), every="users" in parse)
    roles = _some(named.roles, list_in(allowed, "roles"), every="roles" in parse)
    if replied and allowed.get("replied_user"):
        users = _once([*users, replied])
    return Named(users, roles, named.everyone and "everyone" in parse)


def _some(named: tuple[str, ...], allowed: list[object], *, every: bool) -> tuple[str, ...]:
    wanted = set(map(str, allowed))
    return tuple(id_ for id_ in named if every or id_ in wanted)


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
