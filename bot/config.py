"""What a host sets, read once from the environment. Names everything that is missing or wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bot.service.house import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

_PREFIX = "KONAKIS_"
_PORTS = range(1, 65536)
_LIMITS = range(1, 10001)


class Misconfigured(Exception):
    """What is wrong with the settings, a sentence each."""

    def __init__(self, *sentences: str) -> None:
        self.sentences = sentences
        super().__init__("\n".join(sentences))


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that differs from one host to the next."""

    token: str = ""  # empty: the sandbox
    database: Path = Path("data/konakis.db")
    port: int = 8400  # of the sandbox's page
    limits: Limits = field(default_factory=Limits)
    api: str = ""  # another Discord to connect to, such as a sandbox; empty: Discord's own
    gateway: str = ""  # the same for its gateway
    log: str = "info"


def read(environment: Mapping[str, str]) -> Settings:
    """The settings in these variables; raises Misconfigured with every fault at once."""
    faults: list[str] = []

    def number(name: str, default: int, allowed: range) -> int:
        text = environment.get(_PREFIX + name, "").strip()
        if not text:
            return default
        if text.isascii() and text.isdigit() and int(text) in allowed:
            return int(text)
        faults.append(
            f"{_PREFIX}{name} is a number from {allowed.start} to {allowed.stop - 1}, not {text!r}."
        )
        return default

    known = {"TOKEN", "DATABASE", "PORT", "MAX_CHALLENGES", "MAX_GAMES", "API", "GATEWAY", "LOG"}
    faults += [
        f"{name} is no setting of Konakis; .env.example lists them."
        for name in environment
        if name.startswith(_PREFIX) and name.removeprefix(_PREFIX) not in known
    ]
    settings = Settings(
        token=environment.get("KONAKIS_TOKEN", "").strip(),
        database=Path(environment.get("KONAKIS_DATABASE") or "data/konakis.db"),
        port=number("PORT", 8400, _PORTS),
        limits=Limits(
            challenges=number("MAX_CHALLENGES", 10, _LIMITS), games=number("MAX_GAMES", 30, _LIMITS)
        ),
        api=environment.get("KONAKIS_API", "").strip(),
        gateway=environment.get("KONAKIS_GATEWAY", "").strip(),
        log=environment.get("KONAKIS_LOG", "info").strip().lower(),
    )
    if settings.log not in ("debug", "info", "warning", "error"):
        faults.append(f"KONAKIS_LOG is debug, info, warning or error, not {settings.log!r}.")
    if faults:
        raise Misconfigured(*faults)
    return settings
