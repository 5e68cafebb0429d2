"""The rules of Permainan Tabal, sentence by sentence: who stands where, a move, what happens."""

from __future__ import annotations

import itertools

import pytest

from games.catalogue import game, restore
from games.core import Position, Reason, Side, Verdict
from games.errors import Clash, Contradiction, Fault, GameError, Illegal, Unreadable, Why
from games.notation import move_at, place_men, read_position
from games.tabal.board import BOARD
from games.tabal.game import MOST_MOVES
from tests.every import for_every

TABAL = game("tabal")


def board(turn: str, quiet: int = 0, **men: str) -> Position:
    """A position: `board("l", M="c3", m="c4 c6")`."""
    placed = ((point, letter) for letter, points in men.items() for point in points.split())
    return place_men(BOARD, placed, Side(turn), quiet)


def path(text: str) -> tuple[str, ...]:
    return tuple(text.split("-"))


def targets(position: Position, origin: str) -> str:
    """Return the moves of the man there, as one sorted line."""
    return " ".join(sorted("-".join(m[1:]) for m in TABAL.moves(position) if m[0] == origin))


def test_the_board_has_37_points_and_76_lines_between_neighbours() -> None:
    pairs = {frozenset(pair) for line in BOARD.lines for pair in itertools.pairwise(line)}
    assert len(BOARD.points) == 37
    assert len(pairs) == 76


def test_no_two_points_share_two_lines_so_a_path_says_what_it_takes() -> None:
    pairs = [pair for line in BOARD.lines for pair in itertools.combinations(sorted(line), 2)]
    assert len(pairs) == len(set(pairs))


def test_the_start() -> None:
    start = TABAL.start(Side.LIGHT)
    assert start.light.bit_count() == start.dark.bit_count() == 16
    assert all(start[f"{file}5"] == "." for file in "abcde")
    assert start["e1"] == "M"
    assert start["e9"] == "m"


def test_who_begins_is_drawn_by_lot() -> None:
    with pytest.raises(Contradiction) as refused:
        TABAL.start()
    assert refused.value.clash is Clash.LOT


@for_every(
    ("position", "origin", "reached"),
    [
        # A man steps forward or sideways along a line, diagonals forward too, never backward.
        (board("l", M="c5", m="a9"), "c5", "b5 b6 c6 d5 d6"),
        (board("d", m="c5", M="a1"), "c5", "b4 b5 c4 d4 d5"),
        # Diagonals only where they are drawn.
        (board("l", M="b5", m="e9"), "b5", "a5 b6 c5"),
        (board("l", M="a1", m="e9"), "a1", "b2 c1"),
        (board("l", M="c1", m="e9"), "c1", "a1 c2 e1"),
        # Not onto a man.
        (board("l", M="c5 c6 b5", m="a9"), "c5", "b6 d5 d6"),
        # A dame slides any distance along one line, in any direction, over free points.
        (
            board("l", Q="c5", M="c7 a3", m="e9"),
            "c5",
            "a5 a7 b4 b5 b6 c1 c2 c3 c4 c6 d4 d5 d6 e3 e5 e7",
        ),
    ],
)
def test_where_it_goes(position: Position, origin: str, reached: str) -> None:
    assert targets(position, origin) == reached


@for_every(
    ("position", "move", "taken"),
    [
        # Captures go in every direction for men too.
        (board("l", M="c5", m="c6"), "c5-c7", "c6"),
        (board("l", M="c5", m="c4"), "c5-c3", "c4"),
        (board("l", M="c5", m="b5"), "c5-a5", "b5"),
        (board("l", M="c5", m="d6"), "c5-e7", "d6"),
        (board("d", m="c5", M="b4"), "c5-a3", "b4"),
        # The long lines of the outer ranks are lines too.
        (board("l", M="a1", m="c1"), "a1-e1", "c1"),
        # A dame jumps one enemy at any distance, and lands on any free point behind.
        (board("l", Q="a5", m="c5"), "a5-d5", "c5"),
        (board("l", Q="a5", m="c5"), "a5-e5", "c5"),
        (board("l", Q="c1", m="c4 a9"), "c1-c9", "c4"),
        # A chain goes on while it can, and may turn.
        (board("l", M="a3", m="b3 d3"), "a3-c3-e3", "b3 d3"),
        (board("l", M="c3", m="c4 d5"), "c3-c5-e5", "c4 d5"),
    ],
)
def test_what_it_takes(position: Position, move: str, taken: str) -> None:
    assert TABAL.play(position, path(move)).captured == tuple(taken.split())


@for_every(
    ("position", "moves"),
    [
        # Not where a line bends, not over two, not over one's own, not onto a man.
        (board("l", M="b5", m="c6 e9"), "b5-a5 b5-b6 b5-c5"),
        (board("l", M="c3", m="c4 c5"), "c3-b3 c3-b4 c3-d3 c3-d4"),
        (board("l", M="a5", m="b5 c5 d8"), "a5-a6 a5-b6"),
        # Compulsory: nothing else may be played by either side.
        (board("l", M="a3 e3", m="b3"), "a3-c3"),
        # There is no duty to take the most.
        (board("l", M="c5", m="b5 d5 d6"), "c5-a5 c5-e5-c7 c5-e7"),
        # A dame may choose a landing from which she cannot go on.
        (board("l", Q="a5", m="c5 e6"), "a5-d5 a5-e5-e7"),
        # The point where a chain began counts as free: it may end there.
        (board("l", M="c5", m="d5 e4 d3 c4"), "c5-c3-e3-e5-c5 c5-e5-e3-c3-c5"),
    ],
)
def test_the_whole_list(position: Position, moves: str) -> None:
    listed = sorted("-".join(move) for move in TABAL.moves(position))
    assert listed == sorted(moves.split())


def test_taken_men_stay_and_block_until_the_turn_ends() -> None:
    # Were c5 gone at once, she could turn back from behind him and take c2 as well.
    assert targets(board("l", Q="c3", m="c5 c2"), "c3") == "c1 c6 c7 c8 c9"


def test_no_man_is_jumped_twice() -> None:
    position = board("l", Q="a5", m="d5 e6")
    assert targets(position, "a5") == "e5-e7"
    with pytest.raises(Illegal) as refused:
        TABAL.play(position, path("a5-e5-c5"))
    assert (refused.value.why, refused.value.points) == (Why.IN_THE_WAY, ("d5",))


def test_different_paths_are_different_moves_even_with_the_same_result() -> None:
    position = board("l", M="c5", m="d5 e4 d3 c4 a9")
    one, other = TABAL.moves(position)
    assert one == tuple(reversed(other))
    assert TABAL.play(position, one).after == TABAL.play(position, other).after


def test_a_man_who_stops_on_the_far_rank_becomes_a_dame_and_the_turn_ends() -> None:
    step = TABAL.play(board("l", M="c8", m="a3"), path("c8-c9"))
    assert step.promoted
    assert step.after["c9"] == "Q"
    assert step.after.turn is Side.DARK
    taking = TABAL.play(board("d", m="c3", M="c2 a5"), path("c3-c1"))
    assert taking.promoted
    assert taking.after["c1"] == "q"


def test_a_man_who_must_go_on_from_the_far_rank_is_not_promoted_there() -> None:
    position = board("l", M="c7", m="d8 c9 b8 e1")
    step = TABAL.play(position, path("c7-e9-a9-c7"))
    assert step.captured == ("b8", "c9", "d8")
    assert not step.promoted
    assert step.after["c7"] == "M"
    stopped = TABAL.play(board("l", M="c7", m="d8 c9 e1"), path("c7-e9-a9"))
    assert stopped.promoted
    assert stopped.after["a9"] == "Q"


def test_a_dame_who_comes_to_the_far_rank_is_not_promoted_again() -> None:
    step = TABAL.play(board("l", Q="c7", m="e1"), path("c7-c9"))
    assert not step.promoted
    assert step.after["c9"] == "Q"


@for_every(
    ("position", "verdict"),
    [
        (board("l", M="a3"), Verdict(Side.LIGHT, Reason.NO_MEN)),
        (board("d", M="a3"), Verdict(Side.LIGHT, Reason.NO_MEN)),
        (board("l", m="a3"), Verdict(Side.DARK, Reason.NO_MEN)),
        (board("l"), Verdict(Side.DARK, Reason.NO_MEN)),  # nor has the other side any
        (board("d"), Verdict(Side.LIGHT, Reason.NO_MEN)),
        # A man on his last file, blocked ahead and beside, has no legal move.
        (board("l", M="a7", m="b7 c7 e1"), Verdict(Side.DARK, Reason.NO_MOVE)),
        (board("l", M="a6", m="b6"), None),
        (TABAL.start(Side.DARK), None),
    ],
)
def test_how_it_ends(position: Position, verdict: Verdict | None) -> None:
    assert TABAL.verdict(position) == verdict
    assert bool(TABAL.moves(position)) is (verdict is None)


def test_there_is_nothing_to_call_out() -> None:
    assert TABAL.callout(TABAL.start(Side.LIGHT)) is None


LIGHT = TABAL.start(Side.LIGHT)


@for_every(
    ("position", "move", "why", "points"),
    [
        (board("l", M="a3"), "a3-a4", Why.OVER, ()),
        (LIGHT, "c4-z9", Why.OFF_BOARD, ("z9",)),
        (LIGHT, "c4", Why.STAYS, ("c4",)),
        (LIGHT, "c4-c4", Why.STAYS, ("c4",)),
        (LIGHT, "c5-c6", Why.NOTHING_THERE, ("c5",)),
        (LIGHT, "c6-c5", Why.NOT_YOUR_MAN, ("c6",)),
        (LIGHT, "a4-b5", Why.NO_LINE, ("a4", "b5")),
        (LIGHT, "c3-c4", Why.IN_THE_WAY, ("c4",)),
        (LIGHT, "c3-c5", Why.IN_THE_WAY, ("c4",)),
        (board("l", M="c3", m="a9"), "c3-c5", Why.TOO_FAR, ("c5",)),
        (board("l", M="c3", m="c4"), "c3-c6", Why.TOO_FAR, ("c6",)),
        (board("l", M="c5", m="a9"), "c5-c4", Why.BACKWARD, ("c4",)),
        (board("l", Q="c1", m="c4 c5"), "c1-c7", Why.IN_THE_WAY, ("c5",)),
        (board("l", M="a3 c5", m="b3 d5"), "c5-c6", Why.MUST_CAPTURE, ("a3", "c5")),
        (board("l", M="a3 e3", m="b3"), "e3-e4", Why.MUST_CAPTURE, ("a3",)),
        (board("l", M="a3", m="b3 d3"), "a3-c3", Why.CHAIN_GOES_ON, ("e3",)),
        (board("l", M="a3", m="b3"), "a3-c3-c4", Why.CHAIN_ENDS, ("c3", "c4")),
        (board("l", Q="a3", m="e9"), "a3-a5-c5", Why.ENDS_THERE, ("a3", "a5", "c5")),
        (board("l", M="a3", m="b3 d3"), "a3-c3-c5", Why.CHAIN_GOES_ON, ("e3",)),
        (board("l", Q="a5", m="c5 e6"), "a5-e5-e4", Why.CHAIN_GOES_ON, ("e7",)),
        # Of several in the way the first counts, or the second behind one who could be jumped.
        (board("l", Q="c1", M="c3", m="c5"), "c1-c6", Why.IN_THE_WAY, ("c3",)),
        (board("l", Q="c1", m="c3", M="c5 c6"), "c1-c7", Why.IN_THE_WAY, ("c5",)),
        (board("l", M="c3 c4", m="c5"), "c3-c5", Why.IN_THE_WAY, ("c4",)),
        (board("l", M="c3", m="c4 c5"), "c3-c5", Why.IN_THE_WAY, ("c5",)),
        # Taken already, and still there.
        (board("l", Q="a5", m="c5 e9"), "a5-e5-a5", Why.IN_THE_WAY, ("c5",)),
    ],
)
def test_why_not(position: Position, move: str, why: Why, points: tuple[str, ...]) -> None:
    with pytest.raises(Illegal) as refused:
        TABAL.play(position, path(move))
    assert (refused.value.why, refused.value.points) == (why, points)


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        (board("l", M="c9", m="a5"), Fault.MISPLACED),
        (board("l", M="c5", m="e1"), Fault.MISPLACED),
        (board("l", M=" ".join(BOARD.points[:17]), m="e9"), Fault.CROWD),
    ],
)
def test_no_such_position(position: Position, fault: Fault) -> None:
    with pytest.raises(Unreadable) as refused:
        TABAL.check(position)
    assert refused.value.fault is fault


def test_a_position_with_moves_without_end_is_refused_and_never_listed() -> None:
    line = "3/3/1m3/mm1mm/1m1m1/mmmm1/1mQm1/m1m/1q1"  # more than 100,000 chains
    with pytest.raises(Unreadable) as refused:
        read_position(TABAL, f"{line} d 0")
    assert refused.value.fault is Fault.TANGLE


def test_a_position_that_play_entangles_has_all_its_moves_listed() -> None:
    before = read_position(TABAL, "mm1/3/3m1/1m2m/3mQ/mmmmm/4m/3/3 d 0")
    moves = TABAL.moves(TABAL.play(before, ("e3", "d3")).after)
    assert len(set(moves)) == len(moves) == 3090
    assert len(moves) > MOST_MOVES


def test_the_worst_tangle_known_is_listed_in_full() -> None:
    men = "b3 d3 a4 b4 c4 d4 e4 b5 d5 a6 b6 c6 d6 e6 b7 d7"
    assert len(TABAL.moves(board("l", Q="c5", m=men))) == 206316


@pytest.mark.parametrize(
    ("text", "move"), [("a3xc3xe3", "a3-c3-e3"), ("a3-c3-e3", "a3-c3-e3"), ("A3 c3 E3", "a3-c3-e3")]
)
def test_a_chain_is_read_however_it_is_written(text: str, move: str) -> None:
    assert move_at(TABAL, board("l", M="a3", m="b3 d3"), text) == path(move)


def test_a_capture_written_where_none_happens_is_refused() -> None:
    with pytest.raises(Illegal) as refused:
        move_at(TABAL, board("l", M="a3", m="e9"), "a3xb3")
    assert refused.value.why is Why.NO_SUCH_CAPTURE


def test_a_stored_match_keeps_its_rules() -> None:
    assert restore(TABAL.data).data == TABAL.data
    other = restore({**TABAL.data, "first": "d", "quiet_limit": 40})
    assert other.start().turn is Side.DARK
    assert other.endings.quiet_limit == 40
    with pytest.raises(Contradiction):
        other.start(Side.LIGHT)


@for_every(
    "change",
    [{"first": "x"}, {"quiet_limit": 0}, {"quiet_limit": True}, {"repetition": 3}, {"more": 1}],
)
def test_data_that_are_no_rules_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(GameError):
        restore({**TABAL.data, **change})
    nameless = {key: value for key, value in TABAL.data.items() if key != "name"}
    with pytest.raises(Unreadable):
        restore(nameless)


def test_a_path_of_anothers_man_or_of_one_who_may_not_move_leads_nowhere() -> None:
    position = board("l", M="c4 e3", m="c5 a7")
    assert TABAL.choices(position) == ("c4",)
    assert TABAL.choices(position, ("c4",)) == ("c6",)
    for path in (("c5",), ("e3",), ("e9",), ("z1",), ("c5", "c3"), ("c4", "c6", "c8")):
        assert TABAL.choices(position, path) == ()
        assert list(TABAL.moves_from(position, path)) == []
