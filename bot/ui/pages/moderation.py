"""The moderators' pages: the modal that stops a game, suspended players, and the log."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

from bot.model.moderation import LONGEST_REASON, Act
from bot.model.people import FORMER
from bot.service.paging import page_among
from bot.ui.buttons import Press, Small
from bot.ui.pages import naming
from bot.ui.pages.games import known_names
from bot.ui.pages.page import Accent, Modal, Page, Text, TextField, turning
from bot.ui.pages.settings import language_names
from games import catalogue
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.matches import Listing, Record, Seats
    from bot.model.moderation import LogLine
    from bot.model.servers import Bar
    from bot.ui.pages.games import Names
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class SubmitStop(Press, verb="stopped"):
    """Stop a game for the modal's reason."""

    match: int


class ShowBarred(Press, verb="barred"):
    """Show a page of suspended players."""

    page: Small = 0


class ShowLog(Press, verb="mod-log"):
    """Show a page of the server's log."""

    page: Small = 0


REASON = "reason"  # the field of the modal
_A_PAGE = 50  # people


def stopping(record: Record, reader: Reader, names: Names) -> Modal:
    """Return the modal that stops a game: it names the players and asks for the reason."""
    words = reader.words
    players = players_of(record, names, words)
    reason = TextField(
        REASON,
        words("mod.reason"),
        longest=LONGEST_REASON,
        about=words("mod.stop-about"),
        several=True,
    )
    title = words("mod.stop-title", players=players)
    return Modal(SubmitStop(record.id), title, lines=(reason,))


def players_of(seats: Seats, names: Names, words: Words) -> str:
    """Return a match's players for texts without mentions."""
    return words(
        "mod.players",
        dark=known_names(seats, Side.DARK, names, words),
        light=known_names(seats, Side.LIGHT, names, words),
    )


def running_line(listing: Listing, names: Names, words: Words) -> str:
    """Return a game as a line of a completion, starting with its players."""
    return words(
        "mod.choice",
        number=listing.id,
        players=players_of(listing, names, words),
        rules=naming.title(listing.rules, words),
        count=listing.plies,
    )


def barred(bars: Sequence[Bar], reader: Reader, page: int = 0) -> Page:
    """Return a page of suspended players; erased ones without their names."""
    words = reader.words
    if not bars:
        return Page((Text(words("mod.nobody")),), Accent.QUIET)
    page, pages = page_among(len(bars), _A_PAGE, page)
    shown = bars[page * _A_PAGE : (page + 1) * _A_PAGE]
    lines = [words("mod.barred"), *(f"- {_barred(bar, words)}" for bar in shown)]
    if any(bar.player is None for bar in shown):
        lines.append(words("mod.former"))
    turn = turning(page, pages, words, ShowBarred)
    return Page((Text("\n".join(lines)), *turn), Accent.QUIET)


def _barred(bar: Bar, words: Words) -> str:
    name = naming.person(FORMER if bar.player is None else bar.player)
    return words("mod.one-since", player=name, day=naming.day(bar.at))


def log(lines: Sequence[LogLine], page: int, pages: int, reader: Reader) -> Page:
    """Return a page of the server's log, newest first."""
    words = reader.words
    if not lines:
        return Page((Text(words("mod.log-empty")),), Accent.QUIET)
    told = "\n".join(f"- {_log_line(line, words)}" for line in lines)
    footer = [Text(words("games.page", page=page + 1, pages=pages))] if pages > 1 else []
    turn = turning(page, pages, words, ShowLog)
    return Page((Text(words("mod.log-title")), Text(told), *footer, *turn), Accent.QUIET)


def _log_line(line: LogLine, words: Words) -> str:
    """Return an entry of the moderation log in words."""
    entry = line.entry
    at, by = naming.moment(entry.at), naming.person(entry.by)
    match entry.act:
        case Act.STOP:
            told = words("mod.log.stop", at=at, by=by, game=_game(line, words))
            why = naming.quoted(entry.text, LONGEST_REASON) if entry.text else ""
            return " ".join([told, *([words("mod.log.why", why=why)] if why else [])])
        case Act.SETTING:
            name, _, value = entry.text.partition("=")
            return words(
                "mod.log.setting",
                at=at,
                by=by,
                name=_name(name, words),
                value=_value(name, value, words),
            )
        case Act.OPEN | Act.CALL_OFF:
            if not entry.text:  # who named it was erased since
                return words(f"mod.log.{entry.act}-unnamed", at=at, by=by)
            name = naming.isolated(entry.text)
            return words(f"mod.log.{entry.act}", at=at, by=by, tournament=name)
        case _:
            player = naming.person(FORMER if entry.player is None else entry.player)
            return words(f"mod.log.{entry.act}", at=at, by=by, player=player)


def _game(line: LogLine, words: Words) -> str:
    if not line.dark or not line.light:
        return words("mod.log.game-gone", number=line.entry.match or 0)
    return words(
        "mod.log.game",
        number=line.entry.match or 0,
        dark=naming.people(line.dark),
        light=naming.people(line.light),
    )


def _name(name: str, words: Words) -> str:
    """Return a setting's label; its field's name if only a later version has it."""
    key = f"mod.setting.{name}"
    return words(key) if key in words else naming.quoted(name)


def _value(name: str, written: str, words: Words) -> str:
    """Return a setting's value, as its menu calls it."""
    try:
        value: object = json.loads(written)
    except ValueError:
        value = written
    if isinstance(value, bool):
        return words("mod.on" if value else "mod.off")
    if isinstance(value, list):
        numbers = cast("list[object]", value)
        channels = [naming.channel(number) for number in numbers if isinstance(number, int)]
        return words.join(channels) if channels else words("mod.no-channel")
    if name in {"news", "wall"}:
        nowhere = words(f"server.{name}-nowhere")
        return naming.channel(value) if isinstance(value, int) else f"*{nowhere}*"
    if value is None or value == "":
        return words("mod.default")
    text = str(value)
    labels = {"locale": dict(language_names()), "rules": _titles(words)}
    key = {"boards": f"server.boards.{text}", "theme": f"settings.theme.{text}"}.get(name, "")
    if key in words:
        return f"*{words(key)}*"
    return f"*{labels[name][text]}*" if text in labels.get(name, {}) else naming.quoted(text)


def _titles(words: Words) -> dict[str, str]:
    return {name: naming.title(name, words) for name in catalogue.NAMES}
