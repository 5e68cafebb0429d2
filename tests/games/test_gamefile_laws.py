"""Invariants of every game's file: it reads back, and spoilt it is refused, or another game."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue
from games.catalogue import NAMES, every_name
from games.core import Side
from games.errors import GameError
from games.events import Created, Flagged, Moved, Resigned, Stopped
from games.gamefile import read_game_file, write_game_file
from games.match import fold
from games.notation import write_position
from tests.games.positions import scattered

if TYPE_CHECKING:
    from games.events import Event
    from games.match import Match

TAGS = st.dictionaries(st.sampled_from(["Game", "Dark", "Light", "Pace"]), st.text(max_size=300))


def played(rules: str, chance: random.Random, *, anywhere: bool, plies: int) -> Match:
    """A game at random, perhaps from anywhere, perhaps ended by a player, its moments at random."""
    game = catalogue.game(rules)
    by_lot = game.data["first"] is None
    start = write_position(game, scattered(game, chance)) if anywhere else None
    lot = chance.choice(list(Side)) if by_lot and not start else None
    match = fold([Created(chance.randrange(1 << 37), game.data, lot, start)])
    for _ in range(plies):
        moves = game.moves(match.position)
        if match.verdict or not moves:
            return match
        back = match.plies[-2].move[::-1] if len(match.plies) > 1 else moves[0]
        move = back if back in moves and chance.random() < 0.4 else chance.choice(list(moves))
        match = match.after(Moved(match.turn, chance.randrange(1 << 37), move))
    at, side = chance.randrange(1 << 37), chance.choice(list(Side))
    ends: list[Event] = [Resigned(side, at), Flagged(at, match.turn), Stopped(at)]
    return match if match.verdict or chance.random() < 0.4 else match.after(chance.choice(ends))


@given(
    rules=st.sampled_from(NAMES) | st.sampled_from(every_name()),
    seed=st.integers(0, 1 << 32),
    anywhere=st.booleans(),
    plies=st.integers(0, 40),
    tags=TAGS,
)
def test_what_is_written_reads_back(
    *, rules: str, seed: int, anywhere: bool, plies: int, tags: dict[str, str]
) -> None:
    match = played(rules, random.Random(seed), anywhere=anywhere, plies=plies)
    text = write_game_file(match, tags, ["A game."])
    back = read_game_file(text)
    assert back.match == match
    assert back.match.game.data == match.game.data
    assert set(back.tags) == set(tags)
    assert write_game_file(back.match, back.tags, ["A game."]) == text


WORDS = ("1.", "e4", "e4-c4", "d1-d3", "Winner: dark", "Rules: bga\n", "Start:", "Rules in full: ")
SCRAPS = st.sampled_from([*'\n\r {}:#/-x"[9\ufeff\u2028\ud800\x00', *WORDS])


@cache
def written(rules: str) -> str:
    return write_game_file(
        played(rules, random.Random(7), anywhere=False, plies=12), {"Dark": "111"}
    )


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["larochelle", "fortresses", "tabal"])
@given(data=st.data())
def test_a_spoilt_file_is_refused_or_another_game(rules: str, data: st.DataObject) -> None:
    text = written(rules)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 40))
        text = text[:place] + data.draw(SCRAPS | st.text(max_size=3)) + text[place + gone :]
    check(text, rules)


@given(st.text(max_size=300) | st.lists(SCRAPS | st.text(max_size=2), max_size=40).map("".join))
def test_any_text_is_a_game_or_refused(text: str) -> None:
    check(text, "bga")


def check(text: str, rules: str) -> None:
    try:
        back = read_game_file(text, rules)
    except GameError:
        return
    again = read_game_file(write_game_file(back.match, back.tags))
    assert (again.match, again.tags) == (back.match, back.tags)
