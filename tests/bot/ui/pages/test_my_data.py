"""The data stored about a person, on a page and as a file."""

from __future__ import annotations

import gzip
import json
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from bot.model.challenges import Terms
from bot.model.moderation import Act, LogEntry
from bot.model.people import FORMER, Person
from bot.model.personal_data import Dossier, Filed
from bot.model.times import Vacation
from bot.ui.pages import my_data
from bot.ui.pages.reader import Reader
from games.core import Side
from games.events import Created, Moved
from games.pace import Pace
from tests.bot.store.extensions import shown_of
from tests.bot.store.model import empty
from tests.bot.ui.model import (
    ALL,
    DARK,
    EN,
    LIGHT,
    PLACE,
    challenge,
    check,
)
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.words import Words


def dossier() -> Dossier:
    """Something of each kind."""
    created = Created(0, {"game": "tablut"})
    match = Filed(
        *(7, PLACE, DARK, FORMER, Pace(3), 3, 1, None, Side.DARK, "resigned"),
        (created,),
    )
    moved = Moved(Side.DARK, 86400, ("d1", "d3"))
    other = Filed(
        *(8, PLACE, LIGHT, DARK, Pace(), None, 2, 7, None, None),
        (created, moved),
    )
    return Dossier(
        Person(DARK, remind=50),
        (Vacation(1, DARK, 0, 86400),),
        (challenge(), challenge(opponent=None, by=FORMER)),
        (match, other),
        (5,),
        moderation=(
            LogEntry(1, 5, 0, DARK, Act.BAR, LIGHT),
            LogEntry(2, 5, 0, LIGHT, Act.STOP, match=7, text="off topic"),
        ),
        features={"ratings": [{"won": 3}]},
    )


@for_every("words", ALL)
def test_a_person_is_told_how_much_is_kept_and_asked_twice(words: Words) -> None:
    who = Reader(words, DARK)
    for page in (
        my_data.overview(dossier(), who),
        my_data.export(dossier(), who, 0),
        *(my_data.asking(running, who) for running in (0, 1, 2)),
        my_data.asking_again(who),
    ):
        check(page)


def test_the_file_says_all_of_it_and_large_numbers_as_text() -> None:
    data = json.loads(my_data.file(dossier(), EN, 86400).content)
    assert data["you"] == "111"
    assert data["written"] == "1970-01-02T00:00:00Z"
    assert data["settings"]["remind"] == 50
    assert data["vacations"] == [{"from": "1970-01-01T00:00:00Z", "until": "1970-01-02T00:00:00Z"}]
    assert [(challenge["by"], challenge["to"]) for challenge in data["challenges"]] == [
        ("you", "222"),
        ("0", None),
    ]
    assert [(match["dark"], match["light"]) for match in data["matches"]] == [
        ("you", "0"),
        ("222", "you"),
    ]
    assert [(match["winner"], match["over"]) for match in data["matches"]] == [
        ("d", "resigned"),
        (None, None),
    ]
    assert data["matches"][1]["events"][1] == {
        "kind": "moved",
        "by": "d",
        "at": "1970-01-02T00:00:00Z",
        "path": ["d1", "d3"],
    }
    assert data["matches"][0]["server"] == data["barred"][0] == "5"
    explained = {"settings", "vacations", "challenges", "matches", "barred", "blocked", "erased"}
    explained |= {"moderation", "ratings"}  # the latter is what the features add
    entries = [tuple(entry.values()) for entry in data["moderation"]]
    assert entries == [  # when, where, what, whether by or to them, which game, why
        ("1970-01-01T00:00:00Z", "5", "bar", True, False, None, ""),
        ("1970-01-01T00:00:00Z", "5", "stop", False, False, 7, "off topic"),
    ]
    assert data["ratings"] == [{"won": 3}]
    assert set(data) == explained | {"explained", "you", "written"}
    assert explained <= set(data["explained"])


def test_a_long_file_is_packed() -> None:
    plain, packed = my_data.file(dossier(), EN, 0), my_data.file(dossier(), EN, 0, largest=100)
    assert (plain.name, packed.name) == ("konakis-my-data.json", "konakis-my-data.json.gz")
    assert gzip.decompress(packed.content) == plain.content


def test_of_a_challenge_the_file_says_all_of_its_terms() -> None:
    """For a channel that votes, rated, a level of the engine: whatever a challenge can ask for."""
    terms = Terms("bga", None, Pace(), by_vote=True, level=3, rated=False)
    known = replace(dossier(), challenges=(challenge(terms=terms),))
    (shown,) = json.loads(my_data.file(known, EN, 0).content)["challenges"]
    assert {field.name for field in fields(Terms)} <= set(shown)
    assert (shown["by_vote"], shown["level"], shown["rated"]) == (True, 3, False)


def test_the_file_explains_what_every_feature_shows() -> None:
    with empty() as db:
        names = [*shown_of(db, DARK)]
    assert names
    assert [name for name in names if f"mydata.file-says.{name}" not in EN] == []
