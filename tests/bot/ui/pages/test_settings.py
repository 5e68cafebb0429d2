"""A server's settings, the persons barred there, and what is kept about a person."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.service.limits import Limits
from bot.service.model import FORMER, Boards, Guild, Person, Vacation
from bot.service.my_data import Dossier, Filed
from bot.service.refusals import Bar
from bot.ui import components, custom_ids
from bot.ui.pages import moderation, my_data, settings
from bot.ui.pages.page import ChannelMenu, Page, Text
from bot.ui.pages.reader import Reader
from games.core import Side
from games.events import Created, Moved
from games.pace import Pace
from render.themes import THEMES
from tests.bot.ui.model import (
    ALL,
    AS_DARK,
    DARK,
    EN,
    FR,
    LIGHT,
    PLACE,
    buttons,
    challenge,
    check,
    menus,
    record,
    text,
)

if TYPE_CHECKING:
    from bot.ui.words import Words

LOOKS = tuple(THEMES)
HOST = Limits(challenges=10, games=30)
LIKED = Guild(5, "fr", "slate", True, "tabal", 3, 7, False, (11, 12), 5, 50, Boards.ONE)  # noqa: FBT003  all of it


def chosen(page: Page) -> list[str]:
    """What each menu says is set now."""
    return [option.label for menu in menus(page) for option in menu.options if option.chosen]


@pytest.mark.parametrize("words", ALL, ids=str)
def test_a_servers_settings_show_how_it_likes_it(words: Words) -> None:
    for guild in (Guild(5), LIKED):
        for number in (settings.LOOK, settings.TERMS):
            check(settings.server(guild, Reader(words, DARK), LOOKS, HOST, number))


def test_what_was_never_set_is_as_the_program_and_its_host_have_it() -> None:
    look, terms = (settings.server(Guild(5), AS_DARK, LOOKS, HOST, number) for number in (0, 1))
    assert chosen(look) == [
        "As Discord has it",
        "The usual (Horn and leather)",
        "Becomes a line",
        "The host's limit (10)",
        "The host's limit (30)",
    ]
    assert chosen(terms) == ["The usual (La Rochelle)", "No time limit", "No reserve"]


def test_what_was_set_is_shown_even_where_the_host_allows_less_by_now() -> None:
    look, terms = (settings.server(LIKED, AS_DARK, LOOKS, HOST, number) for number in (0, 1))
    assert chosen(look) == [
        "Français",
        "Slate",
        "Becomes the new board",
        "At most 5",
        "At most 50",
    ]
    assert chosen(terms) == ["Permainan Tabal", "3 days a move", "7 days in reserve"]
    assert "gets its own thread" in text(terms)
    assert "stand still at weekends" in text(terms)
    (channels,) = [block for block in look.blocks if isinstance(block, ChannelMenu)]
    assert channels.chosen == (11, 12)


def test_a_setting_changes_what_it_names_and_nothing_else() -> None:
    guild = Guild(5)
    for key, values in {
        "locale": ("fr",),
        "theme": ("slate",),
        "thread": ("on",),
        "rules": ("tabal",),
        "days": ("3",),
        "reserve": ("7",),
        "weekends": ("off",),
        "channels": ("11", "12"),
        "max-challenges": ("5",),
        "max-games": ("50",),
        "boards": ("one",),
    }.items():
        changed = settings.changed_server(guild, key, values, LOOKS)
        assert changed != guild
        guild = changed
    assert guild == LIKED
    for key in ("locale", "theme", "rules"):
        guild = settings.changed_server(
            guild, key, ("auto" if key == "locale" else "usual",), LOOKS
        )
    for key in ("max-challenges", "max-games"):
        guild = settings.changed_server(guild, key, ("host",), LOOKS)
    for key, value in (
        ("thread", "off"),
        ("weekends", "on"),
        ("days", "0"),
        ("reserve", "0"),
        ("boards", "short"),
    ):
        guild = settings.changed_server(guild, key, (value,), LOOKS)
    assert settings.changed_server(guild, "channels", (), LOOKS) == Guild(5)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("locale", "xx"),
        ("theme", "../x"),
        ("rules", "no"),
        ("days", "4"),
        ("max-games", "0"),
        ("", ""),
    ],
)
def test_what_is_no_setting_changes_nothing(key: str, value: str) -> None:
    assert settings.changed_server(LIKED, key, (value,), LOOKS) == LIKED


def test_a_long_list_of_the_barred_has_pages() -> None:
    bars = [Bar(5, each, 0) for each in range(1, 121)]
    first = moderation.barred(bars, AS_DARK)
    last = moderation.barred(bars, AS_DARK, 9)
    for page in (first, last):
        check(page)
    assert "<@50>" in text(first)
    assert "<@51>" not in text(first)
    assert text(last).count("<@") == 20
    assert buttons(last)[EN("turn.next")].off
    assert "Nobody is barred" in text(moderation.barred((), AS_DARK))


def test_the_barred_are_named_while_they_are_known_with_the_day() -> None:
    page = moderation.barred([Bar(5, 7, 90_000), Bar(5, None, 80_000), Bar(5, 8, 0)], AS_DARK)
    assert text(page).splitlines() == [
        "**Barred from starting games in this server:**",
        "- <@7>, since <t:90000:d>",
        "- A former player, since <t:80000:d>",
        "- <@8>",
        EN("mod.former"),
    ]


def test_a_game_is_stopped_by_its_number_after_a_question() -> None:
    page = moderation.stopping(record("ludens"), AS_DARK)
    check(page)
    assert custom_ids.read(buttons(page)["Yes, stop it"].id) == custom_ids.Press(
        custom_ids.Verb.STOP, number=12
    )


def test_a_former_player_is_called_so_and_never_pinged() -> None:
    assert EN("result.won", winner="<@0>", loser="<@5>", side="x").startswith("**A former player w")
    assert "against a former player" in EN("result.won", winner="<@5>", loser="<@0>", side="x")
    assert "un compte effacé" in FR("result.won", winner="<@5>", loser="<@0>", side="x")
    made = components.message(Page((Text("x"),), pings=(FORMER, 5)), {})
    assert made.pings == [5]


def kept() -> Dossier:
    """Something of each kind."""
    created = Created(0, {"game": "tablut"})
    match = Filed(
        *(7, PLACE, DARK, FORMER, Pace(3), 3, 1, None, Side.DARK, "resigned"),
        *(Side.LIGHT, "", (created,)),
    )
    moved = Moved(Side.DARK, 86400, ("d1", "d3"))
    other = Filed(
        *(8, PLACE, LIGHT, DARK, Pace(), None, 2, 7, None, None),
        *(Side.DARK, "d3-d4 e4-f4;d3-d2 e4-d4", (created, moved)),
    )
    return Dossier(
        Person(DARK, remind=50),
        (Vacation(1, DARK, 0, 86400),),
        (challenge(), challenge(opponent=None, by=FORMER)),
        (match, other),
        (5,),
    )


@pytest.mark.parametrize("words", ALL, ids=str)
def test_a_person_is_told_how_much_is_kept_and_asked_twice(words: Words) -> None:
    who = Reader(words, DARK)
    for page in (
        my_data.overview(kept(), who),
        my_data.export(kept(), who, 0),
        *(my_data.asking(running, who) for running in (0, 1, 2)),
        my_data.asking_again(who),
    ):
        check(page)


def test_the_file_has_the_answers_that_this_person_prepared_and_no_others() -> None:
    known = kept()
    found = json.loads(my_data.file(known, EN, 0).content)
    assert [each["prepared"] for each in found["matches"]] == [
        [],
        ["d3-d4 e4-f4", "d3-d2 e4-d4"],
    ]
    theirs = replace(known, matches=tuple(replace(m, turn=Side.LIGHT) for m in known.matches))
    found = json.loads(my_data.file(theirs, EN, 0).content)
    assert [each["prepared"] for each in found["matches"]] == [[], []]


def test_the_file_says_all_of_it_and_large_numbers_as_text() -> None:
    found = json.loads(my_data.file(kept(), EN, 86400).content)
    assert found["you"] == "111"
    assert found["written"] == "1970-01-02T00:00:00Z"
    assert found["settings"]["remind"] == 50
    assert found["vacations"] == [{"from": "1970-01-01T00:00:00Z", "until": "1970-01-02T00:00:00Z"}]
    assert [(each["by"], each["to"]) for each in found["challenges"]] == [
        ("you", "222"),
        ("0", None),
    ]
    assert [(each["dark"], each["light"]) for each in found["matches"]] == [
        ("you", "0"),
        ("222", "you"),
    ]
    assert [(each["winner"], each["over"]) for each in found["matches"]] == [
        ("d", "resigned"),
        (None, None),
    ]
    assert found["matches"][1]["events"][1] == {
        "kind": "moved",
        "by": "d",
        "at": "1970-01-02T00:00:00Z",
        "path": ["d1", "d3"],
    }
    assert found["matches"][0]["server"] == found["barred"][0] == "5"
    explained = {"settings", "vacations", "challenges", "matches", "barred", "blocked", "erased"}
    explained |= {"ratings", "results", "honours", "titles", "puzzles"}
    assert set(found) == explained | {"explained", "you", "written"}
    assert explained <= set(found["explained"])


def test_a_long_file_is_packed() -> None:
    plain, packed = my_data.file(kept(), EN, 0), my_data.file(kept(), EN, 0, largest=100)
    assert (plain.name, packed.name) == ("konakis-my-data.json", "konakis-my-data.json.gz")
    assert gzip.decompress(packed.content) == plain.content
