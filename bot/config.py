"""What a host sets, read once from the environment. Names everything that is missing or wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bot.service.house import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_PREFIX = "KONAKIS_"
_PORTS = range(1, 65536)
_LIMITS = range(1, 10001)
_LEVELS = ("debug", "info", "warning", "error")


class Misconfigured(Exception):
    """What is wrong with the settings, a sentence each."""

    def __init__(self, *sentences: str) -> None:
        self.sentences = sentences
        super().__init__("\n".join(sentences))


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that differs from one host to the next."""

    token: str = field(default="", repr=False)  # empty: the sandbox
    database: Path = Path("data/konakis.db")
    port: int = 8400  # of the sandbox's page
    limits: Limits = field(default_factory=Limits)
    api: str = ""  # another Discord to connect to, such as a sandbox; empty: Discord's own
    gateway: str = ""  # the same for its gateway
    log: str = "info"


_USUAL = Settings()
_PARTS = ("TOKEN", "DATABASE", "PORT", "MAX_CHALLENGES", "MAX_GAMES", "API", "GATEWAY", "LOG")
NAMES = tuple(_PREFIX + part for part in _PARTS)  # every variable that is read


def read(environment: Mapping[str, str]) -> Settings:
    """The settings in these variables; raises Misconfigured with every fault at once."""
    given = {name: text.strip() for name, text in environment.items() if name.startswith(_PREFIX)}
    if faults := (*_unknown(given), *_faults(given)):
        raise Misconfigured(*faults)
    return Settings(
        token=given.get("KONAKIS_TOKEN", ""),
        database=Path(given.get("KONAKIS_DATABASE") or _USUAL.database),
        port=int(given.get("KONAKIS_PORT") or _USUAL.port),
        limits=Limits(
            challenges=int(given.get("KONAKIS_MAX_CHALLENGES") or _USUAL.limits.challenges),
            games=int(given.get("KONAKIS_MAX_GAMES") or _USUAL.limits.games),
        ),
        api=given.get("KONAKIS_API", ""),
        gateway=given.get("KONAKIS_GATEWAY", ""),
        log=(given.get("KONAKIS_LOG") or _USUAL.log).lower(),
    )


def _unknown(given: Mapping[str, str]) -> Iterator[str]:
    for name in given:
        if name not in NAMES:
            yield f"{name} is no setting of Konakis; .env.example lists them."


def _faults(given: Mapping[str, str]) -> Iterator[str]:
    if len(given.get("KONAKIS_TOKEN", "").split()) > 1:  # which is not shown: it is a secret
        yield "KONAKIS_TOKEN has a blank in it; copy it again."
    yield from _number(given, "KONAKIS_PORT", _PORTS)
    yield from _number(given, "KONAKIS_MAX_CHALLENGES", _LIMITS)
    yield from _number(given, "KONAKIS_MAX_GAMES", _LIMITS)
    yield from _addresses(given.get("KONAKIS_API", ""), given.get("KONAKIS_GATEWAY", ""))
    level = given.get("KONAKIS_LOG") or _USUAL.log
    if level.lower() not in _LEVELS:
        yield f"KONAKIS_LOG is debug, info, warning or error, not {level[:40]!r}."


def _number(given: Mapping[str, str], name: str, allowed: range) -> Iterator[str]:
    text = given.get(name)
    if text and not (re.fullmatch("[0-9]{1,9}", text) and int(text) in allowed):
        yield f"{name} is a number from {allowed.start} to {allowed.stop - 1}, not {text[:40]!r}."


def _addresses(api: str, gateway: str) -> Iterator[str]:
    if bool(api) is not bool(gateway):
        yield "KONAKIS_API and KONAKIS_GATEWAY are set together or not at all."
    elif not re.match("(https?://[^/]|$)", api):
        yield "KONAKIS_API begins with http:// or https://."
    elif not re.match("(wss?://[^/]|$)", gateway):
        yield "KONAKIS_GATEWAY begins with ws:// or wss://."
