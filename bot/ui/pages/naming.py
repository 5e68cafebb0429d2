"""Names in texts: rule sets, sides, pieces, moves, moments. People only by their IDs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import bidirectional, category

from games import catalogue
from games.notation import write_move

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.model.matches import Seats
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.model.times import Instant
    from bot.ui.words import Words
    from bot.ui.words.values import Name
    from games.core import Game, Move, Position, Side
    from games.match import Ply
    from games.pace import Pace

_QUARTERS = (
    "",
    "\N{VULGAR FRACTION ONE QUARTER}",
    "\N{VULGAR FRACTION ONE HALF}",
    "\N{VULGAR FRACTION THREE QUARTERS}",
)
AND = " & "  # between partners
_LONGEST = 40  # characters of a quotation
_MANY = 2  # options that are too many for a short name
_HALF_A_DAY = 43200  # seconds
_FROM_THE_RIGHT = frozenset({"R", "AL", "AN"})  # letters and digits written from the right
_ISOLATED, _ISOLATES = "\u2068{}\u2069", re.compile("[\u2068\u2069]")
_POINT = re.compile("[a-z][1-9][0-9]?")


def person(player: Player) -> str:
    """Return a person's mention: Discord shows the name. The message decides whether it pings.

    In a sentence, the words replace the ID of an erased player with "a former player".
    """
    return f"<@{player}>"


def players(seats: Seats, side: Side) -> str:
    """Return the names of a side: one person, or two partners."""
    return people(seats.players(side))


def people(side: Iterable[Player]) -> str:
    """Return the names of players on one side, joined by "and"."""
    return AND.join(map(person, side))


def channel(number: int) -> str:
    """Return a channel's mention."""
    return f"<#{number}>"


def when(at: Instant, words: Words) -> str:
    """Return a moment, counted down by Discord; for a message that stays, return its date."""
    return words("date.on", moment=moment(at)) if words.has_dates else f"<t:{at}:R>"


def day(at: Instant) -> str:
    """Return a moment's date, in each reader's own format."""
    return f"<t:{at}:d>"


def moment(at: Instant) -> str:
    """Return a moment's date and time, in each reader's own format."""
    return f"<t:{at}:f>"


def until(end: Instant) -> str:
    """Return the last day of a time that ends at midnight UTC; the same from America to India."""
    return f"<t:{end - _HALF_A_DAY}:D>"


def link(place: Place, message: int) -> str:
    """Return the address of a message."""
    return f"https://discord.com/channels/{place.guild or '@me'}/{place.channel}/{message}"


def title(rules: str, words: Words) -> str:
    """Return a rule set's full name from its line: La Rochelle + king steps."""
    preset, *options = rules.split("+")
    if f"ruleset.{preset}.name" not in words:
        return quoted(rules)
    return " + ".join([words(f"ruleset.{preset}.name"), *(option(name, words) for name in options)])


def brief(rules: str, words: Words) -> str:
    """Return a short name of rules: a usual combination's, or La Rochelle +3.

    The page of the rules, one tap away, has the full name.
    """
    preset, *options = rules.split("+")
    if len(options) < _MANY or f"ruleset.{preset}.name" not in words:
        return title(rules, words)
    if f"combination.{rules}" in words:
        return words(f"combination.{rules}")
    return words("brief", rules=title(preset, words), count=len(options))


def rules_and_games(rules: str, games: int, words: Words, *, full: bool = False) -> str:
    """Return a challenge's rules and games in short: La Rochelle, both sides.

    With any rules, two games are even, since the players swap sides.
    """
    shown = (title if full else brief)(rules, words)
    return words("form.both-sides", rules=shown) if games > 1 else shown


def option(name: str, words: Words) -> str:
    """Return the name of a module, setup or preset."""
    for key in (f"module.{name}.name", f"ruleset.{name}.name"):
        if key in words:
            return words(key)
    return quoted(name)


def label(name: str, words: Words) -> str:
    """Return the name of a module or setup beside a checkbox, with a capital."""
    return capitalised(option(name, words))


def capitalised(text: str) -> str:
    """Return a text with a capital at its start, for the start of a line.

    >>> capitalised("draughts"), capitalised("e2-d2 with 2 votes")
    ('Draughts', 'e2-d2 with 2 votes')
    """
    return text if _POINT.match(text) else text[:1].upper() + text[1:]


def begun(name: Name) -> Name:
    """Return a name with a capital at the start of all its forms."""
    return name.changed(capitalised)


def short(rules: str, words: Words) -> str:
    """Return a rule set's summary: a sentence for the preset, and for each option.

    The preset's sentence says where the king wins, so another goal replaces it.
    """
    preset, *options = rules.split("+")
    keys = [f"module.{option}.short" for option in options]
    if not any(option.startswith("goal-") for option in options):
        keys.insert(0, f"ruleset.{preset}.short")
    return " ".join(words(key) for key in keys if key in words)


def family(rules: str) -> str:
    """Return the family of a rule set's line."""
    return "tabal" if rules.partition("+")[0] == catalogue.TABAL else "tablut"


def family_of(game: Game) -> str:
    """Return the family of a game by any name of its rules."""
    return str(game.data["game"])


def board(game: Game, words: Words) -> str:
    """Return the name of a game's board: Tablut, or Tafl with its number of squares."""
    return words(f"board-name.{catalogue.board_of(game)}")


def with_board(rules: str, words: Words) -> str:
    """Return a rule set's full name with its board, unless the name says that."""
    named, on = title(rules, words), board(catalogue.game(rules.partition("+")[0]), words)
    return named if on in named else f"{named} · {on}"


def nth(count: int, words: Words) -> str:
    """Return an ordinal number as a word: third."""
    return words(f"nth.{count}") if f"nth.{count}" in words else words("nth.any", count=count)


def side(family: str, which: Side, words: Words) -> str:
    """Return a side's name as a title: Attackers."""
    return words(f"side.{family}.{which}.name")


def the_side(family: str, which: Side, words: Words) -> Name:
    """Return a side's name inside a sentence: the attackers."""
    return words.name(f"side.{family}.{which}.the")


def man(game: Game, letter: str, words: Words) -> Name:
    """Return the name of a kind of piece."""
    return words.name(f"man.{family_of(game)}.{letter}")


def move_text(ply: Ply) -> str:
    """Return a move that was made, with its captures."""
    return write_move(ply.move, ply.step.captured)


def move_at(game: Game, position: Position, move: Move) -> str:
    """Return a move that can be made in a position, with its captures."""
    return write_move(move, game.play(position, move).captured)


def pace(terms: Pace, words: Words) -> str:
    """Return the time per move in words."""
    if terms.days is None:
        return words("pace.none")
    parts = [days_per_move(terms.days, words)]
    if first := terms.fewer_first_days:
        parts.append(words("pace.first", count=first))
    if terms.reserve:
        parts.append(words("pace.reserve", count=terms.reserve))
    if not terms.weekends:
        parts.append(words("pace.weekends"))
    if terms.hurry_from is not None and terms.days > 1:
        parts.append(words("pace.hurry", day=day(terms.hurry_from)))
    return ", ".join(parts)


def days_per_move(days: int, words: Words) -> str:
    """Return the time for a move in words; a single day says how many hours that is."""
    return words("pace.day") if days == 1 else words("pace.days", count=days)


def quarters(count: int) -> str:
    """Return a score given in quarters of a point, as text.

    >>> quarters(14), quarters(3), quarters(0)
    ('3½', '¾', '0')
    """
    whole, part = divmod(count, 4)
    return f"{whole or ''}{_QUARTERS[part]}" if count else "0"


def halves(count: int) -> str:
    """Return a score given in half points, as text."""
    return quarters(2 * count)


def score(first: int, second: int) -> str:
    """Return two players' half points.

    >>> score(3, 1)
    '1½\u2013½'
    """
    return f"{halves(first)}\N{EN DASH}{halves(second)}"


def points(named: tuple[str, ...]) -> list[str]:
    """Return the texts that are points; others may come from a forged custom ID."""
    return [point for point in named if _POINT.fullmatch(point)]


def isolated(name: str) -> str:
    """Return a user's name for use inside a sentence, without effect on the text's direction.

    Otherwise a right-to-left name would also reverse the numbers after it.
    """
    is_turned = any(bidirectional(sign) in _FROM_THE_RIGHT for sign in name)
    return _ISOLATED.format(name) if is_turned else name


def unmarked(text: str) -> str:
    """Return a text without the invisible signs of `isolated`, for drawing or for another name."""
    return _ISOLATES.sub("", text)


def plain(name: str) -> str:
    """Return a user's name without markup, mentions and addresses."""
    signs = (sign if category(sign)[0] in "LMN" or sign in " '-_" else " " for sign in name)
    plain_name = " ".join("".join(signs).split())
    return plain_name if any(map(str.isalnum, plain_name)) else ""  # lone marks are invisible


def quoted(text: str, longest: int = _LONGEST) -> str:
    """Return a user's text as code, shortened: it can't mention or format anything."""
    shown = " ".join("".join(c for c in text if c.isprintable() and c != "`").split())
    shown = shown.replace("<@", "@")  # the words replace some numbers with names
    shown = shown if len(shown) <= longest else f"{shown[: longest - 1]}…"
    return f"`{shown or ' '}`"
