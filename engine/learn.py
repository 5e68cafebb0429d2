"""Fits weights to results: logistic regression over sparse features, deterministic from a seed."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_FAR = 30.0  # logits

Sample = tuple["Sequence[int]", "Sequence[float]", float]  # features, how often, dark scored


def fit(
    samples: Sequence[Sample], start: Sequence[float], rates: Sequence[float], seed: int
) -> list[float]:
    """Weights in logits after one look at every sample; its rate says how fast each learns."""
    weights, squares = list(start), [1e-3] * len(start)
    order = list(range(len(samples)))
    random.Random(seed).shuffle(order)  # noqa: S311  the same every time
    for i in order:
        features, counts, result = samples[i]
        error = result - _likely(_sum(weights, features, counts))
        for f, c in zip(features, counts, strict=True):
            slope = error * c
            squares[f] += slope * slope
            weights[f] += rates[f] * slope / math.sqrt(squares[f])
    return weights


def _sum(weights: Sequence[float], features: Sequence[int], counts: Sequence[float]) -> float:
    return sum(weights[f] * c for f, c in zip(features, counts, strict=True))


def _likely(logit: float) -> float:
    return 1 / (1 + math.exp(-max(-_FAR, min(_FAR, logit))))


def loss(samples: Sequence[Sample], weights: Sequence[float]) -> float:
    """The mean surprise at the results."""
    total = 0.0
    for features, counts, result in samples:
        likely = _likely(_sum(weights, features, counts))
        total -= result * math.log(likely) + (1 - result) * math.log(1 - likely)
    return total / max(1, len(samples))
