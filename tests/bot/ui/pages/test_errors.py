"""Refusals in words: each one plain, and no user's text gets through as markup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.model.challenges import Standing
from bot.outbox import Trouble
from bot.service.refusals import No, Refusal
from bot.ui.pages import errors, naming
from bot.ui.pages.page import text_page
from games import catalogue
from games.core import Side
from games.errors import Clash, Contradiction, Fault, Illegal, Spoilt, Unreadable, Why
from games.notation import read_move, read_position, step_at
from games.pace import Pace
from tests.bot.refusals import REFUSALS
from tests.bot.ui.model import ALL, EN, FR, LIGHT, check, record
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.words import Words

NASTY = "@everyone <@1> `x` [a](http://b) **bold** \n# big\u202e" + "y" * 100
VALUES: dict[str, dict[str, Any]] = {
    "TOO_MANY_CHALLENGES": {"limit": 10},
    "TOO_SOON": {"minutes": 10, "standing": "withdrawn"},
    "MANY_WITHDRAWN": {"minutes": 10},
    "TOO_MANY_TO_THEM": {"limit": 3},
    "TOO_MANY_GAMES": {"limit": 1},
    "CHALLENGE_OVER": {"standing": Standing.DECLINED},
    "NOT_FOR_YOU": {"player": LIGHT},
    "BARS_A_BOT": {"player": LIGHT},
    "NOT_BARRED": {"player": LIGHT},
    "PARTNER_ACTS": {"player": LIGHT},
    "NUDGE_LATER": {"player": LIGHT, "at": 1_000_000},
    "SHOWN_LATELY": {"at": 1_000_000},
    "STARTS_WITH_SEASON": {"at": 1_000_000},
    "NUDGE_AWAY": {"player": LIGHT, "last": 1_000_000},
    "TOO_MANY_GIFTS": {"limit": 30},
    "NO_SUCH_LEVEL": {"limit": 8},
    "TOO_MANY_ENGINE_GAMES": {"limit": 5},
    "TOO_MANY_PRACTICE_GAMES": {"limit": 5},
    "TOO_MANY_LINES": {"limit": 12},
    "NOT_IN_THIS_CHANNEL": {"channels": (77, 78)},
    "NO_SUCH_MOVES": {"limit": 3},
    "NO_REVIEW": {"limit": 4},
    "WHICH_DAY": {"text": "soon"},
    "TOO_MANY_BLOCKS": {"limit": 100},
    "TOO_MANY_TURN_LISTS": {"limit": 10},
    "TOO_MANY_FOLLOWED": {"limit": 25},
    "TOO_MANY_FOLLOWERS": {"limit": 100},
    "TOURNAMENT_IS_FULL": {"limit": 16},
    "TOO_FEW_JOINED": {"limit": 2},
    "TOO_MANY_JOINED": {"limit": 5},
    "TOO_MANY_TOURNAMENTS": {"limit": 5},
    "TOO_MANY_BEGUN": {"limit": 2},
    "TOO_MANY_TODAY": {"limit": 3},
    "NO_SUCH_NAME": {"limit": 40},
    "IN_THIS_TEAM": {"team": "Red"},
    "IN_THE_OTHER_TEAM": {"team": "Red", "other": "Blue"},
    "TEAM_IS_FULL": {"team": "Red", "other": "Blue"},
    "TEAM_IS_AHEAD": {"team": "Red", "other": "Blue"},
    "TEAMS_TOO_SMALL": {"limit": 2},
    "REMATCH_WITHDRAWN": {"minutes": 1},
    "INVITED_LATELY": {"minutes": 10},
    "MANY_FOURSOMES_WITHDRAWN": {"minutes": 10},
    "TOO_MANY_FOURSOMES": {"limit": 5},
    "TOO_MANY_FOURSOMES_JOINED": {"limit": 5},
    "VACATIONS_TODAY": {"limit": 5},
    "VACATION_USED_UP": {"limit": 1},
    "VACATION_TOO_LONG": {"limit": 30, "last": 1_000_000},
    "PUZZLE_TO_COME": {"last": 1_000_000},
    "NO_PUZZLE_THEN": {"day": "2026-11-16"},
    "WHICH_PUZZLE_DAY": {"text": "soon", "today": "2026-11-22"},
    "MISSING_PERMISSIONS": {"missing": ("send_messages", "attach_files", "fly")},
    "MISSING_IN_CHANNEL": {"channel": 77, "missing": ("send_messages",)},
    "MAY_NOT_WRITE_THERE": {"channel": 77},
}  # by the names of those that need any


def test_values_are_given_to_reasons_that_there_are() -> None:
    assert {*VALUES} <= {no.name for no in REFUSALS}


@for_every("words", ALL)
def test_everything_that_can_be_refused_is_a_sentence(words: Words) -> None:
    refusals = [
        *(Refusal(no, **VALUES.get(no.name, {})) for no in REFUSALS),
        *(Refusal(No.CHALLENGE_OVER, standing=standing) for standing in Standing),
        Refusal(No.NOT_FOR_YOU, player=None),
        *(Illegal(why) for why in Why),
        *(Illegal(why, "e4", "e5") for why in Why),
        *(Unreadable(fault, "one", "two") for fault in Fault),
        *(Contradiction(clash, "king-four", "ludens") for clash in Clash),
    ]
    for error in refusals:
        sentence = errors.refused(error, words)
        assert sentence[-1] in ".!"
        assert "{" not in sentence
        assert len(sentence) <= 300
        check(text_page(sentence))


@for_every("trouble", list(Trouble))
def test_trouble_says_that_it_counts_and_what_is_missing(trouble: Trouble) -> None:
    assert errors.trouble(trouble, EN).startswith("Done, but")
    assert errors.trouble(trouble, FR).startswith("C\u2019est fait, mais")
    assert "{" not in errors.trouble(trouble, EN)
    assert "*Attach Files*" in errors.trouble(Trouble.MAY_NOT_ATTACH, EN)


def test_missing_permissions_are_named_as_discord_names_them() -> None:
    refusal = Refusal(No.MISSING_PERMISSIONS, missing=("send_messages", "attach_files"))
    assert "*Send Messages* and *Attach Files*" in errors.refused(refusal, EN)
    assert "*Envoyer des messages* et *Joindre des fichiers*" in errors.refused(refusal, FR)


def test_a_line_of_a_file_is_named_with_what_is_wrong_there() -> None:
    spoilt = Spoilt(7, Illegal(Why.IN_THE_WAY, "e4"))
    assert errors.refused(spoilt, EN) == "Line 7: A piece on e4 is in the way."
    assert errors.refused(spoilt, FR).startswith("Ligne 7\u00a0: ")


def test_points_are_named() -> None:
    assert errors.refused(Illegal(Why.IN_THE_WAY, "e4"), EN) == "A piece on e4 is in the way."
    way = Illegal(Why.LEAVES_WAY, "c7", "c8", "c9")
    assert "c7-c8-c9" in errors.refused(way, EN)
    assert "there" in errors.refused(Illegal(Why.NOTHING_THERE), EN)


def test_a_challenge_for_another_person_names_them_and_an_open_one_no_person() -> None:
    assert f"<@{LIGHT}>" in errors.refused(Refusal(No.NOT_FOR_YOU, player=LIGHT), EN)
    assert "<@" not in errors.refused(Refusal(No.NOT_FOR_YOU, player=None), EN)


@for_every("fault", list(Fault))
def test_what_a_player_wrote_is_only_quoted(fault: Fault) -> None:
    for words in ALL:
        sentence = errors.refused(Unreadable(fault, NASTY, NASTY), words)
        outside = "".join(sentence.split("`")[::2])
        for bad in ("@everyone", "<@1>", "**bold**", "http", "# big", "\n", "\u202e"):
            assert bad not in outside
        assert sentence.count("`") % 2 == 0
        assert "\n" not in sentence


def test_made_up_points_and_options_are_no_markup() -> None:
    assert "everyone" not in errors.refused(Illegal(Why.OFF_BOARD, NASTY, "@everyone"), EN)
    clash = errors.refused(Contradiction(Clash.EXCLUDES, NASTY, "king-four"), EN)
    assert "@everyone" not in "".join(clash.split("`")[::2])
    assert "King moves up to four" in clash


def test_the_example_of_a_move_is_one_of_the_defenders_first() -> None:
    sentence = errors.refused(Unreadable(Fault.MOVE, "?"), EN)
    assert sentence.endswith("like `e3-c3`.")
    game = catalogue.game("larochelle")
    assert ("e3", "c3") in game.moves(game.start(Side.LIGHT))


@pytest.mark.parametrize("rules", ["bga", "tabal"])
def test_where_the_game_is_known_the_example_may_be_played_now(rules: str) -> None:
    match = record(rules, lot=Side.LIGHT).match
    sentence = errors.refused(Unreadable(Fault.MOVE, "?"), EN, match)
    move = read_move(sentence.split("`")[3])
    assert move in match.game.moves(match.position)


def test_a_capture_that_takes_no_man_says_where_it_ends() -> None:
    told = errors.refused(Illegal(Why.ENDS_THERE, "c6", "c5", "e3"), EN)
    assert told == "c6-c5 captures nothing, so you can't go on to e3."


def test_what_the_games_raise_is_told_with_its_names() -> None:
    with pytest.raises(Contradiction) as clash:
        catalogue.game("larochelle+king-four+king-steps")
    assert errors.refused(clash.value, EN) == (
        "*King moves up to four* and *King moves one square* contradict each other. "
        "Choose one of them."
    )
    with pytest.raises(Contradiction) as clash:
        catalogue.game("bga+king-four")
    assert errors.refused(clash.value, EN) == (
        "*King moves up to four* only works with La Rochelle, not with Board Game Arena."
    )
    with pytest.raises(Unreadable) as fault:
        catalogue.game("tabal+king-four")
    assert errors.refused(fault.value, EN).startswith(
        "*King moves up to four* doesn't work with *Tabal*."
    )
    start = errors.refused(Unreadable(Fault.FILE_START, "larochelle+king-four"), EN)
    assert start.startswith("In La Rochelle + king moves up to four, who goes first is random")
    with pytest.raises(Unreadable) as fault:
        read_move("hello @everyone")
    assert errors.refused(fault.value, EN).startswith(
        "I don't understand the move `hello @everyone`."
    )


def test_a_rule_set_is_called_by_the_names_of_its_parts() -> None:
    name = "larochelle+king-four+diamond"
    assert naming.title(name, EN) == "La Rochelle + king moves up to four + diamond"
    assert naming.title(name, FR) == "La Rochelle + roi à quatre cases + losange"
    assert naming.title("@everyone", EN) == "`@everyone`"
    assert naming.short("bga+diamond", EN) == (
        "The king must reach a corner and can't capture. "
        "The defenders start in a diamond around their king."
    )
    assert naming.short("@everyone", EN) == ""
    assert naming.short("larochelle+goal-corners", EN) == "The king must reach a corner."
    assert naming.label("king-four", EN) == "King moves up to four"


def test_what_a_refusal_comes_with_is_said_as_its_reader_knows_it() -> None:
    hostile = errors.refused(Refusal(No.WHICH_DAY, text="@everyone `soon`"), EN)
    assert "I don't understand the day `@everyone soon`." in hostile
    used = errors.refused(Refusal(No.VACATION_USED_UP, limit=30), FR)
    assert used.startswith("Tu as utilisé tes 30 jours de vacances")
    too_long = errors.refused(Refusal(No.VACATION_TOO_LONG, limit=30, last=1_000_000), EN)
    assert "with 30 days a year, you can be away until <t:956800:D> at the latest" in too_long
    gifts = errors.refused(Refusal(No.TOO_MANY_GIFTS, limit=1), EN)
    assert gifts.startswith("You've given 1 day in this game")


def test_a_pace_is_said_with_all_that_belongs_to_it() -> None:
    assert naming.pace(Pace(), EN) == "no time limit"
    assert naming.pace(Pace(days=1), EN) == "1 day (36 hours) per move"
    whole = Pace(days=3, reserve=1, weekends=False)
    assert naming.pace(whole, FR) == "3 jours par coup, 1 en bonus, week-ends libres"
    assert naming.pace(Pace(days=1, hurry_from=9), EN) == naming.pace(Pace(days=1), EN)
    hurried = Pace(days=7, hurry_from=1_000_000)
    assert naming.pace(hurried, EN) == "7 days per move, 36 hours from <t:1000000:d> on"


# By rule set and position: what each of the family's own rules refuses.
ROW, ALONE = "5K4t/11/2T8/11/3T1T5/3tttT4", "5K5/11/11/11/11/3t7"
OF_THE_FAMILY = [
    (
        "copenhagen",
        f"11/11/T10/11/11/{ROW} l 0",
        "c4-c1xd1xe1xf1",
        "A shieldwall needs two or more enemies",
        "Un mur de boucliers demande au moins deux ennemis",
    ),
    (
        "copenhagen",
        f"11/11/T10/11/11/{ALONE} d 0",
        "d1-a1",
        "Only the king can stop on a corner (a1)",
        "peut s\u2019arrêter dans un coin (a1)",
    ),
    (
        "tawlbwrdd",
        "11/11/T10/11/11/10t/11/2K8/11/11/5t5 d 0",
        "f1-f6",
        "can't stop on the throne (f6)",
        "ne peut pas s\u2019arrêter sur le trône (f6)",
    ),
    (
        "ashton",
        "9/9/4T4/9/9/9/4K4/2t6/9 l 0",
        "e3-e7",
        "can't cross the throne (e5)",
        "ne peut pas traverser le trône (e5)",
    ),
    (
        "ashton",
        "9/9/9/9/2K3T2/2t6/9/9/3t5 d 0",
        "d1-d9",
        "can't enter the camp on d9",
        "ne peut pas entrer dans le camp en d9",
    ),
    (
        "brandubh",
        "7/7/7/7/3K3/7/1T3t1 l 0",
        "b1-a1",
        "Only the king can stop on a corner (a1)",
        "peut s\u2019arrêter dans un coin (a1)",
    ),
]


@for_every(("rules", "line", "typed", "english", "french"), OF_THE_FAMILY)
def test_each_rule_of_the_family_says_why_it_refuses(
    rules: str, line: str, typed: str, english: str, french: str
) -> None:
    game = catalogue.game(rules)
    with pytest.raises(Illegal) as illegal:
        step_at(game, read_position(game, line), typed)
    assert english in errors.refused(illegal.value, EN)
    assert french in errors.refused(illegal.value, FR)
