"""Learning tafl's weights: the parts that Tabal lacks, self-play and a position's features."""

from __future__ import annotations

import logging
import math
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.bits import bits
from engine.limits import SURE, Limits
from engine.tafl_board import MOVES
from engine.tafl_game import NO_KING, State, follow, moves
from engine.tafl_search import TaflSearch
from engine.tafl_values import FREE, RING, TWICE, Weights, shape, simple
from games import catalogue
from games.core import Ruling, Side
from tools.learning import FADING, LOGIT, RATE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.tafl_board import TaflBoard
    from tools.learning import Numbers, Plan, Sample

progress = logging.getLogger("progress.learning")

_LONGEST = 110  # plies of a game
_LONGEST_LARGE, _LARGE = 160, 11  # on boards of so many squares a side
_OPENING = range(3, 14)  # random plies at the start
_JUDGED = 150  # nodes that tell how even an opening is
_SHY = 300  # what it costs to repeat a position, so that games come to an end
_RATES = {"attacker_pair": 0.012, "defender_pair": 0.012}  # rarely seen, so they learn slowly


class TaflLearner:
    """Learns from games of the plan's rule sets, which are of one kind."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._board = TaflSearch(catalogue.game(plan.rules[0])).board
        self._features = Features(self._board)
        self.rates = [_RATES.get(name, RATE) for name in self._features.names]

    def first(self) -> Numbers:
        """The simple weights."""
        values = simple(self._board.rules).values
        return {name: list(numbers) for name, numbers in values.items()}

    def play(self, numbers: Numbers, seed: int) -> Iterator[Sample]:
        """The positions of games that were played with these weights."""
        for rules in self._plan.rules:
            weights = Weights(self._board.rules, numbers)
            search = TaflSearch(catalogue.game(rules), weights)
            for record in self_play(search, self._plan, seed):
                yield from samples_of(self._features, record)

    def to_logits(self, numbers: Numbers) -> list[float]:
        """The weights in a row."""
        first = self._features.first
        names = enumerate(self._features.names)
        return [numbers[name][i - first[name]] / LOGIT for i, name in names]

    def to_numbers(self, logits: Sequence[float]) -> Numbers:
        """And back."""
        first, sizes = self._features.first, self._features.shape.sizes
        return {
            name: [round(LOGIT * logits[first[name] + i]) for i in range(size)]
            for name, size in sizes.items()
        }


@dataclass(slots=True)
class Record:
    """One game: its positions, the search's score of each for dark, and who won."""

    states: list[State]
    scores: list[int | None] = field(default_factory=list[int | None])
    result: float | None = None  # 1 dark, 0 light; None: neither


class Features:
    """A position -> which weights count in it, and how often."""

    def __init__(self, board: TaflBoard) -> None:
        self.board = board
        self.shape = shape(board.rules.side)
        self.first: dict[str, int] = {}  # the first number of the weights of a name
        self.names: list[str] = []  # of each weight
        for name, size in self.shape.sizes.items():
            self.first[name] = len(self.names)
            self.names += [name] * size

    def counts(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The weights' numbers, and their counts."""
        counts: Counter[int] = Counter()
        first, shape, stride = self.first, self.shape, self.board.stride
        king_y, king_x = divmod(state.king, stride)
        soldiers = state.light & ~(1 << state.king)
        for man, men in (("attacker", state.dark), ("defender", soldiers)):
            for square in bits(men):
                y, x = divmod(square, stride)
                counts[first[man + "_square"] + shape.orbit[x, y]] += 1
                counts[first[man + "_apart"] + shape.apart(king_x, king_y, x, y)] += 1
                counts[first[man + "_pair"] + shape.pair[king_x, king_y, x, y]] += 1
        counts[first["king"] + shape.orbit[king_x, king_y]] += 1
        for entry in self.board.king_entries(state.king, state.dark, state.light):
            counts[first["freedom"] + min(len(entry[MOVES]), FREE - 1)] += 1
        ring = self.board.ring(state.king, state.dark)
        twice = self.board.twice(state.king, state.dark, state.light)
        counts[first["ring"] + min(ring, RING - 1)] += 1
        counts[first["twice"] + min(twice, TWICE - 1)] += 1
        counts[first["start"]] += 1
        counts[first["tempo"]] = 1 if state.turn is Side.DARK else -1
        return tuple(counts), tuple(counts.values())


def self_play(search: TaflSearch, plan: Plan, seed: int) -> Iterator[Record]:
    """Games from random openings."""
    chance = random.Random(f"{seed} {search.game.name}")
    search.shared.contempt = _SHY
    for number in range(plan.games):
        progress.debug("%s: game %s of %s", search.game.name, number + 1, plan.games)
        search.forget()
        record = Record(_even_opening(search, chance, plan.drawn))
        record.scores += [None] * (len(record.states) - 1)
        _finish(search, record, plan.nodes)
        yield record


def _even_opening(search: TaflSearch, chance: random.Random, drawn: int) -> list[State]:
    """Of so many openings the one that a short search finds most even."""
    drawn_openings = [opening(search, chance, chance.choice(_OPENING)) for _ in range(drawn)]
    if drawn == 1:
        return drawn_openings[0]

    def advantage(states: list[State]) -> int:
        return abs(search.seek(states[-1], [], Limits(nodes=_JUDGED)).score)

    return min(drawn_openings, key=advantage)


def _finish(search: TaflSearch, record: Record, nodes: int) -> None:
    """Play on until a win is seen, or for long enough."""
    board, endings, states = search.board, search.game.endings, record.states
    longest = _LONGEST_LARGE if board.rules.side >= _LARGE else _LONGEST
    limit = endings.quiet_limit or longest
    while len(states) < longest:
        state = states[-1]
        since = states[max(0, len(states) - 1 - state.quiet) : -1]
        best = search.seek(state, since, Limits(nodes=nodes))
        if abs(best.score) > SURE:
            record.result = float((best.score > 0) is (state.turn is Side.DARK))
            return
        record.scores.append(best.score if state.turn is Side.DARK else -best.score)
        move = next(move for move in moves(board, state) if move.path == best.move)
        after = follow(board, state, move)
        states.append(after)
        again = sum(_alike(after, earlier) for earlier in since) >= endings.times - 1
        if again or after.quiet >= limit:
            ruling = endings.repetition if again else endings.quiet
            record.result = 1.0 if ruling is Ruling.DARK_WINS else 0.5
            return


def _alike(one: State, other: State) -> bool:
    """Whether the men stand alike, with the same side to move."""
    return (one.dark, one.light, one.king) == (other.dark, other.light, other.king) and (
        one.turn is other.turn
    )


def opening(search: TaflSearch, chance: random.Random, plies: int) -> list[State]:
    """The states of a few random moves that leave nothing decided."""
    while True:
        lot = None if search.game.data["first"] else chance.choice(list(Side))
        states = [search.state(search.game.start(lot))]
        while len(states) <= plies and (legal := moves(search.board, states[-1])):
            states.append(follow(search.board, states[-1], chance.choice(legal)))
        if len(states) > plies and is_quiet(search.board, states[-1]):
            return states


def is_quiet(board: TaflBoard, state: State) -> bool:
    """Whether no side wins at once."""
    dark, light, king = state.dark, state.light, state.king
    if king == NO_KING or board.ways(king, dark, light):
        return False
    fatal = board.fatal(king, dark, light)
    return not (fatal and board.dark_can_arrive(fatal, dark, dark | light))


def samples_of(features: Features, record: Record) -> Iterator[Sample]:
    """The quiet positions of a game, with what they turned out to be worth."""
    worth = record.result
    scored = zip(reversed(record.states), reversed([*record.scores, None]), strict=False)
    for state, score in scored:
        if score is None:
            continue
        share = 1 / (1 + math.exp(-score / LOGIT))
        worth = share if worth is None else FADING * worth + (1 - FADING) * share
        if state.quiet and is_quiet(features.board, state):
            yield (*features.counts(state), worth)
