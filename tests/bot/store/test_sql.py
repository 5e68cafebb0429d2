"""Every statement finds its rows by an index, however many there are."""

from __future__ import annotations

import re
import sqlite3
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING, cast

import pytest

import bot.features
import bot.store
from tests.bot.store.model import empty
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

_WORDS = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\s")


def modules() -> Iterator[ModuleType]:
    """Every module of the store, and those of features that may have statements."""
    for package in (bot.store, bot.features):
        for info in walk_packages(package.__path__, f"{package.__name__}."):
            if "migrations" not in info.name and (package is bot.store or "tables" in info.name):
                yield import_module(info.name)


def named_in(module: ModuleType) -> Iterator[tuple[str, object]]:
    """Yield the values in a module by their names, also those in tuples."""
    for name, value in vars(module).items():
        yield name, value
        if isinstance(value, tuple):
            texts = cast("tuple[object, ...]", value)
            yield from ((f"{name}.{number}", text) for number, text in enumerate(texts))


ALL = {
    f"{module.__name__.removeprefix('bot.')}.{name}": text
    for module in modules()
    for name, text in named_in(module)
    if isinstance(text, str) and _WORDS.match(text) and not name.startswith("_")
}
FINE = re.compile(
    r"SEARCH |COMPOUND QUERY$|LEFT-MOST SUBQUERY$|UNION ALL$|(CORRELATED )?SCALAR SUBQUERY "
    r"|(CORRELATED )?LIST SUBQUERY |MULTI-INDEX OR$|INDEX [12]$|SCAN CONSTANT ROW$"
    r"|MERGE \(UNION ALL\)$|LEFT$|RIGHT$|CO-ROUTINE |CREATE BLOOM FILTER$"
)
_OPPONENTS = {"SCAN (subquery-2)", "SCAN (subquery-1)", "USE TEMP B-TREE FOR DISTINCT"}
TINY = {  # all that may be there: SQLite's releases plan a few of them differently
    "DUE_POSTS": {"RECURSIVE STEP", "SCAN queues", "SETUP"},  # each queue once
    "ALL_ERASED": {"SCAN erased"},  # where no bot has the file open, as for the next
    "PERSONS": {
        "UNION USING TEMP B-TREE",
        *("MERGE (UNION)", "USE TEMP B-TREE FOR ORDER BY"),  # the same since 3.53
        "SCAN match",
        "SCAN person",
        "SCAN challenge USING COVERING INDEX challenge_by",
        "SCAN blocked USING COVERING INDEX blocked_by",
        "SCAN vacation USING COVERING INDEX vacation_player",
        "SCAN moderation USING COVERING INDEX moderation_by",
    },
    "TRIED": {"SCAN attempt"},  # the same
    "LEARNERS": {"SCAN lesson"},
    "THINKERS": {"SCAN thought USING COVERING INDEX thought_player"},
    "PEOPLE": {"SCAN tournament_entrant USING COVERING INDEX tournament_entrant_player"},
    "MAKERS": {"SCAN tournament USING COVERING INDEX tournament_by"},
    "SEATED": {"SCAN foursome_seat USING COVERING INDEX foursome_seat_player"},
    "VOTERS": {"SCAN vote USING COVERING INDEX vote_player"},
    "OF_CHANNELS": {"SCAN m"},  # for a check
    "MAKERS_OF_FOUR": {"SCAN foursome USING COVERING INDEX foursome_by"},
    "SHOWN_OF": {
        "SCAN showing USING COVERING INDEX showing_player",
        "SCAN showing USING COVERING INDEX showing_about",
    },
    "COUNT_MATCHES": {"SCAN match USING COVERING INDEX match_channel"},  # all are checked next
    "ALL_OVER": {"SCAN m"},  # to work all ratings out again
    "ALL_TIME": _OPPONENTS,
    "SOME": _OPPONENTS,
    "PLAYERS": _OPPONENTS,
    "PLAYERS_OF_SEASON": _OPPONENTS,
    "ALL_LEARNED": {"SCAN lean"},
    "GAMES": {"SCAN json_each VIRTUAL TABLE INDEX 1:"},  # the channels that were asked for
    "TALLIES": {"SCAN json_each VIRTUAL TABLE INDEX 1:"},  # who is barred there
    "LISTED_RESULTS": {"SCAN json_each VIRTUAL TABLE INDEX 1:"},  # the games of a list
    "FORGET_RESULTS": {"SCAN json_each VIRTUAL TABLE INDEX 1:"},
    "LISTS_NAMING": {"SCAN finished_list", "SCAN json_each VIRTUAL TABLE INDEX 1:"},  # to erase
    "ENTRIES": {"SCAN entry"},  # the page, as for the next
    "MET": {"USE TEMP B-TREE FOR GROUP BY"},  # the games of two players
    "FINISHED": {"SCAN past"},  # the page, as its own SEARCHes find it
    "HIGHEST_NUMBERS": {"SCAN sqlite_sequence"},
    "NUMBERED": {"SCAN sqlite_master"},
    "INDEXES": {"SCAN sqlite_master"},  # SQLite's own: a row a table or index, as for the next
    "NEWEST_POST": {"SCAN sqlite_sequence"},  # SQLite's own: a row a table, without an index
    "VACATIONS": {"SCAN players VIRTUAL TABLE INDEX 1:"},  # what was asked for
}
COVERED = {"SIDES_OF_SERVER"}  # read at every press: it may not fetch a row for each game


@pytest.fixture(scope="module")
def db() -> Iterator[sqlite3.Connection]:
    with empty() as database:
        yield database


def plan(db: sqlite3.Connection, statement: str) -> list[str]:
    values = dict.fromkeys(re.findall(r":(\w+)", statement))
    return [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}", values)]


@for_every("name", sorted(ALL))
def test_it_scans_no_table_and_sorts_nothing(db: sqlite3.Connection, name: str) -> None:
    details = plan(db, ALL[name])
    tiny = TINY.get(name.rpartition(".")[2], set())
    assert {detail for detail in details if not FINE.match(detail)} <= tiny
    whole = ALL[name].startswith("DELETE") and "WHERE" not in ALL[name]  # the table at once
    assert details or "INSERT" in ALL[name] or whole


@for_every("name", sorted(name for name in ALL if name.rpartition(".")[2] in COVERED))
def test_what_is_read_at_every_press_is_read_from_an_index_alone(
    db: sqlite3.Connection, name: str
) -> None:
    assert all(" USING COVERING INDEX " in detail for detail in plan(db, ALL[name]))


@for_every("name", sorted(ALL))
def test_it_is_planned_once_however_often_it_is_used(db: sqlite3.Connection, name: str) -> None:
    assert planned_anew(db, ALL[name]) <= 1


def test_the_statements_of_every_subject_and_feature_are_found() -> None:
    assert {"store.posts.DUE_POSTS", "features.ratings.tables.CURVE"} <= ALL.keys()
    assert len(ALL) > 150


def test_planning_anew_would_be_seen(db: sqlite3.Connection) -> None:
    """As for a player beside the index of the engine's games."""
    assert planned_anew(db, 'SELECT id FROM "match" WHERE dark = :player') == USES


USES = 3


def planned_anew(db: sqlite3.Connection, statement: str) -> int:
    """How often SQLite plans it again when it is used with one value after the other."""
    db.execute("SAVEPOINT use")
    for value in range(USES):
        values = dict.fromkeys(re.findall(r":(\w+)", statement), f"[{value}]")
        with suppress(sqlite3.IntegrityError):  # a row that may not be: it was planned all the same
            db.execute(statement, values).fetchall()
    db.execute("ROLLBACK TO use")
    db.execute("RELEASE use")
    try:
        answer = db.execute("SELECT max(reprep) FROM sqlite_stmt WHERE sql = ?", (statement,))
    except sqlite3.OperationalError as error:
        pytest.skip(str(error))  # not every build of SQLite tells
    (times,) = answer.fetchone()
    return int(times or 0)


def test_a_scan_would_be_seen(db: sqlite3.Connection) -> None:
    (scan, *rest) = plan(db, 'SELECT * FROM "match" WHERE rules = :rules ORDER BY since')
    assert not FINE.match(scan)
    assert [detail for detail in rest if not FINE.match(detail)] == ["USE TEMP B-TREE FOR ORDER BY"]
