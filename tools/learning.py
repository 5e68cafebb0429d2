"""Learns the weights of one kind of rules from games that the engine plays against itself.

In rounds: play with the weights so far; then draw what each position seems worth at a glance
towards the search's scores of it and of those that followed, and towards who won (temporal
differences). The fit is a logistic regression over sparse features. Deterministic from a seed.
"""

from __future__ import annotations

import json
import logging
import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

progress = logging.getLogger("progress.learning")

LOGIT = 300  # points that make a win about three times as likely as a loss
FADING = 0.85  # how much what follows counts, ply by ply
RATE = 0.05  # at which a weight learns

_EPOCHS = 6
_SLOWER = 0.75  # what an epoch leaves of the rates
_FAR = 30.0  # logits

Numbers = dict[str, list[int]]  # the weights by name
# Which weights count in a position, how often each does, and what the position was worth, 0 to 1.
Sample = tuple["Sequence[int]", "Sequence[float]", float]


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to learn from."""

    rules: Sequence[str]
    rounds: int = 3
    games: int = 500  # of each rule set in each round
    nodes: int = 400  # a move
    seed: int = 1
    drawn: int = 1  # openings; the most even one is played


class Learner(Protocol):
    """The parts of learning that differ between tafl and Tabal."""

    @property
    def rates(self) -> Sequence[float]:
        """How fast each weight learns."""
        ...

    def first(self) -> Numbers:
        """The weights to begin with."""
        ...

    def play(self, numbers: Numbers, seed: int) -> Iterable[Sample]:
        """The positions of games that were played with these weights."""
        ...

    def to_logits(self, numbers: Numbers) -> list[float]:
        """The weights in a row."""
        ...

    def to_numbers(self, logits: Sequence[float]) -> Numbers:
        """And back."""
        ...


def learn(learner: Learner, plan: Plan, report: Callable[[str], None]) -> Numbers:
    """The weights after all rounds; reports how well each foresees what it has not seen."""
    numbers = learner.first()
    samples: list[Sample] = []
    for number in range(plan.rounds):
        fresh = list(learner.play(numbers, plan.seed + number))
        samples = [*samples[-len(fresh) :], *fresh]  # this round's and the last one's
        numbers, quality = _weigh(learner, samples, numbers, plan.seed)
        report(f"round {number + 1}: {quality}")
    return numbers


def _weigh(
    learner: Learner, samples: Sequence[Sample], numbers: Numbers, seed: int
) -> tuple[Numbers, str]:
    """Fit the weights to nine tenths of the samples, and look at the rest."""
    rates, logits = learner.rates, learner.to_logits(numbers)
    seen, unseen = samples[: len(samples) * 9 // 10], samples[len(samples) * 9 // 10 :]
    before = loss(unseen, logits)
    for epoch in range(_EPOCHS):
        progress.debug("weighing %s positions, %s of %s", len(samples), epoch + 1, _EPOCHS)
        logits = fit(seen, logits, rates, seed + epoch)
        rates = [rate * _SLOWER for rate in rates]
    quality = f"loss {loss(seen, logits):.4f}, unseen {before:.4f} -> {loss(unseen, logits):.4f}"
    return learner.to_numbers(logits), f"{len(samples)} positions, {quality}"


def fit(
    samples: Sequence[Sample], start: Sequence[float], rates: Sequence[float], seed: int
) -> list[float]:
    """Weights in logits after one look at every sample; its rate says how fast each learns."""
    weights, squares = list(start), [1e-3] * len(start)
    order = list(range(len(samples)))
    random.Random(seed).shuffle(order)
    for i in order:
        features, counts, result = samples[i]
        error = result - _likely(_sum(weights, features, counts))
        for feature, count in zip(features, counts, strict=True):
            slope = error * count
            squares[feature] += slope * slope
            weights[feature] += rates[feature] * slope / math.sqrt(squares[feature])
    return weights


def loss(samples: Sequence[Sample], weights: Sequence[float]) -> float:
    """The mean surprise at the results."""
    total = 0.0
    for features, counts, result in samples:
        likely = _likely(_sum(weights, features, counts))
        total -= result * math.log(likely) + (1 - result) * math.log(1 - likely)
    return total / max(1, len(samples))


def _sum(weights: Sequence[float], features: Sequence[int], counts: Sequence[float]) -> float:
    return sum(weights[feature] * count for feature, count in zip(features, counts, strict=True))


def _likely(logit: float) -> float:
    return 1 / (1 + math.exp(-max(-_FAR, min(_FAR, logit))))


def write(command: str, reports: Sequence[str], numbers: Mapping[str, Sequence[int]]) -> str:
    """The file of weights: what made them, how well they do, and a line each."""
    lines = ",\n".join(f"    {json.dumps(name)}: {values}" for name, values in numbers.items())
    head = f'  "command": {json.dumps(command)},\n  "rounds": {json.dumps(reports)},\n'
    return "{\n" + head + '  "weights": {\n' + lines + "\n  }\n}\n"
