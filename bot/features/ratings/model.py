"""Ratings: which games count, and the effect of each on its two players.

A player has a rating for each family of games, on each server and over all of them (`EVERYWHERE`).
`settle` works out a game's effect from the current ratings and from the lean of its rule set; the
transaction that ends the game writes that effect (bot.features.ratings.tables).

Invariant: ratings follow only from the games that count, in the order in which they were counted. A
game of a player who was erased since can't be worked out again: its effect on the other player is
kept, and `settle_again` applies that.

Nobody gains a rating by playing their own accounts: the n-th game of the same two players within a
season counts as 1/n of a game. After the first KNOWN_SERVER games on a server, all of a player's
little-known opponents together count as one opponent, at half weight. Of the games that a player
loses on time within a day, only one counts.

The lean of a rule set is shared by everyone, so no two players can move it far. Only games between
well-known players move it; a player's second game with the rule set counts as half a game, the
third as a third. In a day it moves at most by its uncertainty.

Seasons and curves are made from `Seat`: one player's result in one game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from bot.features.ratings import glicko
from bot.features.ratings.glicko import KNOWN, NEW, SURE, Bias, Result, Strength
from bot.features.ratings.honours import UPSET, feats
from bot.model.matches import Outcome, was_played
from bot.model.seasons import season_of
from games import catalogue
from games.core import Reason, Side
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bot.features.ratings.honours import Feat
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.service.balance import Balance

EVERYWHERE = 0  # the number of no server: ratings over all of them
ESTABLISHED = 3  # games, and different opponents, needed for a line in a leaderboard
FEWEST = 2  # enough opponents if no more than two others play, as among friends
KNOWN_SERVER = 100  # games on a server after which little-known opponents count less
FORM = 5  # results stored with a rating
SCORES = {Outcome.WON: 1.0, Outcome.DRAWN: 0.5, Outcome.LOST: 0.0}


class Family(StrEnum):
    """Games that are rated together."""

    TABLUT = "tablut"  # on nine ranks
    TABAL = "tabal"
    OTHER = "other"  # the wider family, on boards of other sizes


@cache
def family_of(rules: str) -> Family:
    """Return the family of a rule set, even if this program no longer knows the rule set.

    >>> family_of("larochelle+king-four"), family_of("brandubh")
    (<Family.TABLUT: 'tablut'>, <Family.OTHER: 'other'>)
    """
    preset = rules.partition("+")[0]
    known = {catalogue.TABAL: Family.TABAL, "tafl-9": Family.TABLUT}
    board = next(
        (candidate for candidate, names in catalogue.boards().items() if preset in names), ""
    )
    return known.get(board, Family.OTHER)


def opponents_asked(others: int) -> int:
    """Return how many opponents a player needs for a line among so many other players.

    >>> [opponents_asked(others) for others in range(5)]
    [2, 2, 2, 3, 3]
    """
    return min(ESTABLISHED, max(FEWEST, others))


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in one family of games, on one server or everywhere."""

    guild: int  # EVERYWHERE: over all servers
    family: Family
    player: Player
    strength: Strength = NEW
    at: Instant = 0  # the end of their newest game; it has become less certain since, see `now`
    won: int = 0
    drawn: int = 0
    lost: int = 0
    opponents: int = 0  # different opponents
    form: str = ""  # w, d or l for each of the last five, newest last

    @property
    def games(self) -> int:
        """The number of games that the rating counts."""
        return self.won + self.drawn + self.lost

    def now(self, at: Instant) -> Strength:
        """Return the strength at this moment: less certain after a time without games."""
        return glicko.rested(self.strength, at - self.at) if self.games else self.strength

    def sure(self, at: Instant) -> bool:
        """Whether the rating is certain at this moment."""
        return self.now(at).deviation <= SURE

    def after(self, seat: Seat) -> Rating:
        """Return the rating after one more game, with the seat's result."""
        return Rating(
            *(self.guild, self.family, self.player, seat.strength),
            at=max(self.at, seat.at),
            won=self.won + (seat.outcome is Outcome.WON),
            drawn=self.drawn + (seat.outcome is Outcome.DRAWN),
            lost=self.lost + (seat.outcome is Outcome.LOST),
            opponents=self.opponents + seat.first.first,
            form=f"{self.form}{seat.outcome[0]}"[-FORM:],
        )


class Meeting(NamedTuple):
    """Games of two players that counted, by season and rule set."""

    season: int
    rules: str


@dataclass(frozen=True, slots=True)
class First:
    """Whether a game is the first against its opponent, in each kind of leaderboard."""

    first: bool = False  # in the family
    first_in_season: bool = False
    first_of_rules: bool = False
    first_of_rules_in_season: bool = False

    @staticmethod
    def of(game: Meeting, before: Collection[Meeting]) -> First:
        """Say what a game is the first of between its players, given their earlier games.

        >>> first = First.of(Meeting(8, "bga"), [Meeting(7, "bga"), Meeting(8, "ludens")])
        >>> first.first_in_season, first.first_of_rules, first.first_of_rules_in_season
        (False, False, True)
        """
        return First(
            not before,
            all(other.season != game.season for other in before),
            all(other.rules != game.rules for other in before),
            game not in before,
        )


@dataclass(frozen=True, slots=True)
class Seat:
    """The effect of a game on one of its players, on its server or everywhere: a row of history."""

    match: int
    guild: int
    side: Side
    player: Player
    opponent: Player  # FORMER: erased since
    family: Family
    rules: str
    at: Instant
    outcome: Outcome
    before: float  # the rating, in points
    strength: Strength  # after the game
    weight: float = 1.0  # 1: counted as a whole game
    stranger: bool = False  # the opponent shared one weight with all little-known opponents
    first: First = First()  # kept if the opponent is erased, who still counts as one

    @property
    def gain(self) -> float:
        """The points gained by the game."""
        return self.strength.rating - self.before


@dataclass(frozen=True, slots=True)
class Learned:
    """A rule set's lean towards Light: as it was before any rated game, and as those games show."""

    rules: str
    start: float  # points, before any rated game
    start_deviation: float
    bias: Bias
    games: int = 0
    day: int = 0  # the last day with a change, numbered since 1970
    day_points: float = 0.0  # at the start of that day

    @staticmethod
    def of(rules: str, start: Bias) -> Learned:
        """Return what is known about a rule set before its first game."""
        return Learned(rules, start.points, start.deviation, start, day_points=start.points)

    def moved(self, bias: Bias, at: Instant) -> Learned:
        """Return the lean after one more game; in a day it moves at most by its uncertainty."""
        day = at // DAY
        began = self.day_points if day == self.day else self.bias.points
        most = self.bias.deviation
        points = min(began + most, max(began - most, bias.points))
        within = Bias(_points(points), bias.deviation)
        return replace(self, bias=within, games=self.games + 1, day=day, day_points=began)


@dataclass(frozen=True, slots=True)
class LeanChange:
    """A counted game: its number, and its effect on the lean of its rule set."""

    number: int  # games count in this order
    match: int
    gain: float  # points towards Light
    deviation: float  # of the lean, after the game


@dataclass(frozen=True, slots=True)
class Counted:
    """The number of counted games, on a server or everywhere."""

    guild: int
    family: Family
    games: int


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game that counts, with the facts that ratings need."""

    match: int
    guild: int | None
    rules: str
    dark: Player
    light: Player
    winner: Side | None
    at: Instant
    start: Bias  # of its rule set, if no game of that has counted before
    reason: Reason | None = None  # why it ended
    feats: tuple[Feat, ...] = ()  # possible achievements by its moves

    def player(self, side: Side) -> Player:
        """Return who played a side."""
        return self.dark if side is Side.DARK else self.light

    def outcome(self, side: Side) -> Outcome:
        """Return whether a side has won, drawn or lost."""
        if self.winner is None:
            return Outcome.DRAWN
        return Outcome.WON if self.winner is side else Outcome.LOST

    @property
    def late(self) -> Player | None:
        """The player who lost on time, if anyone did."""
        side = lost_on_time(self.reason, self.winner)
        return self.player(side) if side else None

    @property
    def meeting(self) -> Meeting:
        """The game's season and rules: two players' first game of each counts specially."""
        return Meeting(season_of(self.at), self.rules)

    @property
    def scopes(self) -> tuple[int, ...]:
        """The places where a game counts: everywhere, and the server where it was played."""
        return (EVERYWHERE, self.guild) if self.guild else (EVERYWHERE,)


def lost_on_time(reason: Reason | None, winner: Side | None) -> Side | None:
    """Return the side that lost on time; None for any other end."""
    return winner.other if winner and reason is Reason.TIME else None


class Books(Protocol):
    """The ratings before a game is counted."""

    def rating(self, guild: int, family: Family, player: Player) -> Rating | None:
        """Return a player's rating; None before their first game that counts."""
        ...

    def learned(self, rules: str) -> Learned | None:
        """Return a rule set's lean; None before its first counted game."""
        ...

    def played(self, rules: str, player: Player) -> int:
        """Return how many games of a player with a rule set have counted."""
        ...

    def met(self, guild: int, game: Game) -> Mapping[Meeting, int]:
        """Return how many games between these two players, in this family, have counted."""
        ...

    def strangers(self, guild: int, player: Player, game: Game) -> int:
        """Return how many of a player's opponents counted as strangers in this game's season."""
        ...

    def is_known_server(self, guild: int, family: Family) -> bool:
        """Whether enough games have counted on a server for its players to be well known."""
        ...

    def was_late(self, player: Player, at: Instant) -> bool:
        """Whether a loss on time by this player, within a day of that moment, has counted."""
        ...


@dataclass(frozen=True, slots=True)
class Settled:
    """Everything that one game changes."""

    seats: tuple[Seat, ...]
    ratings: tuple[Rating, ...]
    learned: Learned
    gain: float  # of the lean
    upset: tuple[Player, ...] = ()  # winners against a far stronger player


def settle(game: Game, books: Books) -> Settled:
    """Work out a game's effect on its players' ratings and on the lean of its rule set."""
    known = books.learned(game.rules) or Learned.of(game.rules, game.start)
    seated: list[tuple[Seat, Rating]] = []
    pairs = [
        (_before(game, guild, Side.DARK, books), _before(game, guild, Side.LIGHT, books))
        for guild in game.scopes
    ]
    for dark, light in pairs:
        seated += (
            _seat(game, dark, light, known.bias, books),
            _seat(game, light, dark, known.bias, books),
        )
    dark, light = (before.strength for before in pairs[0])  # over all servers
    learned = known.moved(_lesson(game, known.bias, dark, light, books), game.at)
    return Settled(
        tuple(seat for seat, _ in seated),
        tuple(rating for _, rating in seated),
        learned,
        _points(learned.bias.points - known.bias.points),
        _upset(game, dark, light),
    )


def _lesson(game: Game, bias: Bias, dark: Strength, light: Strength, books: Books) -> Bias:
    """Return the bias after the game; unchanged if a player isn't well known."""
    if max(dark.deviation, light.deviation) > KNOWN:
        return bias
    played = max(books.played(game.rules, player) for player in (game.dark, game.light))
    return glicko.learned(bias, light, dark, SCORES[game.outcome(Side.LIGHT)], played)


def _upset(game: Game, dark: Strength, light: Strength) -> tuple[Player, ...]:
    """Return the winner if the loser was far stronger, and both ratings were certain."""
    if game.winner is None or max(dark.deviation, light.deviation) > SURE:
        return ()
    edge = dark.rating - light.rating
    if game.winner is Side.DARK:
        edge = -edge
    return (game.player(game.winner),) if edge >= UPSET else ()


def settle_again(game: Game, stored: Sequence[Seat], lesson: LeanChange, books: Books) -> Settled:
    """Apply a stored game again if one of its players was erased; its effect stays the same."""
    known = books.learned(game.rules) or Learned.of(game.rules, game.start)
    bias = Bias(_points(known.bias.points + lesson.gain), lesson.deviation)
    seats: list[Seat] = []
    ratings: list[Rating] = []
    for seat in stored:
        old = _rating(game, seat.guild, seat.side, books)
        rating = _points(old.strength.rating + seat.gain)
        strength = replace(seat.strength, rating=rating)
        seats.append(replace(seat, before=old.strength.rating, strength=strength))
        ratings.append(old.after(seats[-1]))
    return Settled(tuple(seats), tuple(ratings), known.moved(bias, game.at), lesson.gain)


def _rating(game: Game, guild: int, side: Side, books: Books) -> Rating:
    family, player = family_of(game.rules), game.player(side)
    return books.rating(guild, family, player) or Rating(guild, family, player)


@dataclass(frozen=True, slots=True)
class _Before:
    """A player's rating before a game, and their strength when it ended."""

    side: Side
    rating: Rating
    strength: Strength


def _before(game: Game, guild: int, side: Side, books: Books) -> _Before:
    rating = _rating(game, guild, side, books)
    return _Before(side, rating, rating.now(game.at))


def _seat(
    game: Game, own: _Before, other: _Before, bias: Bias, books: Books
) -> tuple[Seat, Rating]:
    """Work out a game's effect on one player, and their rating after it."""
    old, side, outcome = own.rating, own.side, game.outcome(own.side)
    weight, stranger = weight_of(game, old, other.strength, books)
    strength = strength_after(old, other.strength, side, outcome, bias, game.at, weight)
    seat = Seat(
        match=game.match,
        guild=old.guild,
        side=side,
        player=old.player,
        opponent=other.rating.player,
        family=old.family,
        rules=game.rules,
        at=game.at,
        outcome=outcome,
        before=old.strength.rating,
        strength=strength,
        weight=weight,
        stranger=stranger,
        first=First.of(game.meeting, books.met(old.guild, game)),
    )
    return seat, old.after(seat)


def weight_of(game: Game, own: Rating, strength: Strength, books: Books) -> tuple[float, bool]:
    """Return how much a game counts for one player, and whether the opponent is a stranger.

    `strength`: the opponent's at the end of the game.
    """
    season = game.meeting.season
    met = books.met(own.guild, game)
    weight = 1 / (1 + sum(count for other, count in met.items() if other.season == season))
    stranger = strength.deviation > KNOWN and books.is_known_server(own.guild, own.family)
    if stranger:
        together = 1 + books.strangers(own.guild, own.player, game)
        weight = min(weight, 1 / (2 * together))
    return _points(weight), stranger


def strength_after(  # noqa: PLR0913, PLR0917  everything that a result depends on
    own: Rating,
    other: Strength,
    side: Side,
    outcome: Outcome,
    bias: Bias,
    at: Instant,
    weight: float = 1.0,
) -> Strength:
    """Return the strength after a game that ends at `at`. `other`: the opponent's at that time."""
    lent = bias.towards(light=side is Side.LIGHT)
    result = Result(other, SCORES[outcome], lent, weight)
    return glicko.after(own.strength, [result], at - own.at if own.games else 0)


def _points(value: float) -> float:
    return round(value, 6)


# Games that count


def counts(game: Game, books: Books) -> bool:
    """Whether a game counts: of a player's losses on time within a day, only one does."""
    return game.late is None or not books.was_late(game.late, game.at)


def may_count(record: Record) -> bool:
    """Whether a match counts by itself; see `counts` for the effect of other games."""
    verdict = record.match.verdict
    if verdict is None or not record.rated or record.level:
        return False
    return was_played(verdict.reason, len(record.match.plies))


def game_of(record: Record, balance: Balance) -> Game | None:
    """Return the game to count with the change that ends it; None if it doesn't count."""
    match, verdict = record.match, record.match.verdict
    if verdict is None or not record.id or not may_count(record):
        return None
    return Game(
        match=record.id,
        guild=record.place.guild,
        rules=match.game.name,
        dark=record.dark,
        light=record.light,
        winner=verdict.winner,
        at=match.log[-1].at,
        start=glicko.start_of(balance(match.game.name)),
        reason=verdict.reason,
        feats=feats(record),
    )
