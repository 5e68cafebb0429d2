"""A host's settings, read once from the environment. Every fault in them is named at once."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field, replace
from importlib.metadata import PackageNotFoundError, files, version
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from dotenv import dotenv_values
from dotenv.parser import parse_stream
from yarl import URL

from bot.service.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

_PREFIX = "KONAKIS_"
_NAME = "konakis"
_EXAMPLE = ".env.example"
_PROJECT = Path(__file__).parents[1] / "pyproject.toml"  # missing in an installed program
_KNOWN = (
    "TOKEN",
    "TOKEN_FILE",
    "DATABASE",
    "PORT",
    "MAX_CHALLENGES",
    "MAX_GAMES",
    "MAX_REQUESTS",
    "CHALLENGE_PAUSE",
    "VACATION_DAYS",
    "API",
    "GATEWAY",
    "LOG",
    "LOG_FORMAT",
    "METRICS_HOST",
    "METRICS_PORT",
    "ENGINE_PROCESSES",
    "BACKUPS",
    "EMOJIS",
    "FONTS",
    "TELL_OWNER",
)
_PORTS = range(1, 65536)
_LIMITS = range(1, 10001)
_PAUSES = range(1441)  # minutes
_DAYS = range(367)  # of a year
_PROCESSES = range(65)
_DIGITS = 10  # a longer number is out of range anyway
_LEVELS = ("debug", "info", "warning", "error")
_FORMS = ("plain", "json")
_ON_OFF = ("on", "off")
_YES_NO = ("on", "yes", "true", "none", "no", "false")  # nobody means these as a folder


Usual = TypeVar("Usual", int, None)


class Misconfigured(Exception):
    """The settings are wrong: a sentence for each fault."""

    def __init__(self, *sentences: str) -> None:
        self.sentences = sentences
        super().__init__("\n".join(sentences))


class Refused(Misconfigured):
    """Discord refuses the bot, its token or an intent. Starting again doesn't help."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that differ from host to host."""

    token: str = field(default="", repr=False)  # empty: the sandbox
    token_file: Path | None = None  # a file with the token, for `with_token`
    database: Path = Path("data/konakis.db")
    backups: Path | None = Path("data/backups")  # None: no daily ones
    port: int = 8400  # of the sandbox's page
    limits: Limits = field(default_factory=Limits)
    api: str = ""  # another Discord to connect to, such as a sandbox; empty: Discord's own
    gateway: str = ""  # the same for its gateway
    log: str = ""  # the least serious lines to log; empty: info, or warning on the sandbox
    log_format: str = "plain"
    metrics_host: str = "127.0.0.1"
    metrics_port: int = 0  # 0: no port is opened
    emojis: bool = True  # send Discord small pictures, for buttons, menus and lists
    tell_owner: bool = True  # of faults, by a DM
    fonts: tuple[Path, ...] = ()  # for names that our own fonts can't write, in pictures
    engine_processes: int | None = None  # 0: the bot plays no games; None: see bot.machine


def example() -> Path:
    """Return the file that explains every setting: in the project's folder, or as installed."""
    in_project = Path(__file__).parents[1] / _EXAMPLE
    if in_project.exists():
        return in_project
    return next(Path(file.locate()) for file in files(_NAME) or () if file.name == _EXAMPLE)


def own_version() -> str:
    """Return the version of Konakis that runs: as its folder says, or as it was installed.

    The folder comes first: an editable install still names the version of the last `pip install`.
    """
    if _PROJECT.exists():
        project = tomllib.loads(_PROJECT.read_text("utf-8")).get("project", {})
        if project.get("name") == _NAME:
            return str(project["version"])
    try:
        return version(_NAME)
    except PackageNotFoundError:  # copied somewhere by hand
        return "unknown"


def read_file(path: Path) -> Mapping[str, str]:
    """Return the variables in a .env file; none if there is no such file."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors put a mark before the text
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Misconfigured(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise Misconfigured(f"{path} cannot be read: it is not UTF-8 text.") from error
    faults = [
        f"{path}, line {binding.original.line}: a setting is written NAME=value."
        for binding in parse_stream(StringIO(text))
        if binding.error
    ]
    if faults:
        raise Misconfigured(*faults)
    values = dotenv_values(stream=StringIO(text))
    return {name: value or "" for name, value in values.items()}


def read(environment: Mapping[str, str]) -> Settings:
    """Return the settings in these variables; raise Misconfigured with every fault at once."""
    given = {
        name.removeprefix(_PREFIX): text.strip()
        for name, text in environment.items()
        if name.startswith(_PREFIX)
    }
    reader = _Reader(given)
    usual = Settings()
    database = Path(given.get("DATABASE") or usual.database)
    settings = Settings(
        token=given.get("TOKEN", ""),
        token_file=reader.token_file("TOKEN_FILE", "TOKEN"),
        database=database,
        backups=reader.backups("BACKUPS", database.parent),
        port=reader.number("PORT", usual.port, _PORTS),
        limits=Limits(
            challenges=reader.number("MAX_CHALLENGES", usual.limits.challenges, _LIMITS),
            games=reader.number("MAX_GAMES", usual.limits.games, _LIMITS),
            pause=reader.number("CHALLENGE_PAUSE", usual.limits.pause, _PAUSES),
            requests=reader.number("MAX_REQUESTS", usual.limits.requests, _LIMITS),
            vacation=reader.number("VACATION_DAYS", usual.limits.vacation, _DAYS),
        ),
        api=reader.address("API", "GATEWAY", "http", "https"),
        gateway=reader.address("GATEWAY", "API", "ws", "wss"),
        log=reader.one_of("LOG", _LEVELS, usual.log),
        log_format=reader.one_of("LOG_FORMAT", _FORMS, usual.log_format),
        metrics_host=reader.machine("METRICS_HOST", usual.metrics_host),
        emojis=reader.one_of("EMOJIS", _ON_OFF, "on") == "on",
        tell_owner=reader.one_of("TELL_OWNER", _ON_OFF, "on") == "on",
        fonts=reader.files("FONTS"),
        engine_processes=reader.number("ENGINE_PROCESSES", None, _PROCESSES),
        metrics_port=reader.number("METRICS_PORT", usual.metrics_port, _PORTS),
    )
    if reader.faults:
        raise Misconfigured(*reader.faults)
    return settings


def with_token(settings: Settings) -> Settings:
    """Return the settings with the token from its file, if they name one."""
    file = settings.token_file
    if file is None:
        return settings
    try:
        token = file.read_text("utf-8").strip()
    except OSError as error:
        raise Misconfigured(
            f"{_PREFIX}TOKEN_FILE names {file}, which can't be read: {error.strerror or error}."
        ) from error
    except UnicodeDecodeError:
        token = ""
    if not token or not token.isprintable():
        raise Misconfigured(f"{_PREFIX}TOKEN_FILE names {file}, which must hold just the token.")
    return replace(settings, token=token)


class _Reader:
    """Reads one setting after another and collects their faults."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = given
        self.faults = [
            f"{_PREFIX}{name} isn't a Konakis setting; `konakis settings` lists them."
            for name in given
            if name not in _KNOWN
        ]
        self.faults += [
            f"{_PREFIX}{name} holds a character that cannot be shown; write it again."
            for name in _KNOWN
            if not given.get(name, "").isprintable()
        ]

    def number(self, name: str, usual: Usual, allowed: range) -> int | Usual:
        """Return a setting as a number in a range; note a fault if it isn't one."""
        text = self._given.get(name)
        if not text:
            return usual
        if text.isascii() and text.isdigit() and len(text) < _DIGITS and int(text) in allowed:
            return int(text)
        self.faults.append(
            f"{_PREFIX}{name} is a number from {allowed[0]} to {allowed[-1]}, not {text!r}."
        )
        return usual

    def backups(self, name: str, databases: Path) -> Path | None:
        """Return the folder for backups, which can't be the database's; None if backups are off."""
        usual = databases / "backups"
        text = self._given.get(name) or str(usual)
        if text.lower() == "off":
            return None
        if text.lower() in _YES_NO:
            self.faults.append(f"{_PREFIX}{name} is a folder, or off for none, not {text!r}.")
        elif os.path.abspath(text) == os.path.abspath(databases):  # noqa: PTH100  Path keeps the ..
            self.faults.append(
                f"{_PREFIX}{name} is another folder than the database's; name one such as {usual}."
            )
        return Path(text)

    def token_file(self, name: str, other: str) -> Path | None:
        """Return the file with the token; note a fault if the token is set as well."""
        text = self._given.get(name)
        if text and self._given.get(other):
            self.faults.append(f"{_PREFIX}{other} and {_PREFIX}{name} are both set; keep one.")
        return Path(text) if text else None

    def files(self, name: str) -> tuple[Path, ...]:
        parts = map(str.strip, self._given.get(name, "").split(","))
        return tuple(Path(part) for part in parts if part)

    def address(self, name: str, with_it: str, *schemes: str) -> str:
        """Return a setting as an address; note a fault if it isn't one, or lacks its partner."""
        text = self._given.get(name, "")
        if text and not self._given.get(with_it):
            self.faults.append(f"{_PREFIX}{name} is used together with {_PREFIX}{with_it} alone.")
        if text and not _is_address(text, schemes):
            self.faults.append(f"{_PREFIX}{name} is an address with {schemes[0]}://, not {text!r}.")
        return text

    def machine(self, name: str, usual: str) -> str:
        """Return a setting as an IP address; note a fault if it isn't one."""
        text = self._given.get(name) or usual
        try:
            return str(ip_address(text))
        except ValueError:
            self.faults.append(
                f"{_PREFIX}{name} is an address such as 127.0.0.1 or 0.0.0.0, not {text!r}."
            )
            return usual

    def one_of(self, name: str, words: tuple[str, ...], usual: str) -> str:
        text = self._given.get(name, "").lower() or usual
        if text and text not in words:
            self.faults.append(f"{_PREFIX}{name} is one of {', '.join(words)}, not {text!r}.")
        return text


def _is_address(text: str, schemes: tuple[str, ...]) -> bool:
    try:
        url = URL(text)
    except ValueError:
        return False
    return url.scheme in schemes and bool(url.host)
