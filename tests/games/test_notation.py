"""Moves and positions in one line of text: read back alike, forgiven a little, refused well."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import game
from games.core import Move, Side
from games.errors import Fault, GameError, Illegal, Unreadable, Why
from games.notation import (
    Written,
    move_at,
    read_move,
    read_position,
    read_written,
    write_move,
    write_position,
)
from tests.every import for_every

START = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d 0"
TABAL_START = "mmm/mmm/mmmmm/mmmmm/5/MMMMM/MMMMM/MMM/MMM l 0"
# d3-d7 takes the soldier between d7 and f7; a king and a guard look on
TAKES = "9/9/4Tt3/9/9/9/3t3T1/6TKT/7T1 d 3"
TABLUT, TABAL = game("larochelle"), game("tabal")


@for_every(
    "text",
    [
        "e4-e7",
        "e4e7",
        "e4 e7",
        "E4-E7",
        " e4 - e7 ",
        "e4\u2013e7",
        "e4\u2192e7",
        "e\t4\ne7",
        "e4-\u2060e7",
    ],
)
def test_case_spaces_and_dashes_are_forgiven(text: str) -> None:
    assert read_move(text) == ("e4", "e7")
    assert read_written(text) == Written(("e4", "e7"))


@for_every(
    ("text", "written"),
    [
        ("e4-e7xd7xe8", Written(("e4", "e7"), ("d7", "e8"))),
        ("e4e7xd7", Written(("e4", "e7"), ("d7",))),
        ("E4 E7 X D7", Written(("e4", "e7"), ("d7",))),
        ("e4-e7\u00d7d7", Written(("e4", "e7"), ("d7",))),
        ("e4-e7:d7", Written(("e4", "e7"), ("d7",))),
        ("a3xc3xe1", Written(("a3", "c3", "e1"), jumps=True)),
        ("a3-c3-e1", Written(("a3", "c3", "e1"))),
        ("a3c3e1", Written(("a3", "c3", "e1"))),
        ("a3xc3", Written(("a3", "c3"), jumps=True)),
        ("z9-e4", Written(("z9", "e4"))),  # on which board is for the game to say
        ("f10-f8", Written(("f10", "f8"))),
        ("f10f8", Written(("f10", "f8"))),
        ("f10 f8", Written(("f10", "f8"))),
        ("K11-a11xb11", Written(("k11", "a11"), ("b11",))),
        ("c10xe10xe8", Written(("c10", "e10", "e8"), jumps=True)),
    ],
)
def test_a_move_with_its_captures_is_read(text: str, written: Written) -> None:
    assert read_written(text) == written


@for_every(
    "text",
    [
        *("", " ", "-", "x", "e4", "e4-", "-e4", "e4--e7", "e4-e7-", "e4-e7x", "e4-e7xd7x"),
        *("e4xx e7", "e4-e7xd7-e8", "e4-e7-e8xd7", "e4xd7-e7", "e0-e4", "e100-e4", "4e-7e"),
        *("e4 to e7", "resign", "e4/e7", "\u0435\u0034-\u0435\u0037", "e\u0664-e\u0667"),
        *("e4-e7\x00", "\U0001d41e4-e7", "e4-e7" + " " * 200, "e4" * 101, "a" * 10**6),
    ],
)
def test_what_is_no_move_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        read_move(text)
    assert (unreadable.value.fault, unreadable.value.parts) == (Fault.MOVE, (text[:40],))


@for_every(
    ("move", "captured", "text"),
    [
        (("e4", "e7"), (), "e4-e7"),
        (("e4", "e7"), ("d7", "e8"), "e4-e7xd7xe8"),
        (("a3", "c3", "e1"), ("b3", "d2"), "a3xc3xe1"),
        (("a3", "c3"), (), "a3-c3"),
        (("c1", "c9"), ("c5",), "c1xc9"),
        (("c1", "c9"), ("d9",), "c1-c9xd9"),
        (("a3", "b5"), ("b4",), "a3-b5xb4"),  # nothing lies between these two
        (("a3", "c5", "e3"), ("b4", "e9"), "a3-c5-e3xb4xe9"),  # one leg jumps no man
    ],
)
def test_a_move_is_written(move: Move, captured: tuple[str, ...], text: str) -> None:
    assert write_move(move, captured) == text


@pytest.mark.parametrize("text", ["d3-d7xe7", "d3-d7", "d3 d7", "d3d7xe7"])
def test_captures_that_happen_may_be_written_or_not(text: str) -> None:
    position = read_position(TABLUT, TAKES)
    assert move_at(TABLUT, position, text) == ("d3", "d7")


@for_every(
    ("text", "points"),
    [
        ("d3-d7xe8", ("e8",)),
        ("d3-d7xe7xc7", ("c7",)),
        ("d3-d6xe7", ("e7",)),
        ("d3-d7xf7", ("f7",)),  # the attackers' own man
        ("d3xd7", ("d7",)),  # which would be a jump
    ],
)
def test_written_captures_that_do_not_happen_are_refused(
    text: str, points: tuple[str, ...]
) -> None:
    assert refused("larochelle", TAKES, text) == (Why.NO_SUCH_CAPTURE, points)


CHAIN = "3/3/5/5/2m2/5/2m2/1M1/3 l 0"  # c2xc4xc6


@pytest.mark.parametrize("text", ["c2xc4xc6", "c2-c4-c6", "c2c4c6"])
def test_a_chain_is_read(text: str) -> None:
    assert move_at(TABAL, read_position(TABAL, CHAIN), text) == ("c2", "c4", "c6")


def test_an_unfinished_chain_is_refused() -> None:
    assert refused("tabal", CHAIN, "c2xc4") == (Why.CHAIN_GOES_ON, ("c6",))


def test_a_step_written_as_a_jump_is_refused() -> None:
    assert refused("tabal", TABAL_START, "c4xc5") == (Why.NO_SUCH_CAPTURE, ("c5",))


def refused(name: str, line: str, text: str) -> tuple[Why, tuple[str, ...]]:
    played = game(name)
    with pytest.raises(Illegal) as illegal:
        move_at(played, read_position(played, line), text)
    return illegal.value.why, illegal.value.points


def test_the_start_is_one_line() -> None:
    assert write_position(TABLUT, TABLUT.start(Side.DARK)) == START
    assert read_position(TABLUT, START) == TABLUT.start(Side.DARK)
    assert write_position(TABAL, TABAL.start(Side.LIGHT)) == TABAL_START
    assert read_position(TABAL, TABAL_START) == TABAL.start(Side.LIGHT)


def test_the_side_and_the_quiet_plies_are_read() -> None:
    position = read_position(TABLUT, START.replace("d 0", "l 9999"))
    assert (position.turn, position.quiet) == (Side.LIGHT, 9999)
    assert write_position(TABLUT, position) == START.replace("d 0", "l 9999")


def test_spaces_around_and_between_are_forgiven() -> None:
    assert read_position(TABLUT, f"  {START.replace(' ', '   ')}\n") == TABLUT.start(Side.DARK)


MEN = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4"
RANKS = f"{MEN}/3ttt3"


@pytest.mark.parametrize("name", ["larochelle", "tabal"])
def test_the_count_since_a_capture_may_be_left_out(name: str) -> None:
    known = game(name)
    line = write_position(known, known.start(Side.LIGHT if known.data["first"] is None else None))
    assert read_position(known, line.rpartition(" ")[0]) == read_position(known, line)


@for_every(
    ("text", "fault", "parts"),
    [
        ("", Fault.POSITION, ("",)),
        (RANKS, Fault.POSITION, (RANKS[:40],)),
        (f"{START} 0", Fault.POSITION, (START[:40],)),
        (START + " " * 200, Fault.POSITION, (START[:40],)),
        ("t" * 10**6, Fault.POSITION, ("t" * 40,)),
        (f"{RANKS} D 0", Fault.TURN, ("D",)),
        (f"{RANKS} \u0501 0", Fault.TURN, ("\u0501",)),
        (f"{RANKS} dark 0", Fault.TURN, ("dark",)),
        (f"{RANKS} d -1", Fault.QUIET, ("-1",)),
        (f"{RANKS} d 01", Fault.QUIET, ("01",)),
        (f"{RANKS} d 10000", Fault.QUIET, ("10000",)),
        (f"{RANKS} d \u0663", Fault.QUIET, ("\u0663",)),
        (f"{RANKS} d 1e3", Fault.QUIET, ("1e3",)),
        (f"{MEN} d 0", Fault.RANKS, ("8", "9")),
        (f"{MEN}/3ttt3/9 d 0", Fault.RANKS, ("10", "9")),
        (f"{MEN}/3ttt2 d 0", Fault.RANK, ("3ttt2",)),
        (f"{MEN}/3ttt4 d 0", Fault.RANK, ("3ttt4",)),
        (f"{MEN}/3ttt12 d 0", Fault.RANK, ("3ttt12",)),
        (f"{MEN}/3ttt30 d 0", Fault.RANK, ("3ttt30",)),
        (f"{MEN}/3ttt03 d 0", Fault.RANK, ("3ttt03",)),
        (f"{MEN}/...ttt3 d 0", Fault.RANK, ("...ttt3",)),
        (f"{MEN}/ d 0", Fault.RANK, ("",)),
        (f"{MEN}/3tqt3 d 0", Fault.LETTER, ("q",)),
        (f"{MEN}/3t\u0442t3 d 0", Fault.LETTER, ("\u0442",)),
        (f"{MEN}/3t\u0663t3 d 0", Fault.LETTER, ("\u0663",)),
        (f"{MEN}/3t-t3 d 0", Fault.LETTER, ("-",)),
        (f"{MEN}/3tkt3 d 0", Fault.LETTER, ("k",)),
    ],
)
def test_what_is_no_position_is_unreadable(text: str, fault: Fault, parts: tuple[str, ...]) -> None:
    assert unreadable("larochelle", text) == (fault, parts)


@for_every(
    ("name", "ranks", "fault", "parts"),
    [
        ("bga", "9/9/9/9/9/9/9/9/9", Fault.KINGS, ("0",)),
        ("bga", "9/9/9/9/3KK4/9/9/9/9", Fault.KINGS, ("2",)),
        ("bga", "9/9/KKKKKKKKK/9/9/9/9/9/9", Fault.KINGS, ("9",)),
        ("bga", "9/ttttttttt/tttttttt1/9/4K4/9/9/9/9", Fault.CROWD, ("17", "16")),
        ("bga", "9/TTTTTTTTT/9/9/4K4/9/9/9/9", Fault.CROWD, ("9", "8")),
        ("bga", "9/9/9/9/4t4/9/4K4/9/9", Fault.MISPLACED, ("e5",)),
        ("larochelle", "9/9/9/9/4T4/9/4K4/9/9", Fault.MISPLACED, ("e5",)),
        ("bga", "t8/9/9/9/4K4/9/9/9/9", Fault.MISPLACED, ("a9",)),
        ("fortresses", "9/9/9/9/4K4/9/9/9/8T", Fault.MISPLACED, ("i1",)),
        ("larochelle+goal-corners", "T8/9/9/9/4K4/9/9/9/9", Fault.MISPLACED, ("a9",)),
        ("bga-rim", "9/9/9/T8/4K4/9/9/9/9", Fault.MISPLACED, ("a6",)),
        ("bga-rim", "9/9/9/9/7K1/9/9/9/9", Fault.MISPLACED, ("h5",)),
        ("tabal", "M2/3/5/5/5/5/5/3/3", Fault.MISPLACED, ("a9",)),
        ("tabal", "3/3/5/5/5/5/5/3/2m", Fault.MISPLACED, ("e1",)),
        ("tabal", "3/3/5/MMMMM/MMMMM/MMMMM/MM3/3/3", Fault.CROWD, ("17", "16")),
    ],
)
def test_men_stand_where_they_may_or_not_at_all(
    name: str, ranks: str, fault: Fault, parts: tuple[str, ...]
) -> None:
    assert unreadable(name, f"{ranks} d 0") == (fault, parts)
    assert unreadable(name, f"{ranks} l 0") == (fault, parts)


def unreadable(name: str, text: str) -> tuple[Fault, tuple[str, ...]]:
    with pytest.raises(Unreadable) as refusal:
        read_position(game(name), text)
    return refusal.value.fault, refusal.value.parts


@for_every(
    ("name", "ranks"),
    [
        ("larochelle", "t7T/9/9/9/4K4/9/9/9/T7t"),  # corners are squares like others
        ("fortresses", "K8/9/9/9/9/9/9/9/9"),  # he has won
        ("ludens", "9/9/9/9/4K4/9/9/9/9"),  # where he began
        ("bga-rim", "3ttt3/9/9/9/4K4/9/9/9/9"),
        (
            "larochelle+goal-off-camps+king-not-in-camps+camps-open-when-empty",
            "9/9/9/9/tK7/9/9/9/9",
        ),
        ("tabal", "Q2/3/5/5/5/5/5/3/2q"),
        ("tabal", "m2/3/5/5/5/5/5/3/2M"),
    ],
)
def test_positions_of_every_kind_read_back(name: str, ranks: str) -> None:
    played = game(name)
    for tail in ("d 0", "l 7"):
        assert write_position(played, read_position(played, f"{ranks} {tail}")) == f"{ranks} {tail}"


SCRAPS = st.sampled_from(
    ["e4", "d3", "d7", "-", "x", "xe7", "/", "9", "t", "K", " ", "d", "0", "\n"]
)
TEXT = st.text(max_size=300) | st.lists(SCRAPS | st.text(max_size=2), max_size=30).map("".join)


@given(TEXT)
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        move = move_at(TABLUT, read_position(TABLUT, TAKES), text)
    except GameError:
        return
    assert read_move(text) == move


@given(TEXT | st.lists(SCRAPS, max_size=12).map("/".join).map("{} d 0".format))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        position = read_position(TABLUT, text)
    except GameError:
        return
    assert read_position(TABLUT, write_position(TABLUT, position)) == position
