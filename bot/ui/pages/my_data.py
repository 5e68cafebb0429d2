"""A player's stored data: how much there is, as a JSON file, and how to erase it.

Invariant: IDs of accounts and messages are text, since many programs round such large numbers.
About other people, the file only says that they played.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from bot.model.people import FORMER
from bot.model.personal_data import moment_text, number_text, player_text
from bot.ui.buttons import Press
from bot.ui.pages.page import Accent, Attachment, Button, Buttons, Page, Style, Text
from games.events import to_data

if TYPE_CHECKING:
    from bot.model.challenges import Challenge
    from bot.model.moderation import LogEntry
    from bot.model.people import Player
    from bot.model.personal_data import Dossier, Filed
    from bot.model.servers import Place
    from bot.model.times import Instant
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.events import Event

    Data = dict[str, object]


class ExportData(Press, verb="mydata:export"):
    """Send the user's data as a file."""


class AskToErase(Press, verb="mydata:ask"):
    """Ask whether to erase the user's data."""


class AskAgain(Press, verb="mydata:sure"):
    """Ask a second time."""


class EraseData(Press, verb="mydata:erase"):
    """Erase the user's data."""


class KeepData(Press, verb="mydata:keep"):
    """Keep the user's data."""


def overview(dossier: Dossier, reader: Reader) -> Page:
    """Return the page about the reader's stored data, and their choices."""
    words = reader.words
    games = words("mydata.games", count=len(dossier.matches))
    challenges = words("mydata.challenges", count=len(dossier.challenges))
    lines = [words("mydata.title"), words("mydata.kept", games=games, challenges=challenges)]
    export = Button(words("mydata.export"), ExportData(), Style.MAIN)
    erase = Button(words("mydata.erase"), AskToErase())
    return Page((Text("\n".join(lines)), Buttons((export, erase))))


def export(dossier: Dossier, reader: Reader, now: Instant) -> Page:
    """Return a page with all the data as a file."""
    return Page((Text(reader.words("mydata.here")), file(dossier, reader.words, now)), Accent.QUIET)


def asking(running: int, reader: Reader) -> Page:
    """Return the first question: what erasing means."""
    words = reader.words
    resigned = [words("mydata.running", count=running)] if running else []
    lines = [words("mydata.asked"), *resigned, words("mydata.effects")]
    go_on = Button(words("mydata.go-on"), AskAgain(), Style.GRAVE)
    return Page((Text("\n".join(lines)), Buttons((go_on, _keep_button(words)))), Accent.STOP)


def asking_again(reader: Reader) -> Page:
    """Return the second question. Its buttons are swapped, so that a double tap doesn't confirm."""
    words = reader.words
    erase = Button(words("mydata.sure-yes"), EraseData(), Style.GRAVE)
    return Page((Text(words("mydata.sure")), Buttons((_keep_button(words), erase))), Accent.STOP)


def _keep_button(words: Words) -> Button:
    return Button(words("mydata.keep"), KeepData())


_LARGEST = 7_000_000  # bytes; Discord takes about 10 MB
_PARTS = ("about", "times", "settings", "vacations", "challenges", "matches")
_LAST_PARTS = ("barred", "moderation", "blocked", "erased", "former")  # after the features' parts


def file(dossier: Dossier, words: Words, now: Instant, largest: int = _LARGEST) -> Attachment:
    """Return the file, named in the reader's language."""
    text = json.dumps(_all(dossier, words, now), ensure_ascii=False, indent=1)
    content, name = text.encode(), f"{words('mydata.file')}.json"
    if len(content) > largest:
        return Attachment(f"{name}.gz", gzip.compress(content, mtime=0))
    return Attachment(name, content)


def _all(dossier: Dossier, words: Words, now: Instant) -> Data:
    """Return everything in the file, with explanations in the reader's language."""
    you = dossier.person.id
    settings = {name: value for name, value in asdict(dossier.person).items() if name != "id"}
    return {
        "explained": {
            part: words(f"mydata.file-says.{part}")
            for part in (*_PARTS, *dossier.features, *_LAST_PARTS)
        },
        "you": str(you),
        "written": moment_text(now),
        "settings": settings,
        "vacations": [
            {"from": moment_text(vacation.start), "until": moment_text(vacation.end)}
            for vacation in dossier.vacations
        ],
        "challenges": [_challenge(challenge, you) for challenge in dossier.challenges],
        "matches": [_match(match, you) for match in dossier.matches],
        **dossier.features,
        "barred": [str(guild) for guild in dossier.barred],
        "moderation": [_entry(entry, you) for entry in dossier.moderation],
        "blocked": [
            {"player": player_text(block.player or FORMER, you), "since": moment_text(block.at)}
            for block in dossier.blocked
        ],
        "erased": None if dossier.erased is None else moment_text(dossier.erased),
    }


def _entry(entry: LogEntry, you: Player) -> Data:
    """Return a log entry as personal data, without other people."""
    return {
        "at": moment_text(entry.at),
        "server": str(entry.guild),
        "what": entry.act,
        "by_you": entry.by == you,
        "to_you": entry.player == you,
        "match": entry.match,
        "text": entry.text,
    }


def _challenge(challenge: Challenge, you: Player) -> Data:
    terms = challenge.terms
    return {
        "number": challenge.id,
        "made": moment_text(challenge.made),
        "until": moment_text(challenge.until),
        "by": player_text(challenge.by, you),
        "to": player_text(challenge.opponent, you),
        "standing": challenge.standing,
        **_place(challenge.place),
        "message": number_text(challenge.message),
        "rules": terms.rules,
        "side": terms.side,
        "by_vote": terms.by_vote,
        "level": terms.level,
        "rated": terms.rated,
        "pace": asdict(terms.pace),
        "thread": terms.thread,
        "games": terms.games,
        "start": terms.start,
        "match": challenge.match,
        "rematch_of": challenge.rematch_of,
        "counter_of": challenge.counter_of,
    }


def _match(match: Filed, you: Player) -> Data:
    return {
        "number": match.id,
        "dark": player_text(match.dark, you),
        "light": player_text(match.light, you),
        "dark-partner": player_text(match.dark_partner, you),
        "light-partner": player_text(match.light_partner, you),
        **_place(match.place),
        "pace": asdict(match.pace),
        "challenge": match.challenge,
        "games": match.games,
        "first": match.first,
        "level": match.level,
        "winner": match.winner,
        "over": match.reason,
        "forgotten": match.forgotten,
        "events": [_event(event) for event in match.log],
    }


def _event(event: Event) -> Data:
    return {**to_data(event), "at": moment_text(event.at)}


def _place(place: Place) -> Data:
    return {"server": number_text(place.guild), "channel": number_text(place.channel)}
