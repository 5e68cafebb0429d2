"""All that is kept about one person as a file that explains itself: JSON, packed where it is long.

Law: numbers of accounts and messages are text, since many programs round such large numbers; of
others stands in it only that they played.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.service.model import FORMER
from bot.ui.pages.page import Attachment
from games.events import to_data

if TYPE_CHECKING:
    from bot.service.model import Challenge, Dossier, Filed, Instant, Place, Player
    from bot.ui.words import Words
    from games.events import Event

    Data = dict[str, object]

_LARGEST = 7_000_000  # bytes; Discord takes about ten
_PARTS = ("about", "times", "settings", "vacations", "challenges", "matches", "barred", "former")


def file(kept: Dossier, words: Words, now: Instant, largest: int = _LARGEST) -> Attachment:
    """The file, named in the reader's language."""
    text = json.dumps(_all(kept, words, now), ensure_ascii=False, indent=1)
    content, name = text.encode(), f"{words('mydata.file')}.json"
    if len(content) > largest:
        return Attachment(f"{name}.gz", gzip.compress(content, mtime=0))
    return Attachment(name, content)


def _all(kept: Dossier, words: Words, now: Instant) -> Data:
    you = kept.person.id
    settings = {name: value for name, value in asdict(kept.person).items() if name != "id"}
    return {
        "explained": {part: words(f"mydata.file-says.{part}") for part in _PARTS},
        "you": str(you),
        "written": _moment(now),
        "settings": settings,
        "vacations": [
            {"from": _moment(each.start), "until": _moment(each.end)} for each in kept.vacations
        ],
        "challenges": [_challenge(each, you) for each in kept.challenges],
        "matches": [_match(each, you) for each in kept.matches],
        "barred": [str(each) for each in kept.barred],
    }


def _challenge(challenge: Challenge, you: Player) -> Data:
    terms = challenge.terms
    return {
        "number": challenge.id,
        "made": _moment(challenge.made),
        "until": _moment(challenge.until),
        "by": _who(challenge.by, you),
        "to": _who(challenge.opponent, you),
        "standing": challenge.standing,
        **_place(challenge.place),
        "message": _number(challenge.message),
        "rules": terms.rules,
        "side": terms.side,
        "pace": asdict(terms.pace),
        "thread": terms.thread,
        "games": terms.games,
        "start": terms.start,
        "match": challenge.match,
        "rematch_of": challenge.rematch_of,
    }


def _match(match: Filed, you: Player) -> Data:
    return {
        "number": match.id,
        "dark": _who(match.dark, you),
        "light": _who(match.light, you),
        **_place(match.place),
        "pace": asdict(match.pace),
        "challenge": match.challenge,
        "games": match.games,
        "first": match.first,
        "winner": match.winner,
        "over": match.reason,
        "events": [_event(each) for each in match.log],
    }


def _event(event: Event) -> Data:
    return {**to_data(event), "at": _moment(event.at)}


def _place(place: Place) -> Data:
    return {"server": _number(place.guild), "channel": _number(place.channel)}


def _who(player: Player | None, you: Player) -> str | None:
    if player == you:
        return "you"
    return None if player is None else "0" if player == FORMER else str(player)


def _number(number: int | None) -> str | None:
    return None if number is None else str(number)


def _moment(at: Instant) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat().replace("+00:00", "Z")
