"""The searches find what is there: wins, defences, the only move; and keep their limits."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator  # noqa: TC003
from dataclasses import replace

import pytest

from engine.deepening import Root, deepen
from engine.limits import WIN, Found, Limits, Stopped
from engine.plain import PlainSearch
from engine.player import Player, Search, search_of
from engine.protocol import start
from engine.tafl_rules import read
from engine.tafl_search import TaflSearch
from engine.tafl_weights import learned
from games.catalogue import NAMES, game
from games.core import Game, Move, Side
from games.notation import read_move, read_position

# Rules, position, the moves that are right, and in how many plies the mover wins; 0: not at once.
RIGHT = (
    ("larochelle", "9/9/9/9/9/9/2K6/9/t7t l 0", "c3-a3 c3-c1 c3-c9 c3-i3", 1),
    ("bga", "9/9/9/9/9/9/8K/9/1t5t1 l 0", "i3-i9 i3-i1", 1),
    ("larochelle", "9/9/3t5/2tKt4/9/9/9/9/3t5 d 0", "d1-d5", 1),
    ("bga-rim", "9/9/3t5/2tKt4/9/9/9/9/3t5 d 0", "d1-d5", 1),
    ("larochelle+king-steps", "9/9/3t5/2tKt4/9/9/9/9/3t5 d 0", "d1-d5", 1),
    # He moves to where he has two ways.
    ("larochelle", "9/9/3t5/9/9/t2K4t/9/3t5/9 l 0", "d4-b4 d4-c4 d4-e4 d4-f4 d4-g4 d4-h4", 3),
    # One way is open and must be stood in.
    ("bga", "9/9/9/9/9/9/9/1t7/3K1t3 d 0", "b2-b1", 0),
    # A man is there for the taking.
    ("bga", "9/9/1tT5t/4T4/3TKT3/4T4/9/9/9 d 0", "i7-d7", 0),
)


def found(rules: str, text: str, depth: int) -> Found:
    played = game(rules)
    return search_of(played).search(read_position(played, text), [], Limits(depth=depth))


@pytest.mark.parametrize(("rules", "text", "right", "plies"), RIGHT)
def test_the_right_move_is_played(rules: str, text: str, right: str, plies: int) -> None:
    best = found(rules, text, depth=3)
    assert best.move in [read_move(each) for each in right.split()]
    assert not plies or best.score == WIN - plies


class Ended:
    """A search that is ended before it has seen anything."""

    nodes = 0

    def score(self, root: Root[None], depth: int, alpha: int, beta: int) -> int:
        """There is no time for it."""
        del root, depth, alpha, beta
        raise Stopped

    def line(self, root: Root[None]) -> tuple[Move, ...]:
        """The move alone."""
        return (root.move,)


@pytest.mark.parametrize(
    ("known", "taken"),
    [((1 - WIN, None), 1), ((None, 1 - WIN), 0), ((None, WIN - 1), 1), ((1 - WIN, 1 - WIN), 0)],
)
def test_what_is_known_counts_where_nothing_was_searched(
    known: tuple[int | None, ...], taken: int
) -> None:
    moves = [read_move("a1-a2"), read_move("b1-b2")]
    roots = [Root(move, None, 0, each) for move, each in zip(moves, known, strict=True)]
    assert deepen(Ended(), roots, Limits()).move == moves[taken]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_equal_nodes_give_equal_answers(name: str) -> None:
    played = game(name)
    position = start(played)
    found = [search_of(played).search(position, [], Limits(nodes=4000, depth=6)) for _ in range(2)]
    assert found[0] == found[1]
    assert found[0].nodes <= 4000
    assert found[0].move in played.moves(position)


@pytest.fixture
def uncollected() -> Iterator[None]:
    """The garbage of the other tests is none of the search's time."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("uncollected")
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_answers_at_once_and_keeps_its_time(name: str) -> None:
    played = game(name)
    position = start(played)
    search = search_of(played)
    assert search.search(position, [], Limits(seconds=0.001)).move in played.moves(position)
    began = time.process_time()
    search.search(position, [], Limits(seconds=0.2, clock=time.process_time))
    assert time.process_time() - began < 0.25


@pytest.mark.parametrize("name", NAMES)
def test_the_line_can_be_played(name: str) -> None:
    played = game(name)
    position = start(played)
    found = search_of(played).search(position, [], Limits(nodes=3000))
    assert len(found.line) > 1
    for move in found.line:
        position = played.play(position, move).after


def test_the_repetition_that_loses_is_not_played() -> None:
    played = game("fortresses")
    positions = [start(played)]
    for text in ["a4-a3", "e7-d7", "a3-a4", "d7-e7", "a4-a3", "e7-d7", "a3-a4"]:
        positions.append(played.play(positions[-1], read_move(text)).after)
    *history, position = positions
    search = search_of(played)
    scores = {each.move: each.score for each in search.weigh(position, history, Limits(depth=2))}
    assert scores["d7", "e7"] == 1 - WIN
    assert min(score for move, score in scores.items() if move != ("d7", "e7")) > 1 - WIN
    assert search.search(position, history, Limits(depth=2)).move != ("d7", "e7")


def test_the_plain_search_sees_wins_too() -> None:
    played = game("larochelle")
    position = read_position(played, RIGHT[0][1])
    assert PlainSearch(played).search(position, [], Limits(depth=2)).score == WIN - 1


@pytest.mark.usefixtures("uncollected")
@pytest.mark.slow
def test_many_chains_do_not_hold_it_up() -> None:
    played = game("tabal")
    position = read_position(played, "3/3/1m1m1/mmmmm/Q1mm1/m1mmm/1m1m1/3/3 l 0")
    began = time.process_time()
    best = Player().choose(played, position, [], Limits(seconds=0.3, clock=time.process_time))
    assert time.process_time() - began < 0.45
    assert played.play(position, best.move).captured


@pytest.mark.slow
def test_it_can_be_stopped_from_another_thread() -> None:
    played = game("bga-rim")
    stop = threading.Event()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    began = time.perf_counter()
    limits = Limits(seconds=20, stop=stop.is_set)
    best = Player().choose(played, start(played), [], limits)
    timer.join()
    assert time.perf_counter() - began < 5
    assert best.move in played.moves(start(played))


def test_a_player_remembers_what_it_saw_of_one_rule_set_alone() -> None:
    made: list[Search] = []

    def make(played: Game) -> Search:
        made.append(search_of(played))
        return made[-1]

    player = Player(make)
    for name in ("bga", "bga-rim"):
        played = game(name)
        player.choose(played, start(played), [], Limits(nodes=500))
    kept = [each.shared.light_memory for each in made if isinstance(each, TaflSearch)]
    assert [bool(memory) for memory in kept] == [False, True]


@pytest.mark.parametrize("name", NAMES)
def test_a_glance_is_the_mover_s(name: str) -> None:
    played = game(name)
    position = start(played)
    search = search_of(played)
    own, other = (search.glance(replace(position, turn=side)) for side in Side)
    assert own == -other
    assert abs(own) < 3000


def test_attackers_guard_corners_where_no_weights_were_learned() -> None:
    for name, guarded in (("copenhagen", True), ("tawlbwrdd", False)):
        rules = read(game(name))
        throne, guard, other = (rules.number[each] for each in ("f6", "b2", "d4"))
        weights = learned(rules)
        more = weights.attacker(throne, guard) - weights.attacker(throne, other)
        assert (more > 0) is guarded
