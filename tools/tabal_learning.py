"""Learning Tabal's weights: the parts that tafl lacks, self-play and a position's features."""

from __future__ import annotations

import logging
import math
import random
from collections import Counter
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from engine.bits import bits
from engine.limits import SURE, Limits
from engine.tabal_board import State, follow
from engine.tabal_grid import Grid
from engine.tabal_search import TabalSearch
from engine.tabal_values import MEN, classes, simple, weights_of
from games import catalogue
from games.core import Side
from tools.learning import FADING, LOGIT, RATE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tools.learning import Numbers, Plan, Sample

progress = logging.getLogger("progress.learning")

_LONGEST = 160  # plies of a game
_OPENING = range(2, 11)  # random plies at the start


class TabalLearner:
    """Learns from games of Tabal."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._game = catalogue.game(catalogue.TABAL)
        self._features = Features()
        self.rates = [RATE] * (2 * self._features.size + 2) + [RATE / 10]

    def first(self) -> Numbers:
        """The simple weights."""
        weights = simple(self._game.board)
        man, queen = list(weights.man), list(weights.queen)
        return {
            "man": man,
            "queen": queen,
            "lead": [weights.lead],
            "tempo": [weights.tempo],
            "late": [weights.late],
        }

    def play(self, numbers: Numbers, seed: int) -> Iterator[Sample]:
        """The positions of games that were played with these weights."""
        search = TabalSearch(self._game, weights_of(numbers))
        chance = random.Random(f"{seed}")
        for number in range(self._plan.games):
            progress.debug("%s: game %s of %s", self._game.name, number + 1, self._plan.games)
            yield from samples_of_game(search, self._features, self._plan.nodes, chance)

    def to_logits(self, numbers: Numbers) -> list[float]:
        """The weights in a row."""
        return [number / LOGIT for number in chain.from_iterable(numbers.values())]

    def to_numbers(self, logits: Sequence[float]) -> Numbers:
        """And back."""
        row, size = [round(LOGIT * logit) for logit in logits], self._features.size
        return {
            "man": row[:size],
            "queen": row[size : 2 * size],
            "lead": [row[-3]],
            "tempo": [row[-2]],
            "late": [row[-1]],
        }


class Features:
    """A position -> which weights count in it, and how often; light's gains are positive."""

    def __init__(self) -> None:
        self.classes = classes(Grid(catalogue.game(catalogue.TABAL).board))
        self.size = max(self.classes[Side.LIGHT].values()) + 1

    def counts(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The weights' numbers, and their counts."""
        counts: Counter[int] = Counter()
        for side, men, sign in ((Side.DARK, state.dark, -1), (Side.LIGHT, state.light, 1)):
            for point in bits(men):
                crowned = state.queens >> point & 1
                counts[crowned * self.size + self.classes[side][point]] += sign
        light, dark = state.light.bit_count(), state.dark.bit_count()
        more = (light > dark) - (light < dark)
        counts[2 * self.size] = more
        counts[2 * self.size + 1] = 1 if state.turn is Side.LIGHT else -1
        counts[2 * self.size + 2] = more * (MEN - light - dark)
        return tuple(counts), tuple(counts.values())


def samples_of_game(
    search: TabalSearch, features: Features, nodes: int, chance: random.Random
) -> Iterator[Sample]:
    """The positions of a game without captures, with what they turned out to be worth."""
    search.forget()
    states = [_opening(search, chance)]
    scores = _finish(search, states, nodes)
    worth = _result(search, states[-1], scores)
    for state, score in zip(reversed(states), reversed(scores), strict=False):
        share = 1 / (1 + math.exp(-max(-20 * LOGIT, min(20 * LOGIT, score)) / LOGIT))
        worth = FADING * worth + (1 - FADING) * share
        moves = search.board.moves(state)
        if moves and not moves[0].taken:
            yield (*features.counts(state), worth)


def _finish(search: TabalSearch, states: list[State], nodes: int) -> list[int]:
    """Play on until a win is seen, or for long enough; the scores for light."""
    scores: list[int] = []
    names = search.values.grid.name
    while len(states) < _LONGEST and states[-1].quiet < search.limit:
        state = states[-1]
        legal = search.board.moves(state)
        if not legal:
            break
        since = states[max(0, len(states) - 1 - state.quiet) : -1]
        best = search.seek(state, since, Limits(nodes=nodes))
        scores.append(best.score if state.turn is Side.LIGHT else -best.score)
        if abs(best.score) > SURE:
            break
        move = next(m for m in legal if tuple(names[p] for p in m.path) == best.move)
        states.append(follow(state, move))
    return scores


def _result(search: TabalSearch, state: State, scores: Sequence[int]) -> float:
    """Return Light's score: by a win that was seen, else by who has more men."""
    if scores and abs(scores[-1]) > SURE:
        return float(scores[-1] > 0)
    if not search.board.moves(state):
        return float(state.turn is Side.DARK)
    more = state.light.bit_count() - state.dark.bit_count()
    return 0.5 + ((more > 0) - (more < 0)) / 2


def _opening(search: TabalSearch, chance: random.Random) -> State:
    """Return a state after a few random moves that leave nothing decided."""
    while True:
        plies = chance.choice(_OPENING)
        states = [search.state(search.game.start(chance.choice(list(Side))))]
        while len(states) <= plies and (legal := search.board.moves(states[-1])):
            states.append(follow(states[-1], chance.choice(legal)))
        if len(states) > plies and search.board.moves(states[-1]):
            return replace(states[-1], quiet=0)
