"""Pages of team matches: the card, the club, the form and its draft, in every language."""

# ruff: noqa: RUF001  the signs that stand between points

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.features.teams.course import Course
from bot.features.teams.model import BOARDS, LONGEST_TEAM, Team
from bot.features.teams.pages import club, contest, draft
from bot.model.club import Status, pace_of
from bot.model.people import FORMER
from bot.ui.components import modal
from bot.ui.pages import club as hub
from bot.ui.pages import drafts, naming
from bot.ui.pages.drafts import DraftSetting
from bot.ui.pages.games import DrawnNames
from bot.ui.pages.page import Buttons
from bot.ui.pages.reader import Reader
from games import catalogue
from render.versus import Versus
from tests.bot.features.teams.test_course import (
    CONTEST,
    DARK,
    DRAW,
    LATE_DARK,
    LIGHT,
    NOON,
    begun,
    ended,
    members,
)
from tests.bot.listing import listing_of
from tests.bot.ui.model import ALL, CHANNEL, EN, FR, check, record, text

IN_WORDS = pytest.mark.parametrize("words", ALL, ids=repr)
NAMES = DrawnNames({101: "Birch", 102: "Reindeer", 103: "Белка", 104: "白樺"}, {104: "shirakaba"})
DASH = "\N{EN DASH}"
A = Reader(EN, 101)


def labels(page: Any) -> list[str]:  # noqa: ANN401  Page
    return [
        button.label for row in page.blocks if isinstance(row, Buttons) for button in row.buttons
    ]


def opened(reds: int = 2, blues: int = 1, **changes: Any) -> Course:  # noqa: ANN401  any field of it
    shown = replace(CONTEST, status=Status.OPEN, closes=NOON, **changes)
    return Course(shown, tuple(members(reds, blues)))


def running(*endings: Any) -> Course:  # noqa: ANN401  Ending
    course = ended(begun(), *endings)
    return replace(course, contest=replace(course.contest, status=Status.RUNNING, message=9))


def over(*endings: Any) -> Course:  # noqa: ANN401  the same
    course = running(*(endings or (DARK, DRAW, LIGHT, DARK, DRAW, DRAW)))
    return replace(course, contest=replace(course.contest, status=Status.OVER, ended=NOON))


def test_a_card_says_who_meets_until_when_and_who_is_in_which_team() -> None:
    page = contest.card(opened(), CHANNEL, NAMES)
    check(page)
    assert text(page).splitlines() == [
        "### Red – Blue",
        "-# 3 boards · Ludens · 3 days a move · two games, sides changed · rated",
        f"Join until <t:{NOON}:f> (<t:{NOON}:R>).",
        "**Red** (2 of 3): <@101>, <@103>",
        "**Blue** (1 of 3): <@102>",
    ]
    assert labels(page) == ["Join Red", "Join Blue", "Leave"]
    assert page.pings == ()


def test_a_card_says_the_score_and_what_is_to_go() -> None:
    page = contest.card(running(DARK, DRAW, DRAW), CHANNEL, NAMES)
    check(page)
    assert text(page).splitlines()[2:] == [
        "**Red 1½ – ½ Blue** · 2 boards to go",
        "1\\. <@101> **1½–½** <@102>",
        "2\\. <@103> ½–½ <@104> · under way",
        "3\\. <@105> 0–0 <@106> · under way",
    ]
    (picture,) = page.pictures
    drawn = picture.scene
    assert isinstance(drawn, Versus)
    assert (drawn.teams, drawn.score) == (("Red", "Blue"), ("1½", "½"))
    board = drawn.boards[0]
    assert (board.red, board.blue, board.red_points, board.blue_points) == (
        *("Birch", "Reindeer"),
        *("1½", "½"),
    )
    assert [board.usernames for board in drawn.boards[:2]] == [("", ""), ("", "shirakaba")]
    assert picture.alt.startswith("Red 1½ – ½ Blue, board by board.")


def test_a_name_from_right_to_left_leaves_the_score_in_order() -> None:
    course = running(DARK, DRAW, DRAW)
    lions, apart = "אריות", "\u2068אריות\u2069"
    course = replace(course, contest=replace(course.contest, red=lions, blue="太陽"))
    page = contest.card(course, CHANNEL, NAMES)
    check(page)
    assert text(page).splitlines()[0] == f"### {apart} – 太陽"
    assert f"**{apart} 1½ – ½ 太陽**" in text(page)
    (picture,) = page.pictures
    assert isinstance(picture.scene, Versus)
    assert picture.scene.teams == (lions, "太陽")
    assert picture.scene.numbered == ("Team 1", "Team 2")
    won = contest.result(replace(over(), contest=replace(over().contest, red=lions)), CHANNEL)
    assert f"**{apart} 4½ – 1½ Blue: victory for {apart}!**" in text(won)
    signing_up = contest.card(opened(red=lions), CHANNEL, NAMES)
    assert f"**{apart}** (2 of 3):" in text(signing_up)
    assert labels(signing_up)[0] == f"Join {apart}"


def test_that_the_first_move_has_less_time_is_said_before_one_joins_and_after() -> None:
    course = opened(pace=pace_of(7))
    assert "· 7 days a move, 3 for the first ·" in text(contest.card(course, CHANNEL, NAMES))
    joined = contest.done("joined", course, EN, Team.RED)
    assert text(joined).endswith("You then have 3 days for your first move.")
    assert "first move" not in text(contest.done("joined", opened(), EN, Team.RED))


def test_it_ends_with_a_winner_or_a_draw() -> None:
    won = contest.card(over(), CHANNEL, NAMES)
    assert "**Red 4½ – 1½ Blue: victory for Red!**" in text(won)
    drawn = contest.card(over(*[DRAW] * 6), CHANNEL, NAMES)
    assert "**Red 3 – 3 Blue: a draw!**" in text(drawn)
    told = contest.result(over(), CHANNEL, (101,))
    check(told)
    assert told.pings == (101,)
    assert "https://discord.com/channels/5/51/9" in text(told)


@IN_WORDS
def test_that_it_did_not_begin_is_told_to_those_who_joined(words: Any) -> None:  # noqa: ANN401  Words
    off = replace(opened(1).contest, status=Status.CALLED_OFF, message=9)
    told = contest.result(replace(opened(1), contest=off), Reader(words), (101,))
    check(told)
    assert words("team.too-few", count=2) in text(told)
    assert "<@101>" in text(told)
    assert "https://discord.com/channels/5/51/9" in text(told)


def test_who_is_not_there_any_more_is_a_former_player() -> None:
    course = running()
    first, *rest = course.members
    page = contest.card(replace(course, members=(replace(first, player=FORMER), *rest)), A, NAMES)
    check(page)
    (picture,) = page.pictures
    assert isinstance(picture.scene, Versus)
    assert "Former player" in {name for b in picture.scene.boards for name in (b.red, b.blue)}


@IN_WORDS
@pytest.mark.parametrize("count", [0, 1, 2, 5, 10])
def test_every_card_can_be_sent(words: Any, count: int) -> None:  # noqa: ANN401  Words
    name = {"red": "W" * LONGEST_TEAM, "blue": "M" * LONGEST_TEAM, "boards": 10}
    for status in (Status.OPEN, Status.CALLED_OFF):
        course = opened(count, count, **name)
        course = replace(course, contest=replace(course.contest, status=status))
        for reader in (Reader(words), Reader(words, 101), Reader(words, 9)):
            check(contest.card(course, reader, NAMES))
            check(contest.own(course, reader, NAMES, keeps_order=True))
    if count > 1:
        for status in (Status.RUNNING, Status.OVER, Status.CALLED_OFF):
            course = ended(begun(count, count, boards=10), DARK, DRAW, LIGHT)
            changed = replace(course.contest, status=status, red="W" * LONGEST_TEAM)
            course = replace(course, contest=changed)
            for reader in (Reader(words), Reader(words, 101), Reader(words, 9)):
                page = contest.own(course, reader, NAMES, keeps_order=True)
                check(page)
                (picture,) = page.pictures
                assert picture.alt
                check(contest.card(course, reader, NAMES))


def test_one_sees_ones_own_board_and_what_one_can_do() -> None:
    page = contest.own(running(), A, NAMES)
    assert "1\\. <@101> 0–0 <@102> · under way ← you" in text(page)
    assert labels(page) == ["My games", "Leave"]
    assert labels(contest.own(opened(), Reader(EN, 9), NAMES)) == ["Join Red", "Join Blue"]
    keeps = labels(contest.own(opened(2, 2), Reader(EN, 9), NAMES, keeps_order=True))
    assert keeps[2:] == ["Begin now", "Post the card again", "Call it off"]
    assert "Begin now" not in labels(contest.own(opened(), A, NAMES, keeps_order=True))


@IN_WORDS
def test_the_club_lists_what_is_there(words: Any) -> None:  # noqa: ANN401  Words
    reader = Reader(words, 101)
    several = [
        replace(course, contest=replace(course.contest, id=number))
        for number, course in enumerate((opened(), running(DARK), over()), 1)
    ]
    page = hub.club(club.club(club.Club(several, may_begin=True), reader), reader)
    check(page)
    assert words("team.begin") in labels(page)
    assert contest.score(several[2], words) in text(page)
    assert club.club(club.Club(), reader) == ()


@IN_WORDS
def test_the_club_leads_to_ones_own_games_under_way(words: Any) -> None:  # noqa: ANN401  Words
    course, reader = running(DARK), Reader(words, 101)
    game = course.games[1]
    listing = listing_of(replace(record("larochelle"), id=game.match, dark=102, light=101))
    shown = club.Club([course], {game.match: listing})
    first, line, *_ = text(hub.club(club.club(shown, reader), reader)).splitlines()[1:]
    assert first == words("team.club-own")
    assert line.startswith(f"**{words('team.of-game', teams='Red – Blue', board=1)}** · [")
    for nobody in (Reader(words, 9), Reader(words)):
        assert first not in text(hub.club(club.club(shown, nobody), nobody))
    assert first not in text(hub.club(club.club(club.Club([over()]), reader), reader))


@IN_WORDS
def test_ones_own_games_lead_to_their_boards(words: Any) -> None:  # noqa: ANN401  Words
    course, reader = running(DARK), Reader(words, 101)
    game = course.games[1]
    listing = listing_of(replace(record("ludens"), id=game.match, dark=101, light=102))
    page = club.own_games(course, {game.match: listing}, reader)
    check(page)
    assert naming.sentence(words("club.game", number=game.match)) in labels(page)
    assert "https://discord.com/channels/" in text(page)
    reserve = replace(course, members=(replace(course.members[0], board=None), *course.members[1:]))
    assert words("team.no-board") in text(club.own_games(reserve, {}, reader))


@IN_WORDS
def test_what_is_asked_first_and_what_was_done_can_be_sent(words: Any) -> None:  # noqa: ANN401  Words
    course = running()
    for page in (
        contest.leaving(course, words),
        contest.calling_off(course, words),
        *(contest.done(key, course, words) for key in ("opened", "left", "begun", "called-off")),
        contest.done("joined", course, words, Team.RED, blocked=True),
    ):
        check(page)
        assert page.pings == ()


def test_who_opens_one_reads_where_its_card_is() -> None:
    course = running()
    page = contest.done("opened", replace(course, contest=replace(CONTEST, card_in=77)), EN)
    assert "Its card stands in <#77>," in text(page)


# The form and its draft


@IN_WORDS
def test_the_form_asks_five_things(words: Any) -> None:  # noqa: ANN401  Words
    for given in (None, CONTEST):
        asked = draft.form(Reader(words), "ludens", given)
        assert modal(asked).to_dict()["title"] == words("team.form-title")
        assert len(asked.fields) + len(asked.lines) == 5
    usual = draft.form(Reader(words), "ludens")
    assert [line.value for line in usual.lines] == [words(f"team.usual.{t}") for t in Team]
    (rules,) = [field for field in usual.fields if field.id == "rules"]
    assert [option.value for option in rules.options] == list(catalogue.NAMES)


def test_the_form_makes_a_draft_and_what_it_does_not_offer_changes_nothing() -> None:
    answers = {
        "red": ("Owls",),
        "blue": ("Foxes",),
        "boards": ("5",),
        "rules": ("bga",),
        "sign-up": ("7",),
    }
    after = draft.filled(CONTEST, answers)
    assert (after.red, after.blue, after.boards, after.rules, after.signup_days) == (
        *("Owls", "Foxes", 5, "bga"),
        7,
    )
    forged = {"boards": ("1",), "rules": ("chess",), "sign-up": ("-3",)}
    assert draft.filled(after, forged) == replace(after, red="", blue="")


@pytest.mark.parametrize(
    ("setting", "value", "after"),
    [
        (DraftSetting.PACE, "5", {"days": 5}),
        (DraftSetting.PACE, "0", {}),
        (DraftSetting.GAMES, "1", {"games": 1}),
        (DraftSetting.GAMES, "3", {}),
        (DraftSetting.RATED, "off", {"rated": False}),
        (DraftSetting.RATED, "", {}),
        (DraftSetting.WEEKENDS, "off", {"weekends": False}),
        (DraftSetting.CHANNEL, "77", {"channel": 77}),
        (DraftSetting.CHANNEL, "", {"channel": 0}),
    ],
)
def test_a_setting_of_a_draft(setting: DraftSetting, value: str, after: dict[str, Any]) -> None:
    changed = drafts.changed(CONTEST, setting, (value,) if value else ())
    pace = {key: after.pop(key) for key in ("days", "weekends") if key in after}
    assert changed == replace(CONTEST, pace=replace(CONTEST.pace, **pace), **after)


@IN_WORDS
def test_every_draft_can_be_shown(words: Any) -> None:  # noqa: ANN401  Words
    for boards in BOARDS:
        for once in (True, False):
            new = replace(CONTEST, boards=boards)
            check(draft.draft(new, Reader(words, 9), may_be_one=once))
            page = draft.draft(new, Reader(words, 9), may_be_one=once, wall=77)
            check(page)
            assert "<#77>" in text(page)


# Elsewhere


def test_of_a_game_that_was_not_begun_it_is_said_who_was_absent() -> None:
    course = running(LATE_DARK, DARK)
    board = course.boards[0]
    said = [[*contest.not_begun(board, game.match, EN)] for game in board.games]
    assert said == [["<@101> had not begun: the game counts as won by <@102>."], []]


def test_under_a_result_stands_how_the_teams_do() -> None:
    course = running(DARK, DRAW)
    assert list(contest.of_board(course, course.boards[0], EN)) == [
        "Red – Blue, board 1",
        "1\\. <@101> **1½–½** <@102>",
        "**Red 1½ – ½ Blue** · 2 boards to go",
    ]
    assert list(contest.of_board(course, course.boards[1], EN)) == ["Red – Blue, board 2"]
    ending = over()
    assert list(contest.of_board(ending, ending.boards[2], FR))[-1] == (
        "**Red 4½ – 1½ Blue\N{NO-BREAK SPACE}: victoire de l’équipe Red\N{NO-BREAK SPACE}!**"
    )


def test_a_card_says_on_how_many_boards_it_is_played() -> None:
    course = running()
    more = replace(course, contest=replace(course.contest, boards=8))
    assert "-# 3 boards · " in text(contest.card(more, CHANNEL, NAMES))
