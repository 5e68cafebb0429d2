"""Leaderboards in SQLite, with the results of profiles and the titles of seasons."""

# ruff: noqa: S608  statements are made only of words in this package

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.features.ratings import tables as ratings
from bot.features.ratings.model import ESTABLISHED, FEWEST, Family, Rating, opponents_asked
from bot.features.ratings.model import FORM as FORM_LENGTH
from bot.features.ratings.standings import (
    Result,
    Row,
    Score,
    SeasonPost,
    Standing,
    Table,
    Title,
)
from bot.model.personal_data import moment_text
from bot.model.seasons import starts
from bot.store import rows, sql
from bot.store.extension import Extension, PostKind
from bot.store.servers import add_news

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from bot.model.matches import Outcome
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.store.database import Database

_TITLES = 3  # places that bring a title
_NEVER = 2**62  # after every game


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server that is over."""

    guild: int
    number: int


@dataclass(frozen=True, slots=True)
class _Played:
    """The outcome of a game, as read for the form."""

    outcome: Outcome


_LISTED = "NOT EXISTS (SELECT 1 FROM person WHERE id = rating.player AND NOT listed)"
# The players of a server, in any family. A player who has met only one opponent may be that
# opponent's second account, and must not raise the bar for everyone. No more are read than make a
# difference.
_PLAYS = f"""{FEWEST} = (SELECT count(*) FROM (
        SELECT DISTINCT opponent FROM seat
        WHERE player = known.player AND guild = :guild AND at >= :since AND at < :until
        LIMIT {FEWEST})) LIMIT {ESTABLISHED + 1}"""
PLAYERS: Final = f"SELECT DISTINCT player FROM rating AS known WHERE guild = :guild AND {_PLAYS}"
PLAYERS_OF_SEASON: Final = f"""
    SELECT DISTINCT player FROM score AS known
    WHERE guild = :guild AND family IN ({", ".join(f"'{family}'" for family in Family)})
    AND season = :season AND rules = '' AND {_PLAYS}"""
# The players of a leaderboard, sorted by rating less twice its deviation.
ALL_TIME: Final = f"""
    SELECT player FROM rating WHERE guild = :guild AND family = :family
    AND won + drawn + lost >= {ESTABLISHED} AND opponents >= :opponents AND {_LISTED}
    ORDER BY rating - 2 * deviation DESC, player"""
# Found by their scores, for which no index has that order: not sorted yet.
SOME: Final = f"""
    SELECT rating.player, rating.rating - 2 * rating.deviation AS known
    FROM score CROSS JOIN rating ON rating.guild = :guild
        AND rating.family = :family AND rating.player = score.player
    WHERE score.guild = :guild AND score.family = :family AND season = :season AND rules = :rules
    AND score.won + score.drawn + score.lost >= {ESTABLISHED} AND score.opponents >= :opponents
    AND {_LISTED}"""
FORM: Final = f"""
    SELECT outcome FROM seat WHERE player = :player AND guild = :guild AND family = :family
    AND at >= :since AND at < :until AND :rules IN ('', rules)
    ORDER BY at DESC LIMIT {FORM_LENGTH}"""
RESULTS: Final = """
    SELECT own."match", own.rules, own.side, own.outcome, own.opponent, other.before AS met
    FROM seat AS own LEFT JOIN seat AS other
        ON other."match" = own."match" AND other.guild = own.guild AND other.side <> own.side
    WHERE own.player = :player AND own.guild = :guild AND own.family = :family
    ORDER BY own.at DESC LIMIT :most"""
INSERT_SEASON: Final = sql.insert("season", rows.columns(Season), "INSERT OR IGNORE")
INSERT_TITLE: Final = sql.insert("title", rows.columns(Title))
SEASON_GUILDS: Final = "SELECT id FROM guild WHERE news IS NOT NULL AND id > 0 ORDER BY id"
TITLES_OF: Final = "SELECT * FROM title WHERE player = :player"
ERASE_TITLES: Final = "DELETE FROM title WHERE player = :player"


class StandingTables:
    """Leaderboards, the results of profiles, and the titles of seasons."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def standing(self, table: Table, player: Player, page: int | None, most: int) -> Standing:
        """Return a page of `most` lines; page None: the one with the player, or the first."""
        return await self._database.read(partial(_standing, table, player, page, most))

    async def results(
        self, player: Player, guild: int, family: Family, most: int
    ) -> Sequence[Result]:
        """Return up to `most` counted results, newest first."""
        asked = {"player": player, "guild": guild, "family": family}
        return await self._database.many(Result, RESULTS, **asked, most=most)

    async def season_guilds(self) -> Sequence[int]:
        """Return the servers with seasons."""
        return [row["id"] for row in await self._database.rows(SEASON_GUILDS)]

    async def end_season(self, guild: int, season: int, *, newest: bool = True) -> bool:
        """Give a season's titles and add its post; False: already done.

        `newest`: the next season is current, so the post announces that too.
        """
        return await self._database.write(lambda db: end_season(db, guild, season, newest=newest))

    async def titles_of(self, player: Player) -> Sequence[Title]:
        """Return the titles of a player, newest first."""
        titles = await self._database.many(Title, TITLES_OF, player=player)
        return sorted(titles, key=lambda title: (-title.season, title.guild, title.family))


def _standing(
    table: Table, player: Player, page: int | None, most: int, db: sqlite3.Connection
) -> Standing:
    """Read a page of a leaderboard, as a job for the database."""
    players = _players(db, table)
    order = _order(db, table, players)
    place = order.index(player) + 1 if player in order else None
    pages = max(1, -(-len(order) // most))
    shown = max(0, min(pages - 1, ((place or 1) - 1) // most if page is None else page))
    first = shown * most
    placed = enumerate(order[first : first + most], first + 1)
    lines = [row for number, player in placed if (row := _row(db, table, number, player))]
    own = next((row for row in lines if row.place == place), None)
    if place and own is None:  # on another page
        own = _row(db, table, place, player)
    asked = opponents_asked(len(players - {player}))
    return Standing(lines, shown, pages, len(order), own, asked)


def _players(db: sqlite3.Connection, table: Table) -> set[Player]:
    """Return some of the server's players in the leaderboard's period; all if there are few."""
    asked = {"guild": table.guild, "season": table.season, **_times(table)}
    rows = sql.many(db, PLAYERS_OF_SEASON if table.season else PLAYERS, asked)
    return {row["player"] for row in rows}


def _order(db: sqlite3.Connection, table: Table, players: set[Player]) -> list[Player]:
    """Return the players of a leaderboard, best first."""
    asked: dict[str, object] = {"guild": table.guild, "family": table.family}
    asked["opponents"] = opponents_asked(len(players) - 1)
    if not table.counts_some:
        return [row["player"] for row in sql.many(db, ALL_TIME, asked)]
    rows = sql.many(db, SOME, {**asked, "season": table.season, "rules": table.rules})
    readable = (row for row in rows if isinstance(row["known"], float))
    return [row["player"] for row in sorted(readable, key=lambda r: (-r["known"], r["player"]))]


def _times(table: Table) -> Mapping[str, Instant]:
    """Return the period in which a leaderboard's games end."""
    if not table.season:
        return {"since": 0, "until": _NEVER}
    return {"since": starts(table.season), "until": starts(table.season + 1)}


def _row(db: sqlite3.Connection, table: Table, place: int, player: Player) -> Row | None:
    """Return a player's line; None if it can't be read."""
    asked = {"guild": table.guild, "family": table.family, "player": player}
    rating = rows.one(Rating, db, ratings.ONE_RATING, **asked)
    if rating is None:
        return None
    if not table.counts_some:
        return Row(place, rating, rating.won, rating.drawn, rating.lost, rating.form)
    asked |= {"season": table.season, "rules": table.rules}
    score = rows.one(Score, db, ratings.ONE_SCORE, **asked)
    return score and Row(place, rating, score.won, score.drawn, score.lost, _form(db, table, asked))


def _form(db: sqlite3.Connection, table: Table, asked: Mapping[str, object]) -> str:
    """Return the newest counted results, a letter each, newest last."""
    played = rows.many(_Played, db, FORM, **asked, **_times(table))
    return "".join(game.outcome[0] for game in reversed(played))


def end_season(db: sqlite3.Connection, guild: int, season: int, *, newest: bool) -> bool:
    """Give a season's titles and add its post, as a job for the writer; False: already done."""
    if not db.execute(INSERT_SEASON, rows.row_of(Season(guild, season))).rowcount:
        return False
    titles = [title for family in Family for title in _best(db, guild, season, family)]
    for title in titles:
        db.execute(INSERT_TITLE, rows.row_of(title))
    if titles or newest:
        add_news(db, guild, SeasonPost(season))
    return True


def _best(db: sqlite3.Connection, guild: int, season: int, family: Family) -> list[Title]:
    """Return the titles of a season's best players in a family."""
    table = Table(guild, family, season)
    order = _order(db, table, _players(db, table))
    ranked = (_row(db, table, *placed) for placed in enumerate(order[:_TITLES], 1))
    return [
        Title(
            *(guild, season, family, row.place, row.rating.player, row.rating.strength.rating),
            games=row.games,
        )
        for row in ranked
        if row
    ]


def _erase(db: sqlite3.Connection, player: Player, _: Instant) -> None:
    db.execute(ERASE_TITLES, {"player": player})


def _personal_data(
    db: sqlite3.Connection, player: Player
) -> Mapping[str, Sequence[Mapping[str, object]]]:
    titles = rows.many(Title, db, TITLES_OF, player=player)
    return {
        "titles": [
            {
                "server": str(title.guild),
                "until": moment_text(starts(title.season + 1)),
                "family": title.family,
                "place": title.place,
                "rating": title.rating,
                "games": title.games,
            }
            for title in titles
        ]
    }


EXTENSION = Extension(
    posts=(PostKind(SeasonPost),),
    erase=_erase,
    personal_data=_personal_data,
    tables={"season": partial(rows.read, Season), "title": partial(rows.read, Title)},
)
