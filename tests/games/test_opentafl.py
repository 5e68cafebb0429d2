"""OpenTafl's records: which rule set theirs is, and the moves as they write them."""

from __future__ import annotations

import pytest

from games.catalogue import NAMES, game
from games.core import Side
from games.errors import Fault, Illegal, Spoilt, Unreadable
from games.gamefile import read_game_file
from games.opentafl import as_game_file, is_record

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


@pytest.mark.parametrize(
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
        assert as_game_file(line) == f"Rules: {name}"
    assert name in NAMES


@pytest.mark.parametrize(
    "record",
    [
        f"dim:11 sw:s start:{HNEFATAFL}",
        f"dim:11 efe:y start:{HNEFATAFL}",
        f"dim:11 atkf:n start:{HNEFATAFL}",
        f"dim:11 ka:n start:{HNEFATAFL}",
        f"dim:11 ks:n start:{HNEFATAFL}",
        f"dim:11 esc:e start:{HNEFATAFL}",
        f"dim:11 cen: start:{HNEFATAFL}",
        f"dim:11 afor:a1,a2 start:{HNEFATAFL}",
        f"dim:9 start:{HNEFATAFL}",
        f"dim:11 start:{LEWIS}",
    ],
)
def test_rules_that_are_none_of_ours_are_refused_by_their_line(record: str) -> None:
    with pytest.raises(Spoilt) as spoilt:
        read_game_file(f"[date:today]\n[rules:{record}]\n1. d1-d2")
    assert spoilt.value.line == 2
    assert isinstance(spoilt.value.cause, Unreadable)
    assert spoilt.value.cause.fault is Fault.RULES
    match = read_game_file(
        f"[rules:{record}]", rules="fetlar"
    ).match  # whoever brings it may choose
    assert match.game.name == "fetlar"


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


def test_a_position_begins_with_the_side_that_begins() -> None:
    start = "/11/11/11/11/t10/10K/11/11/11/11/11/"
    match = read_game_file(f"{COPENHAGEN}\n{start}\n1. a7-b7").match
    assert match.start.turn is Side.DARK
    assert match.start["k6"] == "K"
    shown = as_game_file(f"dim:9 esc:e start:/9/\n{CROSS}", "larochelle+king-four")
    assert shown.splitlines() == ["Rules: larochelle+king-four", f"Start: {CROSS.strip('/')} d 0"]


@pytest.mark.parametrize(
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
    assert as_game_file(f"1. {written}") == f"1. {read_as}"


def test_a_game_file_of_ours_is_no_record() -> None:
    assert not is_record("Rules: bga\n1. e2-f2")
    assert not is_record(f"dim:11 {'start:' * 1000}")
