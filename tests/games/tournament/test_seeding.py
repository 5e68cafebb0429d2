"""Groups that are as strong as each other, and brackets in which the best meet last."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.tournament.seeding import bracket_order, fair_groups, group_count, thue_morse
from tests.every import for_every


def test_the_sequence_of_thue_and_morse() -> None:
    assert "".join("AB"[thue_morse(place, 2)] for place in range(16)) == "ABBABAABBAABABBA"
    assert "".join("ABC"[thue_morse(place, 3)] for place in range(9)) == "ABCBCACAB"
    assert {thue_morse(place, 1) for place in range(9)} == {0}


def test_groups() -> None:
    assert fair_groups(range(1, 9), 2) == ((1, 4, 6, 7), (2, 3, 5, 8))
    assert fair_groups(range(1, 8), 3) == ((1, 6), (2, 4), (3, 5, 7))


@given(st.integers(1, 64), st.integers(1, 12))
def test_groups_hold_everybody_once_and_differ_by_one_at_most(entrants: int, groups: int) -> None:
    members = fair_groups(range(entrants), groups)
    assert sorted(entrant for group in members for entrant in group) == [*range(entrants)]
    sizes = [len(group) for group in members]
    assert max(sizes) - min(sizes) <= 1


@for_every(
    ("entrants", "size", "groups"),
    [(2, 5, 1), (3, 4, 1), (7, 5, 1), (8, 5, 2), (12, 5, 2), (13, 5, 3), (64, 5, 13), (6, 2, 3)],
)
def test_how_many_groups(entrants: int, size: int, groups: int) -> None:
    assert group_count(entrants, size) == groups


def test_the_order_of_brackets() -> None:
    assert bracket_order(1) == (1,)
    assert bracket_order(2) == (1, 2)
    assert bracket_order(4) == (1, 4, 2, 3)
    assert bracket_order(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)


@for_every("size", [2, 4, 8, 16, 32, 64])
def test_the_better_half_comes_through_where_no_one_is_surprised(size: int) -> None:
    order = bracket_order(size)
    through = tuple(min(pair) for pair in zip(order[::2], order[1::2], strict=True))
    assert through == bracket_order(size // 2)
