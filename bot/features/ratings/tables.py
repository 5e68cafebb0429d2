"""Ratings in SQLite: updated in the transaction that ends a game; recomputed from all games.

Invariant: `rating`, `seat`, `rated`, `lean` and `score` follow from the matches. The exception is a
game of a player who was erased: the rows about the other player are all that is left, and are kept.
"""

# ruff: noqa: S608  statements are made only of words in this package

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Final

from bot.features.ratings.glicko import Bias, start_of
from bot.features.ratings.honours import FRIENDS, Honour, Mark
from bot.features.ratings.model import (
    EVERYWHERE,
    KNOWN_SERVER,
    Counted,
    Family,
    Game,
    LeanChange,
    Learned,
    Meeting,
    Rating,
    Seat,
    counts,
    family_of,
    game_of,
    settle,
    settle_again,
)
from bot.features.ratings.standings import Score, scores
from bot.model.matches import Outcome, was_played
from bot.model.people import FORMER
from bot.model.personal_data import moment_text, player_text
from bot.model.seasons import season_of, starts
from bot.service.balance import all_counted, even
from bot.store import matches, rows, sql
from bot.store.extension import Extension
from games.core import Reason
from games.pace import DAY

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from bot.features.ratings.model import Settled
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.service.balance import Balance
    from bot.store.database import Database
    from bot.store.extension import MatchWritten
    from games.core import Side

progress = logging.getLogger("progress.ratings")

_TOLD = 500  # games between two lines of progress
RATING = rows.columns(Rating)
SEAT = rows.columns(Seat)
LEARNED = rows.columns(Learned)
LESSON = rows.columns(LeanChange)
HONOUR = rows.columns(Honour)
SCORE = rows.columns(Score)
COUNTED = rows.columns(Counted)

KEEP_RATING: Final = sql.keep("rating", RATING)
KEEP_LEARNED: Final = sql.keep("lean", LEARNED)
INSERT_LESSON: Final = sql.insert("rated", LESSON)
INSERT_SEAT: Final = sql.insert("seat", SEAT)
INSERT_HONOUR: Final = sql.insert("honour", HONOUR, "INSERT OR IGNORE")
_RATING = "guild = :guild AND family = :family"
ONE_RATING: Final = f"SELECT * FROM rating WHERE {_RATING} AND player = :player"
RATINGS_OF: Final = "SELECT * FROM rating WHERE player = :player"
ADD_COUNTED: Final = sql.add("counted", COUNTED[:-1], *COUNTED[-1:])
ADD_SCORE: Final = sql.add("score", SCORE[:-4], *SCORE[-4:])
ONE_SCORE: Final = f"""
    SELECT * FROM score WHERE {_RATING} AND season = :season AND rules = :rules
    AND player = :player"""
# Of both players of a game.
BOTH_RATINGS: Final = """
    SELECT * FROM rating
    WHERE guild IN (0, :guild) AND family = :family AND player IN (:dark, :light)"""
BOTH_SCORES: Final = """
    SELECT * FROM score WHERE guild = 0 AND family = :family AND season = 0 AND rules = :rules
    AND player IN (:dark, :light)"""
# The number of games between the two players that have counted.
MET: Final = """
    SELECT guild, rules, at >= :since AND at < :until AS this_season, count(*) AS count FROM seat
    WHERE player = :dark AND opponent = :light AND guild IN (0, :guild) AND family = :family
    GROUP BY guild, rules, this_season"""
# The number of strangers that each player has met in the game's season.
STRANGERS: Final = """
    SELECT guild, player, count(*) AS count FROM seat
    WHERE player IN (:dark, :light) AND guild IN (0, :guild) AND family = :family
    AND at >= :since AND at < :until AND stranger GROUP BY guild, player"""
FAMILIES_OF: Final = "SELECT * FROM counted WHERE guild = :guild"
COUNTED_IN: Final = "SELECT * FROM counted WHERE guild IN (0, :guild) AND family = :family"
LOST_ON_TIME: Final = f"""
    SELECT seat.at FROM seat JOIN "match" AS m ON m.id = seat."match"
    WHERE seat.player = :player AND seat.guild = 0 AND seat.family IN {tuple(map(str, Family))}
    AND seat.at > :at - {DAY} AND seat.at < :at + {DAY}
    AND seat.outcome = '{Outcome.LOST}' AND m.reason = '{Reason.TIME}'"""
ONE_LEARNED: Final = "SELECT * FROM lean WHERE rules = :rules"
# A damaged number may have none after it.
NEXT_LESSON: Final = (
    f"SELECT coalesce(max(number), 0) + 1 AS number FROM rated WHERE number < {2**62}"
)
SEATS: Final = 'SELECT * FROM seat WHERE "match" = :match ORDER BY guild, side'
SEATS_OF: Final = "SELECT * FROM seat WHERE player = :player"
CURVE: Final = f"""
    SELECT * FROM seat WHERE player = :player AND {_RATING} AND at >= :since
    ORDER BY at DESC LIMIT :most"""
COUNT_BETWEEN: Final = """
    SELECT count(*) AS count FROM seat
    WHERE player = :player AND opponent = :opponent AND guild = 0"""
HONOURS_OF: Final = "SELECT * FROM honour WHERE player = :player"
HONOURS_IN: Final = 'SELECT * FROM honour WHERE "match" = :match'

ERASE_RATINGS: Final = "DELETE FROM rating WHERE player = :player"
ERASE_SEATS: Final = "DELETE FROM seat WHERE player = :player"
ERASE_OPPONENT: Final = sql.update("seat", "opponent = :player", opponent=":former")
ERASE_HONOURS: Final = "DELETE FROM honour WHERE player = :player"
ERASE_SCORES: Final = "DELETE FROM score WHERE player = :player"
ERASING = (ERASE_RATINGS, ERASE_SEATS, ERASE_OPPONENT, ERASE_SCORES, ERASE_HONOURS)

# To recompute everything, every game is read once.
ALL_OVER: Final = """
    SELECT m.id AS "match", m.guild, m.rules, m.dark, m.light, m.winner, m.since AS at, m.reason,
        m.plies, m.excused, r.number, r.gain, r.deviation
    FROM "match" AS m NOT INDEXED LEFT JOIN rated AS r ON r."match" = m.id
    WHERE m.rated AND m.level = 0 AND m.reason IS NOT NULL"""
ALL_KEPT: Final = """
    SELECT * FROM seat WHERE opponent = 0 ORDER BY "match", guild, side"""
ALL_LEARNED: Final = "SELECT * FROM lean"
COLUMNS: Final = {
    "rating": RATING,
    "lean": LEARNED,
    "rated": LESSON,
    "seat": SEAT,
    "score": SCORE,
    "counted": COUNTED,
}
INDEXES: Final = """
    SELECT name, sql FROM sqlite_master
    WHERE type = 'index' AND tbl_name = :table AND sql IS NOT NULL"""
EMPTY: Final = tuple(f"DELETE FROM {table}" for table in COLUMNS)


_ANOTHER_SEASON = 0  # any season but that of the counted game


@dataclass(frozen=True, slots=True)
class _Played:
    """A match that counts, with its stored effect if it was counted before."""

    match: int
    guild: int | None
    rules: str
    dark: int
    light: int
    winner: Side | None
    at: int
    reason: Reason
    plies: int
    excused: bool
    number: int | None
    gain: float | None
    deviation: float | None

    @property
    def lesson(self) -> LeanChange | None:
        """The stored change of the rule set's lean by a game; None if the game wasn't counted."""
        if self.number is None or self.gain is None or self.deviation is None:
            return None
        return LeanChange(self.number, self.match, self.gain, self.deviation)

    @property
    def order(self) -> tuple[float, int, int]:
        """The order in which games were counted; uncounted games come last, by their end."""
        return (inf if self.number is None else self.number, self.at, self.match)

    def game(self, start: Bias) -> Game:
        """Return the game as it counts."""
        return Game(
            match=self.match,
            guild=self.guild,
            rules=self.rules,
            dark=self.dark,
            light=self.light,
            winner=self.winner,
            at=self.at,
            start=start,
            reason=self.reason,
        )


@dataclass(slots=True)
class Ledger:
    """Books in memory: the effects of many games in a row."""

    ratings: dict[tuple[int, Family, Player], Rating] = field(
        default_factory=dict[tuple[int, Family, "Player"], Rating]
    )
    biases: dict[str, Learned] = field(default_factory=dict[str, Learned])
    seats: list[Seat] = field(default_factory=list[Seat])
    lessons: list[LeanChange] = field(default_factory=list[LeanChange])
    games: Counter[tuple[str, Player]] = field(default_factory=Counter[tuple[str, "Player"]])
    # The number of games between two players, by server and family.
    pairs: defaultdict[tuple[int, Family, Player, Player], Counter[Meeting]] = field(
        default_factory=lambda: defaultdict[
            tuple[int, Family, "Player", "Player"], Counter[Meeting]
        ](Counter[Meeting])
    )
    # The number of strangers that a player met, by server, family and season.
    strange: Counter[tuple[int, Family, int, Player]] = field(
        default_factory=Counter[tuple[int, Family, int, "Player"]]
    )
    counted: Counter[tuple[int, Family]] = field(default_factory=Counter[tuple[int, Family]])
    # The matches whose rows are wrong about being excused, with the right value.
    excuses: dict[int, bool] = field(default_factory=dict[int, bool])
    late: defaultdict[Player, list[Instant]] = field(
        default_factory=lambda: defaultdict["Player", "list[Instant]"](list)
    )

    def rating(self, guild: int, family: Family, player: Player) -> Rating | None:
        """Return a player's rating; None before their first counted game."""
        return self.ratings.get((guild, family, player))

    def learned(self, rules: str) -> Learned | None:
        """Return a rule set's lean; None before its first counted game."""
        return self.biases.get(rules)

    def played(self, rules: str, player: Player) -> int:
        """Return how many games of a player with a rule set have counted."""
        return self.games[rules, player]

    def met(self, guild: int, game: Game) -> Mapping[Meeting, int]:
        """Return how many games between these two players, in this family, have counted."""
        return self.pairs[guild, family_of(game.rules), *_pair(game)]

    def strangers(self, guild: int, player: Player, game: Game) -> int:
        """Return how many of a player's opponents counted as strangers in this game's season."""
        return self.strange[guild, family_of(game.rules), season_of(game.at), player]

    def is_known_server(self, guild: int, family: Family) -> bool:
        """Whether enough games have counted on a server for its players to be well known."""
        return self.counted[guild, family] >= KNOWN_SERVER

    def was_late(self, player: Player, at: Instant) -> bool:
        """Whether a loss on time by this player, within a day of that moment, has counted."""
        return any(abs(at - lost) < DAY for lost in self.late[player])

    def add(self, number: int, game: Game, settled: Settled) -> None:
        """Add the effects of a game."""
        for rating in settled.ratings:
            self.ratings[rating.guild, rating.family, rating.player] = rating
        for guild in game.scopes:
            self.counted[guild, family_of(game.rules)] += 1
            self.pairs[guild, family_of(game.rules), *_pair(game)][game.meeting] += 1
        self.biases[settled.learned.rules] = settled.learned
        self.seats += settled.seats
        for seat in settled.seats:
            self.strange[seat.guild, seat.family, season_of(seat.at), seat.player] += seat.stranger
            self.games[seat.rules, seat.player] += seat.guild == EVERYWHERE
        if game.late is not None:
            self.late[game.late].append(game.at)
        deviation = settled.learned.bias.deviation
        self.lessons.append(LeanChange(number, game.match, settled.gain, deviation))

    @property
    def counts(self) -> Sequence[Counted]:
        """The number of counted games, by server and family."""
        return [Counted(*scope, games) for scope, games in self.counted.items()]


def _pair(game: Game) -> tuple[Player, Player]:
    """Return the players in an order that doesn't depend on their sides."""
    return min(game.dark, game.light), max(game.dark, game.light)


def stored(game: Game, db: sqlite3.Connection) -> Ledger:
    """Return what is stored about a game's players and its rule set."""
    learned = rows.one(Learned, db, ONE_LEARNED, rules=game.rules)
    family, season = family_of(game.rules), season_of(game.at)
    both = {"family": family, "dark": game.dark, "light": game.light}
    ratings = rows.many(Rating, db, BOTH_RATINGS, **both, guild=game.guild)
    played = rows.many(Score, db, BOTH_SCORES, **both, rules=game.rules)
    within = {**both, "guild": game.guild, "since": starts(season), "until": starts(season + 1)}
    met = sql.many(db, MET, within)
    counted = rows.many(Counted, db, COUNTED_IN, guild=game.guild, family=family)
    strangers = sql.many(db, STRANGERS, within)
    ledger = Ledger(
        {(rating.guild, rating.family, rating.player): rating for rating in ratings},
        {learned.rules: learned} if learned else {},
        games=Counter({(score.rules, score.player): score.games for score in played}),
        strange=Counter(
            {(row["guild"], family, season, row["player"]): row["count"] for row in strangers}
        ),
        counted=Counter({(scope.guild, scope.family): scope.games for scope in counted}),
    )
    for row in met:
        meeting = Meeting(season if row["this_season"] else _ANOTHER_SEASON, row["rules"])
        ledger.pairs[row["guild"], family, *_pair(game)][meeting] = row["count"]
    if game.late is not None:
        asked = {"player": game.late, "at": game.at}
        ledger.late[game.late] = [row["at"] for row in sql.many(db, LOST_ON_TIME, asked)]
    return ledger


# Writing


def count(db: sqlite3.Connection, game: Game) -> None:
    """Count a game that ends, as part of the job that ends it."""
    ledger = stored(game, db)
    if not counts(game, ledger):
        matches.excuse(db, game.match)
        return
    settled = settle(game, ledger)
    row = sql.one(db, NEXT_LESSON, {})
    assert row
    deviation = settled.learned.bias.deviation
    lesson = LeanChange(row["number"], game.match, settled.gain, deviation)
    db.execute(INSERT_LESSON, rows.row_of(lesson))
    db.execute(KEEP_LEARNED, rows.row_of(settled.learned))
    db.executemany(INSERT_SEAT, [rows.row_of(seat) for seat in settled.seats])
    db.executemany(KEEP_RATING, [rows.row_of(rating) for rating in settled.ratings])
    db.executemany(ADD_SCORE, [rows.row_of(score) for score in scores(settled.seats)])
    family = family_of(game.rules)
    one_more = [rows.row_of(Counted(guild, family, 1)) for guild in game.scopes]
    db.executemany(ADD_COUNTED, one_more)
    _honour(db, game, settled)


def _honour(db: sqlite3.Connection, game: Game, settled: Settled) -> None:
    """Store achievements that weren't earned before."""
    marks = [*game.feats, *((player, Mark.UPSET) for player in settled.upset)]
    between = {"player": game.dark, "opponent": game.light}
    together = sql.one(db, COUNT_BETWEEN, between)
    if together and together["count"] >= FRIENDS:
        marks += [(game.dark, Mark.FRIENDS), (game.light, Mark.FRIENDS)]
    for player, mark in marks:
        db.execute(INSERT_HONOUR, rows.row_of(Honour(player, mark, game.match, game.at)))


def rebuild(db: sqlite3.Connection, balance: Balance) -> int:
    """Recompute all ratings and return how many games counted. Achievements stay as they are."""
    ledger = replayed(db, balance)
    indexes = [index for table in COLUMNS for index in sql.many(db, INDEXES, {"table": table})]
    progress.debug("writing what the games say")
    for index in indexes:  # rebuilding an index at the end is faster than row by row
        db.execute(f'DROP INDEX "{index["name"]}"')
    for statement in EMPTY:
        db.execute(statement)
    written: tuple[tuple[str, Sequence[object]], ...] = (
        (INSERT_LESSON, ledger.lessons),
        (INSERT_SEAT, ledger.seats),
        (KEEP_RATING, [*ledger.ratings.values()]),
        (KEEP_LEARNED, [*ledger.biases.values()]),
        (ADD_SCORE, scores(ledger.seats)),
        (ADD_COUNTED, ledger.counts),
    )
    for statement, values in written:
        db.executemany(statement, map(rows.row_of, values))
    for index in indexes:
        db.execute(index["sql"])
    for match, excused in ledger.excuses.items():
        matches.excuse(db, match, excused=excused)
    return len(ledger.lessons)


def replayed(db: sqlite3.Connection, balance: Balance = even) -> Ledger:
    """Replay all games in order. `balance`: for rule sets without a stored start."""
    seats: defaultdict[int, list[Seat]] = defaultdict(list)
    for seat in rows.many(Seat, db, ALL_KEPT):
        seats[seat.match].append(seat)
    learned = rows.many(Learned, db, ALL_LEARNED)
    began = {lean.rules: Bias(lean.start, lean.start_deviation) for lean in learned}
    ledger = Ledger()
    games = _in_order(db)
    for number, played in enumerate(games):
        if number % _TOLD == 0:
            progress.debug("%s of %s games counted", f"{number:,}", f"{len(games):,}")
        if played.rules not in began:
            began[played.rules] = start_of(balance(played.rules))
        game, lesson = played.game(began[played.rules]), played.lesson
        if FORMER in (played.dark, played.light):
            assert lesson
            settled = settle_again(game, seats[played.match], lesson, ledger)
        else:
            settled = settle(game, ledger) if counts(game, ledger) else None
            if played.excused is not (settled is None):
                ledger.excuses[game.match] = settled is None
            if settled is None:
                continue
        ledger.add(len(ledger.lessons) + 1, game, settled)
    return ledger


def _in_order(db: sqlite3.Connection) -> list[_Played]:
    """Return the games that count, in order. A game of an erased player counts if it did before."""
    over = rows.many(_Played, db, ALL_OVER)
    return sorted(filter(_may_count, over), key=lambda played: played.order)


def _may_count(played: _Played) -> bool:
    if FORMER in (played.dark, played.light):
        return played.lesson is not None
    return was_played(played.reason, played.plies)


def faults(db: sqlite3.Connection) -> list[str]:
    """Yield the differences between the stored ratings and those that follow from the games."""
    ledger = replayed(db)
    expected: dict[str, Sequence[object]] = {
        "rating": [*ledger.ratings.values()],
        "lean": [*ledger.biases.values()],
        "rated": ledger.lessons,
        "seat": ledger.seats,
        "score": scores(ledger.seats),
        "counted": ledger.counts,
    }
    wrong = [table for table, values in expected.items() if _differs(db, table, values)]
    if ledger.excuses:
        wrong.append("match.excused")
    return [f"{table} is not what the games say: konakis ratings rebuild" for table in wrong]


def _differs(db: sqlite3.Connection, table: str, values: Sequence[object]) -> bool:
    names = COLUMNS[table]
    listed = ", ".join(f'"{name}"' for name in names)
    stored = {tuple(row) for row in db.execute(f'SELECT {listed} FROM "{table}"')}
    return stored != {tuple(rows.row_of(value)[name] for name in names) for value in values}


class RatingTables:
    """The ratings, and the effects of single games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rating(self, guild: int, family: Family, player: Player) -> Rating:
        """Return a player's rating; a new player's if none of their games has counted."""
        asked = {"guild": guild, "family": family, "player": player}
        rating = await self._database.one(Rating, ONE_RATING, **asked)
        return rating or Rating(guild, family, player)

    async def books(self, game: Game) -> Ledger:
        """Return what is stored about a game's players and its rule set, before it counts."""
        return await self._database.read(partial(stored, game))

    async def most_played(self, guild: int) -> Family | None:
        """Return the family with most counted games on a server; None if there are none."""
        counted = await self._database.many(Counted, FAMILIES_OF, guild=guild)
        most = max(counted, key=lambda family: family.games, default=None)
        return most and most.family

    async def ratings_of(self, player: Player) -> Sequence[Rating]:
        """Return all ratings of a player, by server and family."""
        return sorted(await self._database.many(Rating, RATINGS_OF, player=player), key=_by_family)

    async def learned(self, rules: str) -> Learned | None:
        """Return what is known about a rule set's lean; None before its first game."""
        return await self._database.one(Learned, ONE_LEARNED, rules=rules)

    async def seats(self, match: int) -> Sequence[Seat]:
        """Return a game's effects; nothing if it didn't count."""
        return await self._database.many(Seat, SEATS, match=match)

    async def curve(
        self, player: Player, guild: int, family: Family, since: Instant, most: int
    ) -> Sequence[Seat]:
        """Return up to `most` of a player's newest results since a moment, oldest first."""
        asked = {"player": player, "guild": guild, "family": family}
        newest_first = await self._database.many(Seat, CURVE, **asked, since=since, most=most)
        return newest_first[::-1]

    async def honours_of(self, player: Player) -> Sequence[Honour]:
        """Return a player's achievements, oldest first."""
        honours = await self._database.many(Honour, HONOURS_OF, player=player)
        return sorted(honours, key=lambda honour: (honour.at, honour.mark))

    async def honours_in(self, match: int) -> Sequence[Honour]:
        """Return the achievements earned in a game."""
        return await self._database.many(Honour, HONOURS_IN, match=match)

    async def rebuild(self, balance: Balance) -> int:
        """Recompute all ratings and return how many games counted."""
        return await self._database.write(lambda db: rebuild(db, balance))


def _by_family(rating: Rating) -> tuple[int, str]:
    return rating.guild, rating.family


# Additions to the store


def extension(balance: Balance) -> Extension:
    """Return the ratings' part of the store. `balance`: rule sets' lean before any game counted."""

    def match_written(db: sqlite3.Connection, written: MatchWritten) -> None:
        if game := game_of(written.record, balance):
            count(db, game)

    return Extension(
        match_written=match_written,
        erase=_erase,
        personal_data=_personal_data,
        tables={
            "rating": partial(rows.read, Rating),
            "lean": partial(rows.read, Learned),
            "rated": partial(rows.read, LeanChange),
            "seat": partial(rows.read, Seat),
            "score": partial(rows.read, Score),
            "counted": partial(rows.read, Counted),
            "honour": partial(rows.read, Honour),
        },
        faults=faults,
        rebuild=lambda db: rebuild(db, balance),
    )


def _erase(db: sqlite3.Connection, player: Player, _: Instant) -> None:
    for statement in ERASING:
        db.execute(statement, {"player": player, "former": FORMER})


def _personal_data(
    db: sqlite3.Connection, player: Player
) -> Mapping[str, Sequence[Mapping[str, object]]]:
    honours = rows.many(Honour, db, HONOURS_OF, player=player)
    return {
        "ratings": [_rating(rating) for rating in rows.many(Rating, db, RATINGS_OF, player=player)],
        "results": [_result(seat, player) for seat in rows.many(Seat, db, SEATS_OF, player=player)],
        "honours": [
            {"mark": honour.mark, "match": honour.match, "at": moment_text(honour.at)}
            for honour in honours
        ],
    }


def _rating(rating: Rating) -> Mapping[str, object]:
    """Return a rating as personal data shows it."""
    return {
        "server": _server(rating.guild),
        "family": rating.family,
        **asdict(rating.strength),
        "newest": moment_text(rating.at),
        "won": rating.won,
        "drawn": rating.drawn,
        "lost": rating.lost,
        "form": rating.form,
    }


def _result(seat: Seat, player: Player) -> Mapping[str, object]:
    """Return a rated game's result as personal data shows it."""
    return {
        "match": seat.match,
        "server": _server(seat.guild),
        "side": seat.side,
        "opponent": player_text(seat.opponent, player),
        "family": seat.family,
        "rules": seat.rules,
        "at": moment_text(seat.at),
        "outcome": seat.outcome,
        "before": seat.before,
        **asdict(seat.strength),
    }


def _server(guild: int) -> str | None:
    """Return the server of a rating as text; None for the one over all servers."""
    return None if guild == EVERYWHERE else str(guild)


EXTENSION = extension(lambda rules: all_counted().before_games(rules))
