"""Invariants of every match, with anything the players try: the log is the state."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import every_name, game
from games.core import Side
from games.errors import GameError, Illegal
from games.events import (
    Answered,
    Created,
    Event,
    Flagged,
    Given,
    Moved,
    Offer,
    Offered,
    Resigned,
    Resumed,
    Shelved,
    Stopped,
    Withdrawn,
    from_data,
    to_data,
)
from games.match import Match, fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core import Move, Position

POINTS = ["a1", "e4", "e5", "e7", "d1", "c1", "z9", "", "e4e7"]
WEIGHTS = {
    "move": 20,
    "back": 30,  # the man who moved last goes back: positions come again
    "any": 2,
    "offer": 10,
    "reply": 10,  # by the side that is asked
    "answer": 2,
    "withdraw": 2,
    "resign": 0.2,
    "flag": 0.2,
    "give": 1,
    "shelve": 1,
    "resume": 1,
    "stop": 0.2,
    "begin": 1,
}


def tried(match: Match, chance: random.Random) -> Event:
    """Something that a player tries now."""
    at, by = match.log[-1].at + 1, chance.choice(list(Side))
    moves = match.game.moves(match.position) or [("e5", "e5")]
    back = match.plies[-2].move[::-1] if len(match.plies) > 1 else chance.choice(moves)
    asked = match.offer.by.other if match.offer else by
    events: dict[str, Event] = {
        "move": Moved(match.turn, at, chance.choice(moves)),
        "back": Moved(match.turn, at, back),
        "any": Moved(by, at, tuple(chance.sample(POINTS, chance.randrange(4)))),
        "offer": Offered(by, at, chance.choice(list(Offer))),
        "reply": Answered(asked, at, accepted=chance.random() < 0.6),
        "answer": Answered(by, at, accepted=chance.random() < 0.5),
        "withdraw": Withdrawn(by, at),
        "resign": Resigned(by, at),
        "flag": Flagged(at, by),
        "give": Given(by, at),
        "shelve": Shelved(at),
        "resume": Resumed(by, at),
        "stop": Stopped(at),
        "begin": Created(at, match.game.data),
    }
    return events[chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]]


@st.composite
def begun(draw: st.DrawFn) -> tuple[Match, random.Random]:
    played = game(draw(st.sampled_from(every_name())))
    lot = draw(st.sampled_from(Side)) if played.data.get("first") is None else None
    return fold([Created(0, played.data, lot)]), random.Random(draw(st.integers(0, 1 << 32)))


def state(match: Match) -> Sequence[object]:
    """All of it, laid open: an equality that leaves something out would not be noticed."""
    return (
        match.game.name,
        match.log,
        match.start,
        match.turns,
        match.plies,
        match.offer,
        match.refused,
        match.verdict,
        match.gifts,
        match.shelved,
        match.position,
        match.repetitions,
    )


@given(begun())
def test_the_log_is_the_state(begin: tuple[Match, random.Random]) -> None:
    match, chance = begin
    for _ in range(40):
        event = tried(match, chance)
        before = state(match)
        try:
            after = match.after(event)
        except Illegal:
            assert state(match) == before
            continue
        assert state(match) == before
        assert after.log == (*match.log, event)
        match = after
    assert state(fold(match.log)) == state(match)
    assert fold(match.log) == fold(match.log) == match
    stored = json.loads(json.dumps([to_data(event) for event in match.log]))
    assert fold([from_data(data) for data in stored]) == match


@given(begun())
def test_what_a_match_says_of_itself_agrees(begin: tuple[Match, random.Random]) -> None:
    match, chance = begin
    for _ in range(40):
        try:
            match = match.after(tried(match, chance))
        except Illegal:
            continue
        assert match.turn is match.turns[-1].side is match.position.turn
        assert match.positions[-1] == match.position
        assert len(match.positions) == len(match.moves) + 1 == len(match.plies) + 1
        standing = [p for p in match.positions if p.placement == match.position.placement]
        assert match.repetitions == len(standing)
        position = match.start
        for ply in match.plies:
            assert ply.side is position.turn
            assert match.game.play(position, ply.move) == ply.step
            position = ply.step.after
        taken = sum(match.taken(side) for side in Side)
        assert taken == men(match.start) - men(match.position)
        assert not (match.verdict and match.offer)


def men(position: Position) -> int:
    return (position.dark | position.light).bit_count()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just("tablut"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["larochelle", "ludens", "fortresses", "tabal"])
@given(data=st.data())
def test_spoilt_rules_begin_no_match_or_another_one(name: str, data: st.DataObject) -> None:
    rules = dict(game(name).data)
    rules[data.draw(st.sampled_from(sorted(rules)) | st.text(max_size=5))] = data.draw(JSON)
    try:
        match = fold([Created(0, rules, lot=data.draw(st.sampled_from(Side) | st.none()))])
    except GameError:
        return
    assert match.turn in Side


@given(start=st.text(max_size=60) | st.from_regex(r"[tTK0-9/]{3,50} [dl] [0-9]+", fullmatch=True))
def test_any_text_is_a_start_or_refused(start: str) -> None:
    try:
        match = fold([Created(0, game("bga").data, start=start)])
    except GameError:
        return
    assert match.start == match.position


@given(begun(), st.data())
def test_a_match_as_it_was_is_what_its_events_made(
    begin: tuple[Match, random.Random], data: st.DataObject
) -> None:
    match, chance = begin
    for _ in range(40):
        try:
            match = match.after(tried(match, chance))
        except Illegal:
            continue
    number = data.draw(st.integers(1, len(match.log) + 1))
    assert state(match.as_of(number)) == state(fold(match.log[:number]))


@given(begun(), st.data())
def test_other_moves_from_the_same_beginning_make_what_they_make(
    begin: tuple[Match, random.Random], data: st.DataObject
) -> None:
    match, chance = begin
    for _ in range(20):
        match = match.after(Moved(match.turn, match.log[-1].at, any_move(match, chance)))
        if match.verdict:
            break
    number = data.draw(st.integers(0, len(match.plies)))
    moves = [Moved(ply.side, ply.at, ply.move) for ply in match.plies[:number]]
    other = fold((match.log[0], *moves))
    assert state(match.with_moves(*moves)) == state(other)
    if other.verdict:
        return
    moves.append(Moved(other.turn, 9, any_move(other, chance)))
    assert state(match.with_moves(*moves)) == state(other.after(moves[-1]))


def any_move(match: Match, chance: random.Random) -> Move:
    return chance.choice(match.game.moves(match.position))


def test_with_no_moves_it_is_the_beginning() -> None:
    over = fold([Created(0, game("bga").data, start="4t4/9/9/9/9/9/9/9/K8 d 0")])
    assert over.verdict
    assert over.with_moves() == over
    with pytest.raises(Illegal):
        over.with_moves(Moved(Side.DARK, 9, ("e9", "e8")))


def test_a_move_is_played_anew_where_another_came_before_it() -> None:
    data, reply, third = game("bga").data, ("c5", "c2"), ("a4", "a3")
    match, other = (
        fold(
            [
                Created(0, data),
                Moved(Side.DARK, 1, first),
                Moved(Side.LIGHT, 2, reply),
                Moved(Side.DARK, 3, third),
            ]
        )
        for first in (("e2", "f2"), ("e2", "d2"))
    )
    assert match.with_moves(*(Moved(p.side, p.at, p.move) for p in other.plies)) == other
