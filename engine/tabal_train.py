"""Learns the weights of Tabal, as engine.train does those of tafl."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.bits import bits
from engine.learn import Sample, fit, loss
from engine.limits import SURE, Limits
from engine.tabal_board import State, follow
from engine.tabal_grid import Grid
from engine.tabal_search import TabalSearch
from engine.tabal_values import TabalWeights, classes, simple
from engine.train import EPOCHS, FADING, LOGIT, RATE
from games.catalogue import TABAL
from games.catalogue import game as named
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.train import Numbers, Plan

_LONGEST = 160  # plies of a game
_OPENING = range(2, 11)  # random plies at the start


class Features:
    """A position -> which weights count in it, and how often; light's gains are positive."""

    def __init__(self) -> None:
        self.classes = classes(Grid(named(TABAL).board))
        self.size = max(self.classes[Side.LIGHT].values()) + 1

    def of(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The weights' numbers, and their counts."""
        found: Counter[int] = Counter()
        for side, men, sign in ((Side.DARK, state.dark, -1), (Side.LIGHT, state.light, 1)):
            for point in bits(men):
                crowned = state.queens >> point & 1
                found[crowned * self.size + self.classes[side][point]] += sign
        more = state.light.bit_count() - state.dark.bit_count()
        found[2 * self.size] = (more > 0) - (more < 0)
        found[2 * self.size + 1] = 1 if state.turn is Side.LIGHT else -1
        return tuple(found), tuple(found.values())

    def logits(self, weights: TabalWeights) -> list[float]:
        """The weights in a row."""
        row = [*weights.man, *weights.queen, weights.lead, weights.tempo]
        return [each / LOGIT for each in row]

    def weights(self, logits: Sequence[float]) -> TabalWeights:
        """And back."""
        row = [round(LOGIT * each) for each in logits]
        return TabalWeights(row[: self.size], row[self.size : 2 * self.size], row[-2], row[-1])


def learn(plan: Plan, report: Callable[[str], None]) -> Numbers:
    """The weights after all rounds; reports how well each foresees what it has not seen."""
    features = Features()
    weights = simple(named(TABAL).board)
    samples: list[Sample] = []
    for number in range(plan.rounds):
        search = TabalSearch(named(TABAL), weights)
        chance = random.Random(f"{plan.seed + number}")  # noqa: S311  the same games every time
        fresh = [
            sample for _ in range(plan.games) for sample in _game(search, features, plan, chance)
        ]
        samples = [*samples[-len(fresh) :], *fresh]
        weights, quality = _weigh(features, samples, weights, plan.seed)
        report(f"round {number + 1}: {quality}")
    man, queen = list(weights.man), list(weights.queen)
    return {"man": man, "queen": queen, "lead": [weights.lead], "tempo": [weights.tempo]}


def _game(
    search: TabalSearch, features: Features, plan: Plan, chance: random.Random
) -> Iterator[Sample]:
    search.forget()
    states = _opening(search, chance)
    begun, scores = len(states), list[int]()
    while len(states) < _LONGEST and states[-1].quiet < search.limit:
        state = states[-1]
        if not search.board.moves(state):
            break
        since = states[max(0, len(states) - 1 - state.quiet) : -1]
        found = search.seek(state, since, Limits(nodes=plan.nodes))
        score = found.score if state.turn is Side.LIGHT else -found.score
        scores.append(score)
        if abs(score) > SURE:
            break
        names = search.values.grid.name
        legal = search.board.moves(state)
        move = next(m for m in legal if tuple(names[p] for p in m.path) == found.move)
        states.append(follow(state, move))
    worth = _result(search, states[-1], scores)
    for state, score in zip(reversed(states[begun - 1 :]), reversed(scores), strict=False):
        scored = 1 / (1 + math.exp(-max(-20 * LOGIT, min(20 * LOGIT, score)) / LOGIT))
        worth = FADING * worth + (1 - FADING) * scored
        if not search.board.moves(state) or search.board.moves(state)[0].taken:
            continue
        yield (*features.of(state), worth)


def _result(search: TabalSearch, state: State, scores: Sequence[int]) -> float:
    """What light got: by a win that was seen, else by who has more men."""
    if scores and abs(scores[-1]) > SURE:
        return float(scores[-1] > 0)
    if not search.board.moves(state):
        return float(state.turn is Side.DARK)
    more = state.light.bit_count() - state.dark.bit_count()
    return 0.5 + ((more > 0) - (more < 0)) / 2


def _opening(search: TabalSearch, chance: random.Random) -> list[State]:
    """The states of a few random moves that leave nothing decided."""
    while True:
        plies = chance.choice(_OPENING)
        states = [search.state(search.game.start(chance.choice(list(Side))))]
        while len(states) <= plies and (legal := search.board.moves(states[-1])):
            states.append(follow(states[-1], chance.choice(legal)))
        if len(states) > plies and search.board.moves(states[-1]):
            return [replace(states[-1], quiet=0)]


def _weigh(
    features: Features, samples: Sequence[Sample], weights: TabalWeights, seed: int
) -> tuple[TabalWeights, str]:
    logits = features.logits(weights)
    rates = [RATE] * len(logits)
    seen, unseen = samples[: len(samples) * 9 // 10], samples[len(samples) * 9 // 10 :]
    before = loss(unseen, logits)
    for epoch in range(EPOCHS):
        logits = fit(seen, logits, rates, seed + epoch)
        rates = [rate * 0.75 for rate in rates]
    quality = f"loss {loss(seen, logits):.4f}, unseen {before:.4f} -> {loss(unseen, logits):.4f}"
    return features.weights(logits), f"{len(samples)} positions, {quality}"
