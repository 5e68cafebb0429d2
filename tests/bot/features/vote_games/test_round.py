"""One round: who may vote, when it closes, which move wins."""

from __future__ import annotations

import doctest
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.vote_games import round as rounds
from bot.features.vote_games.round import (
    RoundVotes,
    Tally,
    have_enough_voted,
    is_over,
    may_vote,
    offered,
    ranked,
    winner,
)
from bot.model.people import CHANNEL, ENGINE, FORMER
from games.errors import GameError
from tests.every import for_every

MOVES = ("e5-e8", "d4-d7", "e5-e6", "a1-a2", "c3-c4", "i9-i5", "b2-b9")

# People vote one after the other, and change their votes: who, for what.
CAST = st.lists(st.tuples(st.integers(1, 9), st.sampled_from(MOVES)), max_size=40)


def tallies_of(cast: list[tuple[int, str]]) -> tuple[Tally, ...]:
    """The votes that stand at the end; one that says the same again is the earlier one."""
    standing: dict[int, tuple[int, str]] = {}
    for number, (player, move) in enumerate(cast, 1):
        if standing.get(player, (0, ""))[1] != move:
            standing[player] = number, move
    counted = Counter(move for _, move in standing.values())
    return tuple(
        Tally(move, votes, min(n for n, voted in standing.values() if voted == move))
        for move, votes in counted.items()
    )


def test_what_its_first_lines_say() -> None:
    assert doctest.testmod(rounds).failed == 0


@given(CAST)
def test_the_winner_has_the_most_votes_and_of_as_many_the_earliest(
    cast: list[tuple[int, str]],
) -> None:
    tallies = tallies_of(cast)
    best = winner(tallies, lambda _: True)
    assert (best is None) == (cast == [])
    if best:
        assert best.votes == max(tally.votes for tally in tallies)
        rivals = [tally for tally in tallies if tally.votes == best.votes]
        assert best.first == min(tally.first for tally in rivals)


@given(CAST, st.sets(st.sampled_from(MOVES)))
def test_a_move_that_cannot_be_made_never_wins(
    cast: list[tuple[int, str]], illegal: set[str]
) -> None:
    best = winner(tallies_of(cast), lambda path: "-".join(path) not in illegal)
    assert best is None or best.move not in illegal
    if best is None:
        assert {tally.move for tally in tallies_of(cast)} <= illegal


@given(CAST, st.randoms())
def test_the_order_in_which_votes_are_counted_says_nothing(
    cast: list[tuple[int, str]], chance: object
) -> None:
    tallies = list(tallies_of(cast))
    shuffled = [*tallies]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert ranked(shuffled) == ranked(tallies)
    assert offered(shuffled) == offered(tallies)


@given(CAST)
def test_five_moves_at_most_are_offered_in_an_order_that_tells_nothing(
    cast: list[tuple[int, str]],
) -> None:
    tallies = tallies_of(cast)
    shown = [tally.move for tally in offered(tallies)]
    assert len(shown) == min(5, len(tallies))
    assert shown == sorted(shown)  # of these boards; c10 comes after c9
    assert {*shown} == {tally.move for tally in ranked(tallies)[:5]}


@for_every(
    ("regulars", "returned", "enough"),
    [
        *((0, 0, False), (1, 0, False), (1, 1, False), (2, 1, False), (2, 2, True), (3, 2, False)),
        *((3, 3, True), (4, 2, False), (4, 3, True), (5, 3, False), (5, 4, True), (8, 6, True)),
    ],
)
def test_three_quarters_of_the_last_voters_are_enough_but_never_one_alone(
    regulars: int, returned: int, *, enough: bool
) -> None:
    vote = RoundVotes((Tally("e5-e8", 1, 1),), regulars, returned)
    assert have_enough_voted(vote) is enough
    assert is_over(vote, deadline=100, now=99) is enough
    assert is_over(vote, deadline=100, now=100)


def test_newcomers_alone_do_not_close_a_round_early() -> None:
    crowd = RoundVotes((Tally("e5-e8", 1000, 1),), regulars=4, returned=2)
    assert not is_over(crowd, deadline=100, now=99)
    assert crowd.voters == 1000


def test_the_opponent_has_no_vote_nor_has_anybody_who_is_no_person() -> None:
    assert may_vote(7, opponent=8)
    assert not may_vote(8, opponent=8)
    assert [may_vote(who, opponent=8) for who in (FORMER, ENGINE, CHANNEL)] == [False] * 3
    assert may_vote(7, opponent=ENGINE)


@for_every("text", ["", "e5", "e5-", "hello", "e5:e8:"])
def test_what_is_no_path_is_no_vote(text: str) -> None:
    with pytest.raises(GameError):
        Tally(text, 1, 1)
