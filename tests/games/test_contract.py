"""The contract of games.core.Game, kept by every rule set there is, in positions of every kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import TABAL, every_name, game, restore
from games.core import FREE, Move, Reason, Side
from games.errors import Illegal, Why
from games.notation import (
    matching_paths,
    move_at,
    read_move,
    read_position,
    write_move,
    write_position,
)
from tests.games.positions import anywhere
from tests.games.runners import points_after

if TYPE_CHECKING:
    import random

    from games.core import Game, Point, Position


def men(position: Position) -> Counter[str]:
    return Counter(position[point] for point in position.board.points)


@given(anywhere())
def test_every_listed_move_plays(case: tuple[Game, Position]) -> None:
    played, position = case
    moves = played.moves(position)
    assert len(set(moves)) == len(moves)
    for move in moves:
        step = played.play(position, move)
        assert played.after(position, move) == step.after
        after, man = step.after, position[move[0]]
        assert after.turn is position.turn.other
        assert after.quiet == (0 if step.captured else position.quiet + 1)
        arrived = played.board.letters[position.turn, True] if step.promoted else man
        assert after[move[-1]] == arrived
        unmoved = set(played.board.points) - {move[0], move[-1], *step.captured}
        assert all(after[point] == position[point] for point in unmoved)
        assert all(after[point] == FREE for point in {*step.captured, move[0]} - {move[-1]})


@pytest.mark.slow
@given(anywhere())
def test_men_are_conserved_apart_from_those_captured(case: tuple[Game, Position]) -> None:
    played, position = case
    enemies = set(played.board.named(position.men(position.turn.other)))
    for move in played.moves(position):
        step = played.play(position, move)
        captured = Counter(position[point] for point in step.captured)
        assert len(set(step.captured)) == len(step.captured)
        assert set(step.captured) <= enemies
        risen = {position[move[0]]: -1, step.after[move[-1]]: 1} if step.promoted else {}
        before = men(position)
        before.subtract(captured)
        before.update(risen)
        before[FREE] += len(step.captured)
        assert +before == men(step.after)


@pytest.mark.slow
@given(anywhere(), st.randoms(use_true_random=False))
def test_what_is_not_listed_is_refused(case: tuple[Game, Position], chance: random.Random) -> None:
    played, position = case
    legal = set(played.moves(position))
    points = played.board.points
    pairs = [(origin, target) for origin in points for target in points]
    from_men = [pair for pair in pairs if position[pair[0]] != FREE]
    asked: list[Move] = [*chance.sample(pairs, 100)]
    asked += chance.sample(from_men, min(300, len(from_men)))
    asked += [(*move, chance.choice(points)) for move in legal]
    asked += [move[:-1] for move in legal]
    for move in asked:
        if move not in legal:
            assert refused(played, position, move) <= set(points)


@given(anywhere(), st.lists(st.text(max_size=3), max_size=4).map(tuple))
def test_nonsense_is_refused(case: tuple[Game, Position], move: Move) -> None:
    played, position = case
    refused(played, position, move)
    assert not played.legal(position, move)
    if move:
        assert not set(played.choices(position, move)) - set(played.board.points)
        assert all(longer[: len(move)] == move for longer in played.moves_from(position, move))


@given(anywhere())
def test_captures_are_compulsory_where_the_game_says_so(case: tuple[Game, Position]) -> None:
    played, position = case
    takes = [bool(played.play(position, move).captured) for move in played.moves(position)]
    if played.must_capture(position):
        assert played.name == TABAL
        assert takes
        assert all(takes)
    elif played.name == TABAL:
        assert not any(takes)


@given(anywhere(), st.randoms(use_true_random=False))
def test_what_is_typed_leads_to_the_moves_that_begin_so(
    case: tuple[Game, Position], chance: random.Random
) -> None:
    played, position = case
    moves = [*played.moves(position)]
    whole = "".join(chance.choice(moves)) if moves else "e4e7"
    typed = whole[: chance.randrange(len(whole) + 1)] + chance.choice(["", "", "x", "d7"])
    completed = [
        move
        for path in matching_paths(played, position, typed)
        for move in played.moves_from(position, path)
    ]
    alike = [
        move for move in moves if "".join(move).startswith(typed) or typed.startswith("".join(move))
    ]
    assert Counter(completed) == Counter(alike)


def refused(played: Game, position: Position, move: Move) -> set[Point]:
    """The points that the refusal names."""
    with pytest.raises(Illegal) as illegal:
        played.play(position, move)
    assert (illegal.value.why is Why.OVER) == (played.verdict(position) is not None)
    return set(illegal.value.points)


@given(anywhere())
def test_choices_lead_to_the_legal_moves_alone(case: tuple[Game, Position]) -> None:
    """So no legal move is the beginning of another: a player touches points until it is whole."""
    played, position = case
    moves = played.moves(position)
    reached: list[Move] = []
    paths: list[Move] = [()] if moves else []
    while paths:
        path = paths.pop()
        further = points_after(path, moves)
        assert (path in moves) == (not further)
        assert played.legal(position, path) == (path in moves)
        assert Counter(played.choices(position, path)) == Counter(further)
        begun = [move for move in moves if move[: len(path)] == path]
        assert Counter(played.moves_from(position, path)) == Counter(begun)
        assert len(set(further)) == len(further)
        reached += [] if further else [path]
        paths += [(*path, point) for point in further]
    assert Counter(reached) == Counter(moves)


@pytest.mark.parametrize("name", ["larochelle", "tabal"])
def test_no_move_begins_with_a_piece_of_the_opponent(name: str) -> None:
    played = game(name)
    position = played.start(Side.DARK)
    for point in played.board.named(position.light):
        assert [*played.moves_from(position, (point,))] == []


@given(anywhere())
def test_a_position_has_moves_or_a_verdict(case: tuple[Game, Position]) -> None:
    played, position = case
    assert bool(played.moves(position)) == (played.verdict(position) is None)


@given(anywhere())
def test_playing_changes_nothing_that_was_given(case: tuple[Game, Position]) -> None:
    played, position = case
    before, line = replace(position), write_position(played, position)
    moves, verdict = list(played.moves(position)), played.verdict(position)
    for move in moves:
        played.play(position, move)
    assert position == before
    assert write_position(played, position) == line
    assert hash(position) == hash(before)
    assert (list(played.moves(position)), played.verdict(position)) == (moves, verdict)


@given(anywhere())
def test_positions_read_back(case: tuple[Game, Position]) -> None:
    played, position = case
    if "K" in played.board.letters.values() and not position.crowned:
        return  # a taken king is off the board, and a board without him is no position to begin on
    assert read_position(played, write_position(played, position)) == position


@given(anywhere())
def test_moves_read_back(case: tuple[Game, Position]) -> None:
    played, position = case
    for move in played.moves(position):
        captured = played.play(position, move).captured
        written = write_move(move, captured)
        assert written.count("x") == len(captured)
        assert read_move(written) == read_move(written.upper()) == move
        assert move_at(played, position, written) == move
        assert move_at(played, position, write_move(move)) == move


@given(st.sampled_from(every_name()), st.randoms(use_true_random=False))
def test_rule_sets_read_back(name: str, chance: random.Random) -> None:
    preset, *options = name.split("+")
    chance.shuffle(options)
    played = game(name)
    assert game("+".join((preset, *options))) is played
    assert played.name == name


@given(anywhere())
def test_stored_rules_play_the_same(case: tuple[Game, Position]) -> None:
    played, position = case
    again = restore(played.data)
    assert (again.name, again.data, again.endings) == (played.name, played.data, played.endings)
    assert again.moves(position) == played.moves(position)
    assert again.verdict(position) == played.verdict(position)


@given(anywhere())
def test_callouts_are_made_on_the_kings_own_moves(case: tuple[Game, Position]) -> None:
    played, position = case
    callout = played.callout(position)
    if callout:
        verdict = played.verdict(position)
        assert verdict is None or verdict.reason is Reason.NO_WAY_TO_STOP
        assert position.turn is Side.DARK
        assert len({way[0] for way in callout.ways}) == 1
        assert position[callout.ways[0][0]] == "K"
