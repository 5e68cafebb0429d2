"""Ranks, the tables of a season and profiles, in every language: what stands in them and when."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.features.ratings.glicko import Strength
from bot.features.ratings.honours import Honour, Mark
from bot.features.ratings.model import EVERYWHERE, Family, Rating, Seat
from bot.features.ratings.pages import profile as profiles
from bot.features.ratings.pages import standings as pages
from bot.features.ratings.profile import Profile
from bot.features.ratings.standings import Result, Row, Standing, Table, Title
from bot.model.matches import Outcome, Tally
from bot.ui.pages.games import DrawnNames
from bot.ui.pages.page import Additions, Button, Buttons, Menu, Page
from bot.ui.pages.reader import Reader
from games import catalogue
from games.core import Side
from render.standings import Standings
from tests.bot.ui.model import ALL, CHANNEL, DARK, EN, FR, LIGHT, buttons, check, text
from tests.every import for_every
from tests.render.names import UNWRITTEN, WRITTEN

if TYPE_CHECKING:
    from bot.ui.words import Words

TO = "\N{NON-BREAKING HYPHEN}"
NOW, SEASON = 1_900_000_000, 8120  # 17 March 2030; January to March
HERE = 5
OWN = Rating(HERE, Family.TABLUT, DARK, Strength(1612.2, 70.0), NOW, 2, 0, 1, form="wlw")
TABLUT = Table(HERE, Family.TABLUT)


class Known:
    """Knows every player by name, except one."""

    def get(self, player: int, unknown: str) -> str:
        """A name with what could be markup, or the other."""
        return unknown if player == LIGHT else f"*Birch*\n{player}"


NAMES = DrawnNames(Known(), {LIGHT: "reindeer"})


def row(place: int, player: int = DARK) -> Row:
    return Row(place, replace(OWN, player=player), 2, 1, 1, "wldw")


SHOWN = Standing((row(1), row(2, LIGHT)), 0, 1, 2, row(1))


def ranks(shown: Standing = SHOWN, table: Table = TABLUT, words: Words = EN, **more: Any) -> Page:  # noqa: ANN401  what else may be asked for
    return pages.standings(shown, table, Reader(words, DARK), NOW, NAMES, **more)


@for_every("language", [*WRITTEN, *UNWRITTEN])
def test_every_picture_with_names_has_them_as_they_are(language: str) -> None:
    """The table of a server and that of a season; what can be written, the picture decides."""
    for name in (WRITTEN | UNWRITTEN)[language]:
        names = DrawnNames({DARK: name, LIGHT: ""}, {DARK: "birch_7"})
        tables = {Family.TABLUT: SHOWN}
        for page in (
            pages.standings(SHOWN, TABLUT, Reader(EN, DARK), NOW, names),
            pages.season(SEASON, tables, CHANNEL, names, begun=True),
        ):
            (picture,) = page.pictures
            assert isinstance(picture.scene, Standings)
            lines = picture.scene.lines
            assert [(line.name, line.username) for line in lines] == [(name, "birch_7"), ("", "")]
            assert f"<@{DARK}>" in text(page)  # where Discord shows it in full
            assert "1\\." in text(page) or "**1.**" in text(page)


def labels(page: Page) -> list[list[str]]:
    return [
        [button.label for button in row.buttons] for row in page.blocks if isinstance(row, Buttons)
    ]


def test_a_table_marks_the_readers_line() -> None:
    assert text(ranks()).split("\n") == [
        "**Leaderboard** · Tablut",
        f"**1.** <@{DARK}> **1612** ±70 · 4 games · WLDW ← you",
        f"2\\. <@{LIGHT}> **1612** ±70 · 4 games · WLDW",
        (
            "-# You're number 1 of 2. The order is rating minus twice its ±, so a few lucky games "
            "don't count for too much. W, D, L: the last five games won, drawn or lost."
        ),
    ]


def test_its_picture_has_no_name_that_is_not_known() -> None:
    (picture,) = ranks().pictures
    assert isinstance(picture.scene, Standings)
    assert [line.name for line in picture.scene.lines] == [f"*Birch*\n{DARK}", ""]
    assert [line.is_reader for line in picture.scene.lines] == [True, False]
    assert all(0 <= line.low < line.at < line.high <= 1 for line in picture.scene.lines)
    assert picture.scene.scale == ("1472", "1752")  # twice the deviation, either way


def test_an_empty_table_says_how_one_comes_into_it() -> None:
    page = ranks(Standing())
    assert page.pictures == ()
    friends = text(ranks(Standing(opponents=2)))
    assert "it takes 3 rated games against 2 different players" in friends
    assert "it takes 3 rated games against 3 different players" in text(page)
    assert "You're not ranked yet" in text(ranks(replace(SHOWN, own=None)))
    assert "You're not on any leaderboard, as you chose" in text(ranks(listed=False))


def test_families_are_buttons_rule_sets_a_menu_and_seasons_where_there_are_any() -> None:
    assert labels(ranks()) == [["Tabal", "Other boards", "My profile"]]
    seasons = ["January to March 2030", "October to December 2029"]
    assert labels(ranks(seasons=True))[1] == seasons
    (menu,) = [block for block in ranks().blocks if isinstance(block, Menu)]
    names = [option.label for option in menu.options]
    assert names[:2] == ["All rules", "La Rochelle"]
    assert not [
        block for block in ranks(table=Table(HERE, Family.TABAL)).blocks if isinstance(block, Menu)
    ]
    handicap = ranks(table=replace(TABLUT, rules="larochelle+king-four"))
    (menu,) = [block for block in handicap.blocks if isinstance(block, Menu)]
    assert [option.chosen for option in menu.options][-1]
    assert labels(handicap) == [["Tablut", "Tabal", "Other boards", "My profile"]]


def test_every_rule_set_is_in_the_menu_of_one_family() -> None:
    offered = [
        option.value
        for family in Family
        for menu in ranks(table=Table(HERE, family)).blocks
        if isinstance(menu, Menu)
        for option in menu.options[1:]
    ]
    assert len(offered) == len(set(offered)) == len(catalogue.NAMES) - 1  # Tabal has no menu


def test_a_season_is_told_in_tables_for_those_who_read_text() -> None:
    tables = {Family.TABLUT: SHOWN, Family.TABAL: Standing()}
    page = pages.season(SEASON, tables, CHANNEL, NAMES, begun=True)
    over = "**Season January to March 2030 is over.**"
    assert text(page).split("\n") == [
        f"{over} Games in progress continue and count for the next one.",
        f"**Tablut**: <@{DARK}> wins the season.",
        f"1\\. <@{DARK}> 1612 ±70 · 4 games",
        f"2\\. <@{LIGHT}> 1612 ±70 · 4 games",
        f"-# {EN('ranks.order')}",
        (
            "**Season April to June 2030 has started.** The leaderboard starts fresh; "
            "ratings carry over."
        ),
    ]
    (row,) = [block for block in page.blocks if isinstance(block, Buttons)]
    assert [button.press for button in row.buttons] == [
        pages.ShowLeaderboard(SEASON + 1, Family.TABLUT)
    ]
    assert page.pings == ()
    assert [picture.name for picture in page.pictures] == ["tablut.png"]


@for_every("words", ALL)
@for_every(("played", "begun"), [(True, False), (False, True)])
def test_of_a_season_is_said_what_there_is(words: Words, *, played: bool, begun: bool) -> None:
    tables = {Family.TABLUT: SHOWN if played else Standing()}
    page = pages.season(SEASON, tables, Reader(words), NAMES, begun=begun)
    check(page)
    over = words("season.over", season=pages.season_name(SEASON, words))
    new = words("season.begun", season=pages.season_name(SEASON + 1, words))
    assert ((over in text(page)), (new in text(page))) == (played, begun)


def test_features_offer_something_where_a_season_begins_and_only_there() -> None:
    more = (Button("Join the league", pages.ShowLeaderboard(SEASON, Family.TABLUT)),)
    for begun in (True, False):
        page = pages.season(SEASON, {Family.TABLUT: SHOWN}, CHANNEL, NAMES, begun=begun, more=more)
        check(page)
        assert [*buttons(page)] == (["New leaderboard", "Join the league"] if begun else [])


def seat(number: int) -> Seat:
    strength = Strength(1500.0 + 20 * number, 80.0)
    return Seat(
        *(number, HERE, Side.LIGHT, DARK, LIGHT, Family.TABLUT, "bga", NOW, Outcome.WON),
        *(1480.0 + 20 * number, strength),
    )


FULL = Profile(
    player=DARK,
    rating=OWN,
    families=(Family.TABLUT, Family.TABAL),
    curve=[seat(number) for number in range(12)],
    outcomes={
        ("bga", Side.DARK): Counter({Outcome.WON: 1}),
        ("bga", Side.LIGHT): Counter({Outcome.WON: 2, Outcome.LOST: 1}),
        ("saami", Side.DARK): Counter({Outcome.DRAWN: 1}),
    },
    best=[Result(12, "bga", Side.LIGHT, Outcome.WON, LIGHT, 1640.4)],
    streak=2,
    honours=[Honour(DARK, mark, 12, NOW) for mark in Mark],
    titles=[Title(HERE, SEASON - 1, Family.TABLUT, 2, DARK, 1600.0, 9)],
    between=Tally({(Side.DARK, Outcome.WON): 2}),
)


def test_a_profile_says_how_a_player_stands() -> None:
    additions = Additions(lambda words: [words("profile.puzzles", count=7, first=3)])
    page = profiles.profile(FULL, Reader(EN, LIGHT), NOW, additions)
    assert text(page).split("\n") == [
        f"<@{DARK}> · **Tablut** on this server",
        "Rating **1612** ± 70 · 3 games · latest: WLW",
        "Won **2** · drawn **0** · lost **1**",
        f"You against <@{DARK}>: won 2, drawn 0, lost 0",
        f"-# By rules and side: won{TO}drawn{TO}lost.",
        f"**Board Game Arena** · Attackers 1{TO}0{TO}0 · Defenders 2{TO}0{TO}1",
        f"**Saami Tablut** · Attackers 0{TO}1{TO}0",
        f"Best wins: <@{LIGHT}> (1640, game 12)",
        "Longest streak: 2 wins in a row",
        "Season October to December 2029: number 2, Tablut",
        f"Achievement: first *tuichi!* (<t:{NOW}:d>)",
        f"Achievement: beat a player rated 200+ points higher (<t:{NOW}:d>)",
        f"Achievement: captured the king in under 30 moves (<t:{NOW}:d>)",
        f"Achievement: ten rated games with the same friend (<t:{NOW}:d>)",
        "Puzzles: 7 solved, 3 on the first try",
    ]
    (picture,) = page.pictures
    assert "from 1480 to 1720 in 12 games" in picture.alt
    assert labels(page) == [["Tablut", "Tabal"], ["Finished games"]]


def test_a_profile_of_one_game_has_no_curve_and_no_streak() -> None:
    short = replace(FULL, curve=[seat(1)], streak=1, families=(Family.TABLUT,), between=Tally())
    page = profiles.profile(short, Reader(EN, LIGHT), NOW)
    assert page.pictures == ()
    assert "streak" not in text(page)
    assert "You against" not in text(page)
    assert labels(page) == []


def test_in_private_it_is_over_all_servers() -> None:
    own = replace(FULL, rating=replace(OWN, guild=EVERYWHERE), between=None)
    page = profiles.profile(own, Reader(EN, DARK), NOW)
    assert text(page).startswith(f"<@{DARK}> · **Tablut** on all servers")
    assert labels(page)[-1] == ["Finished games"]


@for_every("words", ALL)
def test_they_fit_a_message_in_every_language(words: Words) -> None:
    reader = Reader(words, DARK)
    many = Standing(tuple(row(place) for place in range(991, 1001)), 99, 101, 1010, row(995))
    for family in Family:
        check(ranks(many, Table(HERE, family, SEASON), words, seasons=True))
        check(pages.season(SEASON, dict.fromkeys(Family, many), reader, NAMES, begun=True))
        check(profiles.profile(replace(FULL, rating=replace(OWN, family=family)), reader, NOW))
    nowhere = pages.nowhere(Family.TABLUT, reader)
    for page in (nowhere, profiles.none(DARK, reader), profiles.none(LIGHT, reader)):
        check(page)


def test_without_a_rating_a_profile_has_what_else_was_achieved() -> None:
    achieved = Additions(lambda _: ["Levels beaten: 1"])
    page = profiles.none(DARK, Reader(EN, DARK), achieved)
    own = text(page)
    assert own.startswith("**My profile**\nLevels beaten: 1\n-# You don't have a rating here yet.")
    assert [*buttons(page)] == ["Finished games"]
    assert not buttons(profiles.none(DARK, Reader(EN, DARK)))
    assert "beaten" not in text(profiles.none(LIGHT, Reader(EN, DARK), achieved))


def test_french_has_its_own_letters() -> None:
    assert "VDNV" in text(ranks(words=FR))
