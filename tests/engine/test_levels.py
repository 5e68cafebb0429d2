"""The levels: legal, repeatable, and from the third on no win on the move is missed."""

from __future__ import annotations

import random
from collections.abc import Sequence  # noqa: TC003
from dataclasses import replace

import pytest

from engine.levels import LEVELS, Level
from engine.limits import WIN, Limits, SearchResult
from engine.plain import PlainSearch
from engine.player import Player
from engine.search import search_of
from engine.start import start_of
from games import catalogue
from games.catalogue import NAMES, TABAL
from games.core import Game, Move, Position, Side
from games.notation import read_move, read_position
from tests.games.positions import begun, playout

TAKE_WAY = ("larochelle", "9/2T6/3T5/9/9/2t6/2K1t4/9/t1t3t1t l 0", "c3-a3")
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
@pytest.mark.parametrize(
    ("name", "level"),
    [
        *((name, 3) for name in NAMES),
        *(
            (name, level)
            for name in ("brandubh", TABAL)
            for level in LEVELS
            if level in {1, 2, 4, 5}
        ),
    ],
)
def test_each_level_makes_the_same_legal_move_again(name: str, level: int) -> None:
    game = catalogue.game(name)
    position = start_of(game)
    one, other = (Player().choose_at(game, position, [], level).move for _ in range(2))
    assert one == other
    assert one in game.moves(position)


@pytest.mark.nightly
@pytest.mark.parametrize("level", [1, 4, 8])
def test_matches_are_opened_differently_and_each_one_the_same_way_again(level: int) -> None:
    game = catalogue.game("brandubh")
    position = start_of(game)
    first = [Player().choose_at(game, position, [], level, match=n).move for n in range(8)]
    again = [Player().choose_at(game, position, [], level, match=n).move for n in range(8)]
    assert first == again
    assert len(set(first)) > 2


def test_no_match_makes_the_strongest_play_another_move_later_on() -> None:
    game = catalogue.game("brandubh")
    position = read_position(game, "3t3/3t3/3T3/ttTKTtt/3T3/3t3/7 d 0")  # not the start
    moves = {Player().choose_at(game, position, [], 5, match=n).move for n in range(4)}
    assert len(moves) == 1


def test_matches_are_played_alike_after_the_first_four_plies() -> None:
    game = catalogue.game("larochelle")
    positions = [start_of(game)]
    for move in ("f1-h1", "f5-f8", "h1-h3", "c5-c2"):  # several moves are about as good now
        positions.append(game.after(positions[-1], read_move(move)))
    *history, position = positions
    moves = {Player().choose_at(game, position, history, 5, match=n).move for n in range(8)}
    assert len(moves) == 1


class Sure(PlainSearch):
    """Knows that the first move wins soon, and that the others are worth little."""

    def weigh(
        self, position: Position, history: Sequence[Position], limits: Limits
    ) -> list[SearchResult]:
        """The first move wins in three plies."""
        del history, limits
        win, *others = catalogue.game("larochelle").moves(position)
        return [
            SearchResult((win,), WIN - 3, 1, 1),
            *(SearchResult((move,), 20, 1, 1) for move in others),
        ]


@pytest.mark.parametrize("match", range(8))
def test_a_win_that_was_seen_is_played_by_those_who_overlook_answers(match: int) -> None:
    game = catalogue.game("larochelle")
    first, level = start_of(game), Level(depth=1, noise=100, overlooks=1)
    assert level.choose(Sure(game), game, first, [], match=match).move == game.moves(first)[0]


class Forced(PlainSearch):
    """Gives its first move this score, the others an ordinary one."""

    def __init__(self, game: Game, score: int) -> None:
        super().__init__(game)
        self.score = score

    def weigh(
        self, position: Position, history: Sequence[Position], limits: Limits
    ) -> list[SearchResult]:
        """The first move has the score, the others nothing."""
        del history, limits
        first, *others = catalogue.game("larochelle").moves(position)
        results = [SearchResult((move,), 0, 1, 1) for move in others]
        return [SearchResult((first,), self.score, 1, 1), *results]


SHORT = Level(depth=1, noise=500, misses=1.0)
LEAVING = Level(depth=1, noise=500, misses=1.0, leaves=1.0)
BLIND = Level(depth=1, noise=500, misses=1.0, leaves=1.0, blind=1.0)


@pytest.mark.parametrize(
    ("score", "level", "seen"),
    [
        (WIN - 3, SHORT, False),  # a win two moves off
        (WIN - 1, SHORT, True),
        (WIN - 1, LEAVING, True),
        (WIN - 1, BLIND, False),
        (WIN - 3, Level(depth=1, noise=500), True),
    ],
)
def test_a_weak_level_misses_a_win_that_is_too_far_off_for_it(
    score: int, level: Level, *, seen: bool
) -> None:
    game = catalogue.game("larochelle")
    first, search = start_of(game), Forced(catalogue.game("larochelle"), score)
    moves = {level.choose(search, game, first, [], match=n).move for n in range(12)}
    assert (moves == {game.moves(first)[0]}) is seen


@pytest.mark.parametrize(
    ("score", "level", "avoided"),
    [(2 - WIN, SHORT, True), (2 - WIN, LEAVING, False), (4 - WIN, SHORT, False)],
)
def test_an_open_way_is_only_left_by_the_weakest(
    score: int, level: Level, *, avoided: bool
) -> None:
    game = catalogue.game("larochelle")
    first, search = start_of(game), Forced(catalogue.game("larochelle"), score)
    worst, *_ = game.moves(first)
    moves = [level.choose(search, game, first, [], match=n).move for n in range(300)]
    assert (worst not in moves) is avoided


def test_the_weakest_plays_either_side_in_its_own_way() -> None:
    game = catalogue.game("bga-rim")
    own = Level(depth=1, noise=5, light=Level(nodes=50))
    for side, nodes in ((Side.DARK, False), (Side.LIGHT, True)):
        position = replace(start_of(game), turn=side)
        result = own.choose(search_of(game), game, position, [])
        assert (result.nodes == 50) is nodes


@pytest.mark.nightly
@pytest.mark.parametrize("level", [level for level in LEVELS if level > 2])
@pytest.mark.parametrize(("rules", "text", "right"), [TAKE_WAY, CROWDED, RAICHI])
def test_no_win_and_no_open_way_is_overlooked(
    level: int, rules: str, text: str, right: str
) -> None:
    game = catalogue.game(rules)
    position = read_position(game, text)
    move = Player().choose_at(game, position, [], level).move
    assert move in [read_move(text_of_move) for text_of_move in right.split()]


@pytest.mark.nightly
def test_from_the_third_on_every_win_is_taken_and_every_way_stopped() -> None:
    seen = 0
    for name in NAMES:
        game, chance, player = catalogue.game(name), random.Random(name), Player()
        for position in playout(game, begun(game, chance), chance, 60):
            if game.verdict(position):
                break
            if asked := urgent(game, position):
                seen += 1
                assert player.choose_at(game, position, [], 3 + seen % 2).move in asked
    assert seen > 100


def urgent(game: Game, position: Position) -> set[Move]:
    """The moves that win at once; where there are none, those that stop the king's ways."""
    positions = {move: game.after(position, move) for move in game.moves(position)}
    verdicts = {move: game.verdict(after) for move, after in positions.items()}
    wins = {move for move in verdicts if (end := verdicts[move]) and end.winner is position.turn}
    if wins or position.turn is Side.LIGHT or not game.callout(position):
        return wins
    return {move for move, after in positions.items() if not game.callout(after)}


@pytest.mark.parametrize("name", ["bga-rim", "tabal"])
def test_a_takeback_changes_nothing(name: str) -> None:
    game, player = catalogue.game(name), Player()
    position = start_of(game)
    first = player.choose_at(game, position, [], 6).move
    after = game.after(position, first)
    for move in game.moves(after)[:3]:
        player.choose_at(game, game.after(after, move), [position, after], 6)
    assert player.choose_at(game, position, [], 6).move == first


@pytest.mark.slow
def test_the_weakest_errs() -> None:
    game = catalogue.game("larochelle")
    first = start_of(game)
    positions = [game.after(first, move) for move in game.moves(first)[:6]]
    weak, strong = (
        [Player().choose_at(game, position, [], level).move for position in positions]
        for level in (1, 4)
    )
    assert weak != strong
