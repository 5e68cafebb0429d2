"""The searches find what is there: wins, defences, the only move; and keep their limits."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator  # noqa: TC003
from dataclasses import replace

import pytest

from engine.deepening import Root, deepen
from engine.limits import WIN, Limits, SearchResult, Stopped
from engine.plain import PlainSearch
from engine.player import Player
from engine.search import Search, search_of
from engine.start import start_of
from engine.tafl_rules import read_rules
from engine.tafl_search import TaflSearch
from engine.tafl_values import with_guards
from games import catalogue
from games.catalogue import NAMES
from games.core import Game, Move, Side
from games.notation import read_move, read_position
from tests.engine.rule_sets import FAST_PRESETS
from tests.every import for_every

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


def search_at(rules: str, text: str, depth: int) -> SearchResult:
    game = catalogue.game(rules)
    return search_of(game).search(read_position(game, text), [], Limits(depth=depth))


@for_every(("rules", "text", "right", "plies"), RIGHT)
def test_the_right_move_is_played(rules: str, text: str, right: str, plies: int) -> None:
    best = search_at(rules, text, depth=3)
    assert best.move in [read_move(correct) for correct in right.split()]
    assert not plies or best.score == WIN - plies


# Rules and positions in which the side to move has lost, each for a reason of its own.
LOST = (
    ("copenhagen", "11/11/10t/11/11/11/11/11/11/4TT5/3TK1T4 d 0"),  # an exit fort
    ("copenhagen", "11/11/11/11/11/11/3t1tt4/2t1t2t3/2t1TK1t3/3tttt4/11 l 0"),  # encircled
    ("ludens", "9/9/2t6/1tKt5/1tTt5/2t6/9/7T1/9 l 0"),  # imprisoned
    ("bga", "9/4K4/9/T8/tT7/T8/9/9/9 d 0"),  # no move is left
    ("fortresses", "9/9/9/9/4K4/4T4/9/9/1t5t1 l 100"),  # too long without a capture
)


def score_of_moving_to(rules: str, text: str, depth: int) -> int:
    """Return the score that a search of that depth gives to the side that has just moved."""
    game = catalogue.game(rules)
    search = TaflSearch(game)
    search.begin(search.state(start_of(game)), [], Limits())
    state = search.state(read_position(game, text))
    total = search.values.sum(state.dark, state.light, state.king)
    return search.score(Root((), state, total), depth, -WIN, WIN)


@for_every(("rules", "text"), LOST)
def test_a_move_to_what_is_lost_wins(rules: str, text: str) -> None:
    assert score_of_moving_to(rules, text, 2) == WIN - 1


def test_quiescence_knows_who_is_imprisoned() -> None:
    assert score_of_moving_to(*LOST[2], 1) == WIN - 1


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
    roots = [Root(move, None, 0, decided) for move, decided in zip(moves, known, strict=True)]
    assert deepen(Ended(), roots, Limits()).move == moves[taken]


@pytest.mark.nightly
@for_every("name", NAMES)
def test_equal_nodes_give_equal_answers(name: str) -> None:
    game = catalogue.game(name)
    position = start_of(game)
    results = [search_of(game).search(position, [], Limits(nodes=4000, depth=6)) for _ in range(2)]
    assert results[0] == results[1]
    assert results[0].nodes <= 4000
    assert results[0].move in game.moves(position)


class Ticking:
    """A clock by which a hundredth of a second passes from one look at it to the next."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        """How late it is."""
        self.looks += 1
        return self.looks / 100


@pytest.mark.slow
@for_every("name", NAMES)
def test_it_answers_at_once_and_keeps_its_time(name: str) -> None:
    game, clock = catalogue.game(name), Ticking()
    position = start_of(game)
    search = search_of(game)
    at_once = search.search(position, [], Limits(seconds=0.001, clock=clock))
    assert at_once.move in game.moves(position)
    assert (clock.looks, at_once.nodes <= 512) == (2, True)
    later = search.search(position, [], Limits(seconds=0.2, clock=clock))
    assert clock.looks <= 2 + 21
    assert later.nodes <= 21 * 257  # it looks each 256 nodes
    if name in FAST_PRESETS:  # the games themselves take longer for a node
        assert later.nodes > 1000


@pytest.mark.slow
@for_every("name", FAST_PRESETS)
def test_the_line_can_be_played(name: str) -> None:
    game = catalogue.game(name)
    position = start_of(game)
    best = search_of(game).search(position, [], Limits(nodes=3000))
    assert len(best.line) > 1
    for move in best.line:
        position = game.play(position, move).after


def test_the_repetition_that_loses_is_not_played() -> None:
    game = catalogue.game("fortresses")
    positions = [start_of(game)]
    for text in ["a4-a3", "e7-d7", "a3-a4", "d7-e7", "a4-a3", "e7-d7", "a3-a4"]:
        positions.append(game.play(positions[-1], read_move(text)).after)
    *history, position = positions
    search = search_of(game)
    scores = {
        result.move: result.score for result in search.weigh(position, history, Limits(depth=2))
    }
    assert scores["d7", "e7"] == 1 - WIN
    assert min(score for move, score in scores.items() if move != ("d7", "e7")) > 1 - WIN
    assert search.search(position, history, Limits(depth=2)).move != ("d7", "e7")


def test_the_plain_search_sees_wins_too() -> None:
    game = catalogue.game("larochelle")
    position = read_position(game, RIGHT[0][1])
    assert PlainSearch(game).search(position, [], Limits(depth=2)).score == WIN - 1


@pytest.fixture
def uncollected() -> Iterator[None]:
    """The garbage of the other tests is none of the search's time."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("uncollected")
@pytest.mark.slow
def test_many_chains_do_not_hold_it_up() -> None:
    game = catalogue.game("tabal")
    position = read_position(game, "3/3/1m1m1/mmmmm/Q1mm1/m1mmm/1m1m1/3/3 l 0")
    began = time.process_time()
    best = Player().choose(game, position, [], Limits(seconds=0.3, clock=time.process_time))
    assert time.process_time() - began < 0.45
    assert game.play(position, best.move).captured


def test_it_is_asked_now_and_then_whether_to_stop() -> None:
    game = catalogue.game("bga")
    whole = search_of(game).search(start_of(game), [], Limits(nodes=2000))
    unstopped = Limits(nodes=2000, stop=lambda: False)
    assert search_of(game).search(start_of(game), [], unstopped) == whole
    answers = iter([False, False, True])
    third = Limits(nodes=2000, stop=lambda: next(answers))
    assert search_of(game).search(start_of(game), [], third).nodes == 513


@pytest.mark.slow
def test_it_can_be_stopped_from_another_thread() -> None:
    game = catalogue.game("bga-rim")
    stop = threading.Event()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    began = time.perf_counter()
    limits = Limits(seconds=3600, stop=stop.is_set)
    best = Player().choose(game, start_of(game), [], limits)
    timer.join()
    assert time.perf_counter() - began < 1800  # it did not wait for the end of its time
    assert best.move in game.moves(start_of(game))


def test_a_player_remembers_what_it_saw_of_one_rule_set_alone() -> None:
    searches: list[Search] = []

    def make(game: Game) -> Search:
        searches.append(search_of(game))
        return searches[-1]

    player = Player(make)
    for name in ("bga", "bga-rim"):
        game = catalogue.game(name)
        player.choose(game, start_of(game), [], Limits(nodes=500))
    memories = [search.shared.light.memory for search in searches if isinstance(search, TaflSearch)]
    assert [bool(memory) for memory in memories] == [False, True]


@for_every("name", NAMES)
def test_a_glance_is_the_mover_s(name: str) -> None:
    game = catalogue.game(name)
    position = start_of(game)
    search = search_of(game)
    dark, light = (search.glance(replace(position, turn=side)) for side in Side)
    assert dark == -light
    assert abs(dark) < 3000


def test_attackers_guard_corners_where_no_weights_were_learned() -> None:
    for name, guarded in (("copenhagen", True), ("tawlbwrdd", False)):
        rules = read_rules(catalogue.game(name))
        throne, guard, other = (rules.number[point] for point in ("f6", "b2", "d4"))
        weights = with_guards(rules)
        more = weights.attacker(throne, guard) - weights.attacker(throne, other)
        assert (more > 0) is guarded
