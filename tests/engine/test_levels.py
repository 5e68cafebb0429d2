"""The levels: legal, repeatable, and from the third on no win on the move is missed."""

from __future__ import annotations

import random

import pytest

from engine.levels import LEVELS
from engine.player import Player
from engine.protocol import start
from games.catalogue import NAMES, game
from games.core import Game, Move, Position, Side
from games.notation import read_move, read_position
from tests.games.positions import begun, playout

WIN = ("larochelle", "9/2T6/3T5/9/9/2t6/2K1t4/9/t1t3t1t l 0", "c3-a3")
CROWDED = (  # too many moves to try each of them within the nodes of a low level
    "fetlar",
    "4tttt3/4T1TT1t1/4t6/9Tt/1t1tt6/t3K5t/4t1T3t/2T3T3t/t10/7t3/2t1tt5 d 2",
    "d7-d6 a6-d6",
)
RAICHI = ("bga", "9/9/9/9/9/9/9/1t7/3K1t3 d 0", "b2-b1")


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ceiling in time is for players; on a busy machine it would end what is compared here."""
    monkeypatch.setattr("engine.levels._CEILING", 600.0)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", [level for level in LEVELS if level < 6])
def test_each_level_makes_the_same_legal_move_again(name: str, level: int) -> None:
    played = game(name)
    position = start(played)
    one, other = (Player().choose_at(played, position, [], level).move for _ in range(2))
    assert one == other
    assert one in played.moves(position)


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 4, 8])
def test_matches_are_opened_differently_and_each_one_the_same_way_again(level: int) -> None:
    played = game("brandubh")
    position = start(played)
    first = [Player().choose_at(played, position, [], level, match=n).move for n in range(8)]
    again = [Player().choose_at(played, position, [], level, match=n).move for n in range(8)]
    assert first == again
    assert len(set(first)) > 2


def test_no_match_makes_the_strongest_play_another_move_later_on() -> None:
    played = game("brandubh")
    position = read_position(played, "3t3/3t3/3T3/ttTKTtt/3T3/3t3/7 d 0")  # not the start
    moves = {Player().choose_at(played, position, [], 5, match=n).move for n in range(4)}
    assert len(moves) == 1


@pytest.mark.parametrize("level", [level for level in LEVELS if level > 2])
@pytest.mark.parametrize(("rules", "text", "right"), [WIN, CROWDED, RAICHI])
def test_no_win_and_no_open_way_is_overlooked(
    level: int, rules: str, text: str, right: str
) -> None:
    played = game(rules)
    position = read_position(played, text)
    move = Player().choose_at(played, position, [], level).move
    assert move in [read_move(each) for each in right.split()]


@pytest.mark.slow
def test_from_the_third_on_every_win_is_taken_and_every_way_stopped() -> None:
    seen = 0
    for name in NAMES:
        played, chance, player = game(name), random.Random(name), Player()
        for level in (3, 4):
            for position in playout(played, begun(played, chance), chance, 60):
                if played.verdict(position):
                    break
                asked = urgent(played, position)
                seen += bool(asked)
                assert not asked or player.choose_at(played, position, [], level).move in asked
    assert seen > 100


def urgent(played: Game, position: Position) -> set[Move]:
    """The moves that win at once; where there are none, those that stop the king's ways."""
    after = {move: played.after(position, move) for move in played.moves(position)}
    verdicts = {move: played.verdict(each) for move, each in after.items()}
    wins = {move for move, each in verdicts.items() if each and each.winner is position.turn}
    if wins or position.turn is Side.LIGHT or not played.callout(position):
        return wins
    return {move for move, each in after.items() if not played.callout(each)}


@pytest.mark.parametrize("name", ["bga-rim", "tabal"])
def test_a_takeback_changes_nothing(name: str) -> None:
    played, player = game(name), Player()
    position = start(played)
    first = player.choose_at(played, position, [], 6).move
    after = played.after(position, first)
    for move in played.moves(after)[:3]:
        player.choose_at(played, played.after(after, move), [position, after], 6)
    assert player.choose_at(played, position, [], 6).move == first


def test_the_weakest_errs() -> None:
    played = game("larochelle")
    weak, strong = (
        [Player().choose_at(played, each, [], level).move for each in positions()]
        for level in (1, 4)
    )
    assert weak != strong
    assert played


def positions() -> list[Position]:
    played = game("larochelle")
    first = start(played)
    return [played.play(first, move).after for move in played.moves(first)[:6]]
