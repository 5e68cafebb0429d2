"""OpenTafl's records: which rule set theirs is, and the moves as they write them."""

from __future__ import annotations

import pytest

from games.catalogue import NAMES, game
from games.core import Side
from games.errors import Fault, Illegal, Spoilt, Unreadable
from games.gamefile import read_game_file
from games.opentafl import Rewritten, as_game_file, is_record
from tests.every import for_every

HNEFATAFL = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"
CROSS = "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"
LEWIS = "/4ttt4/4ttt4/5T5/5T5/tt3T3tt/ttTTTKTTTtt/tt3T3tt/5T5/5T5/4ttt4/4ttt4/"
SMALL = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
COPENHAGEN = f"dim:11 name:Copenhagen atkf:y tfr:w sw:s efe:y start:{HNEFATAFL}"

RECORD = f"""\
[date:2026.11.21]
[attackers:Anna]
[defenders:Ben]
[result:1]
[rules:{COPENHAGEN}]
[start-comment: Two
lines.]

1. d1-d2 Kf6-f6 ...
"""
PLAYED = f"""\
[attackers:Anna] [event:two in a line]
[defenders: Ben]
{COPENHAGEN}

1. g1-g2 g5-g3+
[a remark | another
over two lines]
2. k4-g4xg3 h6-h4-
3. g2-g3 ---
"""
VARIED = f"""\
[rules:dim:11 name:Fetlar_Defenders_First atkf:n nj:n cj:n start:{HNEFATAFL}]

1. h6-h3 h1-h2
[A comment|and another]
1a.1.1a. e5-e3 d1-d3
[A variation of the first move.|
1. c5-c6 is no move here.]
1b.1.1a. ..... d1-d3

2. f4-h4 .....
2. ..... g1-j1
"""


@for_every(
    ("record", "name"),
    [
        (COPENHAGEN, "copenhagen"),
        (f"dim:11 start:{HNEFATAFL}", "fetlar"),
        (f"dim:11 esc:e ks:c start:{LEWIS}", "tawlbwrdd"),
        (f"dim:7 ks:c nj:n cj:n surf:n cenh: cenhe: start:{SMALL}", "brandubh"),
        (f"dim:9 esc:e ka:n cen: cor: start:{CROSS}", "seabattle"),
        (f"dim:9 esc:e ks:c start:{CROSS}", "saami"),
    ],
)
def test_the_rule_set_of_a_record_is_found(record: str, name: str) -> None:
    for line in (record, f"[rules:{record}]", f"[rules: {record}]"):
        assert is_record(f"[date:today]\r\n{line}")
        for same in (line, line.replace("start:", "starti:")):
            assert as_game_file(same) == Rewritten(f"Rules: {name}")
    assert name in NAMES


@for_every(
    ("record", "option"),
    [
        (f"dim:11 sw:s start:{HNEFATAFL}", "sw:s"),
        (f"dim:11 efe:y start:{HNEFATAFL}", "efe:y"),
        (f"dim:11 ka:n start:{HNEFATAFL}", "ka:n"),
        (f"dim:11 ks:n start:{HNEFATAFL}", "ks:n"),
        (f"dim:11 esc:e start:{HNEFATAFL}", "esc:e"),
        (f"dim:11 cen: start:{HNEFATAFL}", "cen:"),
        (f"dim:11 afor:a1,a2 start:{HNEFATAFL}", "afor:a1,a2"),
        (f"dim:11 sw:w efe:y start:{HNEFATAFL}", "sw:w"),
        (f"dim:11 sw:s swf:n efe:y start:{HNEFATAFL}", "swf:n"),
        (f"dim:11 sw:s efe:y ber:c starti:{HNEFATAFL}", "ber:c"),
        (f"dim:11 sw:s efe:y kj:r starti:{HNEFATAFL}", "kj:r"),
    ],
)
def test_rules_that_are_none_of_ours_are_refused_by_line_and_option(
    record: str, option: str
) -> None:
    with pytest.raises(Spoilt) as spoilt:
        read_game_file(f"[date:today]\n[rules:{record}]\n1. d1-d2")
    assert spoilt.value.line == 2
    assert isinstance(spoilt.value.cause, Unreadable)
    assert spoilt.value.cause.fault is Fault.RECORD_OPTION
    assert spoilt.value.cause.parts == (option,)
    match = read_game_file(
        f"[rules:{record}]", rules="fetlar"
    ).match  # whoever brings it may choose
    assert match.game.name == "fetlar"


def test_a_board_that_is_none_of_ours_is_refused_by_its_name() -> None:
    with pytest.raises(Spoilt) as spoilt:
        read_game_file(f"dim:13 name:Parlett start:{HNEFATAFL}\n1. d1-d2")
    assert isinstance(spoilt.value.cause, Unreadable)
    assert (spoilt.value.cause.fault, spoilt.value.cause.parts) == (Fault.RULES, ("Parlett",))


TURNED = "/4ttt4/4ttt4/5T5/5T5/tt3T3tt/ttTTTKTTTtt/tt3T3tt/5T5/11/4ttt4/4tttT3/"


@pytest.mark.parametrize(("key", "rank"), [("start", "11"), ("starti", "1")])
def test_a_start_of_its_own_begins_with_rank_1_or_with_the_top(key: str, rank: str) -> None:
    match = read_game_file(f"dim:11 esc:e ks:c {key}:{TURNED}").match
    assert match.game is game("tawlbwrdd")
    assert match.start[f"h{rank}"] == "T"


def test_where_the_kings_side_begins_the_game_begins_so() -> None:
    match = read_game_file(f"dim:11 atkf:n nj:n start:{HNEFATAFL}\n1. h6-h3 h1-h2").match
    assert match.game is game("fetlar")
    assert match.start.turn is Side.LIGHT
    assert match.start.dark == game("fetlar").start().dark
    assert [ply.side for ply in match.plies] == [Side.LIGHT, Side.DARK]


def test_variations_are_left_out_and_told() -> None:
    file = read_game_file(VARIED)
    assert file.variations
    assert list(file.match.moves) == [("h6", "h3"), ("h1", "h2"), ("f4", "h4"), ("g1", "j1")]
    assert not read_game_file(PLAYED).variations


def test_players_and_moves_are_read_and_remarks_are_left_out() -> None:
    file = read_game_file(PLAYED)
    assert file.match.game is game("copenhagen")
    assert list(file.match.moves) == [
        ("g1", "g2"),
        ("g5", "g3"),
        ("k4", "g4"),
        ("h6", "h4"),
        ("g2", "g3"),
    ]
    assert file.match.plies[2].step.captured == ("g3",)
    assert file.tags == {"Light": "Ben"}  # two tags in a line are not read


def test_a_move_that_may_not_be_made_is_refused_by_its_line() -> None:
    with pytest.raises(Spoilt) as spoilt:
        read_game_file(RECORD)
    assert spoilt.value.line == 9
    assert isinstance(spoilt.value.cause, Illegal)


def test_a_position_names_rank_1_first_and_the_side_that_begins_moves() -> None:
    start = "/11/11/11/11/t10/10K/11/11/11/11/11/"
    for line in (start, f"[position:{start}]"):
        match = read_game_file(f"{COPENHAGEN}\n{line}\n1. a5-b5").match
        assert match.start.turn is Side.DARK
        assert match.start["k6"] == "K"
        assert match.start["a5"] == "t"
    shown = as_game_file(f"dim:9 esc:e start:{CROSS}\n{CROSS}", "larochelle+king-four")
    assert shown.text.splitlines() == [
        "Rules: larochelle+king-four",
        f"Start: {CROSS.strip('/')} d 0",
    ]


@for_every(
    ("written", "read_as"),
    [
        ("e5-e8xe9", "e5-e8xe9"),
        ("Ke5-e1-", "e5-e1"),
        ("Ke5-e1--", "e5-e1"),
        ("e3-e4++", "e3-e4"),
        ("k10-k4xKk5/k3", "k10-k4xk5xk3"),
        ("Ne6^e8", "Ne6^e8"),
    ],
)
def test_a_move_is_rewritten(written: str, read_as: str) -> None:
    assert as_game_file(f"1. {written}") == Rewritten(f"1. {read_as}")


def test_a_game_file_of_ours_is_no_record() -> None:
    assert not is_record("Rules: bga\n1. e2-f2")
    assert not is_record(f"dim:11 {'start:' * 1000}")
