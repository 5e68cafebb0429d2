"""All that is stored about one person: how much it is, as a JSON file, and how to erase it.

Law: numbers of accounts and messages are text, since many programs round such large numbers; of
other persons the file only says that they played.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.service.model import ENGINE, FORMER
from bot.service.puzzles import date_of
from bot.service.ratings import EVERYWHERE
from bot.service.standings import starts
from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages.page import Accent, Attachment, Button, Buttons, Page, Style, Text
from games.core import Side
from games.events import to_data

if TYPE_CHECKING:
    from bot.service.model import Challenge, Instant, Place, Player
    from bot.service.my_data import Dossier, Filed
    from bot.service.puzzles import Attempt
    from bot.service.ratings import Rating, Seat
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.events import Event

    Data = dict[str, object]


EXPORT, ASK, SURE, ERASE, KEEP = "export", "ask", "sure", "erase", "keep"


def overview(kept: Dossier, reader: Reader) -> Page:
    """How much there is, and what can be done with it."""
    words = reader.words
    games = words("mydata.games", count=len(kept.matches))
    challenges = words("mydata.challenges", count=len(kept.challenges))
    lines = [words("mydata.title"), words("mydata.kept", games=games, challenges=challenges)]
    export = _button("export", EXPORT, words, Style.MAIN)
    return Page((Text("\n".join(lines)), Buttons((export, _button("erase", ASK, words)))))


def export(kept: Dossier, reader: Reader, now: Instant) -> Page:
    """All of it, to take away."""
    return Page((Text(reader.words("mydata.here")), file(kept, reader.words, now)), Accent.QUIET)


def asking(running: int, reader: Reader) -> Page:
    """The first question: what erasing means."""
    words = reader.words
    resigned = [words("mydata.running", count=running)] if running else []
    lines = [words("mydata.asked"), *resigned, words("mydata.effects")]
    buttons = (_button("go-on", SURE, words, Style.GRAVE), _button("keep", KEEP, words))
    return Page((Text("\n".join(lines)), Buttons(buttons)), Accent.STOP)


def asking_again(reader: Reader) -> Page:
    """The second question. Its buttons are swapped, so that a double tap does not go through."""
    words = reader.words
    buttons = (_button("keep", KEEP, words), _button("sure-yes", ERASE, words, Style.GRAVE))
    return Page((Text(words("mydata.sure")), Buttons(buttons)), Accent.STOP)


def _button(name: str, what: str, words: Words, style: Style = Style.PLAIN) -> Button:
    return Button(words(f"mydata.{name}"), custom_ids.write(Press(Verb.MYDATA, of=what)), style)


_KNOWN = {FORMER: "0", ENGINE: "Konakis"}
_LARGEST = 7_000_000  # bytes; Discord takes about ten
_PARTS = (
    *("about", "times", "settings", "vacations", "challenges", "matches"),
    *("ratings", "results", "honours", "titles", "puzzles"),
    *("barred", "blocked", "erased", "former"),
)


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
        "ratings": [_rating(each) for each in kept.ratings],
        "results": [_result(each, you) for each in kept.results],
        "honours": [
            {"mark": each.mark, "match": each.match, "at": _moment(each.at)}
            for each in kept.honours
        ],
        "titles": [
            {
                "server": str(each.guild),
                "until": _moment(starts(each.season + 1)),
                "family": each.family,
                "place": each.place,
                "rating": each.rating,
                "games": each.games,
            }
            for each in kept.titles
        ],
        "puzzles": [_attempt(each) for each in kept.puzzles],
        "barred": [str(each) for each in kept.barred],
        "blocked": [
            {"player": _who(each.player or FORMER, you), "since": _moment(each.at)}
            for each in kept.blocked
        ],
        "erased": None if kept.erased is None else _moment(kept.erased),
    }


def _attempt(attempt: Attempt) -> Data:
    return {
        "number": attempt.puzzle,
        "tries": attempt.tries,
        "shown": attempt.shown,
        "solved": None if attempt.solved is None else _moment(attempt.solved),
        "day": None if attempt.day is None else date_of(attempt.day).isoformat(),
        "server": _number(attempt.guild),
        "shared": _moment(attempt.shared) if attempt.shared else None,
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
        "counter_of": challenge.counter_of,
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
        "level": match.level,
        "winner": match.winner,
        "over": match.reason,
        "prepared": _prepared(match, you),
        "events": [_event(each) for each in match.log],
    }


def _rating(rating: Rating) -> Data:
    return {
        "server": _scope(rating.guild),
        "family": rating.family,
        **asdict(rating.strength),
        "newest": _moment(rating.at),
        "won": rating.won,
        "drawn": rating.drawn,
        "lost": rating.lost,
        "form": rating.form,
    }


def _result(seat: Seat, you: Player) -> Data:
    return {
        "match": seat.match,
        "server": _scope(seat.guild),
        "side": seat.side,
        "opponent": _who(seat.opponent, you),
        "family": seat.family,
        "rules": seat.rules,
        "at": _moment(seat.at),
        "outcome": seat.outcome,
        "before": seat.before,
        **asdict(seat.strength),
    }


def _scope(guild: int) -> str | None:
    """The server of a rating; None for that over all of them."""
    return None if guild == EVERYWHERE else str(guild)


def _prepared(match: Filed, you: Player) -> list[str]:
    """The answers that this person has prepared, a line each; none of the opponent's."""
    waiting = match.light if match.turn is Side.DARK else match.dark
    return match.plan.split(";") if match.plan and waiting == you else []


def _event(event: Event) -> Data:
    return {**to_data(event), "at": _moment(event.at)}


def _place(place: Place) -> Data:
    return {"server": _number(place.guild), "channel": _number(place.channel)}


def _who(player: Player | None, you: Player) -> str | None:
    if player == you:
        return "you"
    return None if player is None else _KNOWN.get(player, str(player))


def _number(number: int | None) -> str | None:
    return None if number is None else str(number)


def _moment(at: Instant) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat().replace("+00:00", "Z")
