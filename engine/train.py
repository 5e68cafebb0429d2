"""Learns the weights of one kind of tafl rules from games that the engine plays against itself.

Deterministic from a seed. Only games that somebody won count, and only positions in which nothing
is about to happen, since the search sees that better than any weight.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import TYPE_CHECKING

from engine.bits import bits
from engine.learn import Sample, fit, loss
from engine.limits import SURE, Limits
from engine.tafl_game import NO_KING, State, follow, moves
from engine.tafl_search import TaflSearch
from engine.tafl_weights import FREE, RING, TWICE, shape
from games.catalogue import game as named
from games.core import Ruling, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.tafl_board import TaflBoard

_LONGEST = 100  # plies of a game; those that are not over by then are left out
_OPENING = range(3, 14)  # random plies at the start
_SHY = 300  # what it costs to repeat a position, so that games come to an end
_RATES = {"attacker_pair": 0.03, "defender_pair": 0.03}  # rarely seen, so they learn slowly
_RATE = 0.12
_EPOCHS = 8
_FASTEST = 600.0  # points of a logit at most


class Features:
    """A position -> which weights count in it, and how often."""

    def __init__(self, board: TaflBoard) -> None:
        self.board = board
        self.shape = shape(board.rules.side)
        self.at: dict[str, int] = {}
        self.names: list[str] = []
        for name, size in self.shape.sizes.items():
            self.at[name] = len(self.names)
            self.names += [name] * size

    def of(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The weights' numbers, and their counts."""
        found: Counter[int] = Counter()
        at, form, stride = self.at, self.shape, self.board.stride
        b, a = divmod(state.king, stride)
        soldiers = state.light & ~(1 << state.king)
        for man, men in (("attacker", state.dark), ("defender", soldiers)):
            for square in bits(men):
                d, c = divmod(square, stride)
                found[at[man + "_square"] + form.orbit[c, d]] += 1
                found[at[man + "_apart"] + form.apart(a, b, c, d)] += 1
                found[at[man + "_pair"] + form.pair[a, b, c, d]] += 1
        found[at["king"] + form.orbit[a, b]] += 1
        for entry in self.board.king_entries(state.king, state.dark, state.light):
            found[at["freedom"] + min(len(entry[0]), FREE - 1)] += 1
        ring = self.board.ring(state.king, state.dark)
        twice = self.board.twice(state.king, state.dark, state.light)
        found[at["ring"] + min(ring, RING - 1)] += 1
        found[at["twice"] + min(twice, TWICE - 1)] += 1
        found[at["start"]] += 1
        found[at["tempo"]] = 1 if state.turn is Side.DARK else -1
        return tuple(found), tuple(found.values())


def quiet(board: TaflBoard, state: State) -> bool:
    """Whether nobody wins at once."""
    dark, light, king = state.dark, state.light, state.king
    if king == NO_KING or board.ways(king, dark, light):
        return False
    fatal = board.fatal(king, dark, light)
    return not (fatal and board.dark_arrivals(fatal, dark, light))


def self_play(
    search: TaflSearch, games: int, nodes: int, seed: int
) -> Iterator[tuple[State, float]]:
    """Quiet positions of games that were won, with the winner: 1 dark, 0 light."""
    chance = random.Random(seed)  # noqa: S311  the same games every time
    search.shared.contempt = _SHY
    for _ in range(games):
        search.shared.forget()
        states = opening(search, chance, chance.choice(_OPENING))
        result = _finish(search, states, nodes)
        if result is None:
            continue
        for state in states[1:-1]:
            if state.quiet and quiet(search.board, state):
                yield state, result


def _finish(search: TaflSearch, states: list[State], nodes: int) -> float | None:
    """Play on; None where nobody wins."""
    board, endings = search.board, search.game.endings
    limit = endings.quiet_limit or _LONGEST
    while len(states) < _LONGEST and states[-1].quiet < limit:
        state = states[-1]
        since = states[max(0, len(states) - 1 - state.quiet) : -1]
        found = search.seek(state, since, Limits(nodes=nodes))
        if abs(found.score) > SURE:
            return float((found.score > 0) is (state.turn is Side.DARK))
        move = next(move for move in moves(board, state) if move.path == found.move)
        after = follow(board, state, move)
        states.append(after)
        if sum(_same(after, each) for each in since) > 1:
            return 1.0 if endings.repetition is Ruling.DARK_WINS else None
    return 1.0 if states[-1].quiet >= limit and endings.quiet is Ruling.DARK_WINS else None


def _same(one: State, other: State) -> bool:
    return (one.dark, one.light, one.king, one.turn) == (
        other.dark,
        other.light,
        other.king,
        other.turn,
    )


def opening(search: TaflSearch, chance: random.Random, plies: int) -> list[State]:
    """The states of a few random moves that leave nothing decided."""
    while True:
        lot = None if search.game.data["first"] else chance.choice(list(Side))
        states = [search.state(search.game.start(lot))]
        while len(states) <= plies and (legal := moves(search.board, states[-1])):
            states.append(follow(search.board, states[-1], chance.choice(legal)))
        if len(states) > plies and quiet(search.board, states[-1]):
            return states


def learn(
    rules: Sequence[str], games: int, nodes: int, seed: int
) -> tuple[dict[str, list[int]], str]:
    """The weights, and a line on how well they foresee results that they have not seen."""
    searches = [TaflSearch(named(name)) for name in rules]
    features = Features(searches[0].board)
    samples: list[Sample] = []
    for search in searches:
        for state, result in self_play(search, games, nodes, seed):
            samples.append((*features.of(state), result))
    return weigh(features, samples, seed)


def weigh(
    features: Features, samples: Sequence[Sample], seed: int
) -> tuple[dict[str, list[int]], str]:
    """Fit the weights to nine tenths of the samples, and look at the rest."""
    rates = [_RATES.get(name, _RATE) for name in features.names]
    begin = {"attacker_square": 0.1, "defender_square": -0.2}
    logits = [begin.get(name, 0.0) for name in features.names]
    seen = len(samples) * 9 // 10
    for epoch in range(_EPOCHS):
        logits = fit(samples[:seen], logits, rates, seed + epoch)
        rates = [rate * 0.75 for rate in rates]
    unseen = samples[seen:]
    losses = f"{loss(samples[:seen], logits):.4f}, unseen {loss(unseen, logits):.4f}"
    told = f"{len(samples)} positions, loss {losses}"
    points = min(_FASTEST, 100 / _soldier(features, samples, logits))
    weights = {
        name: [round(points * logits[features.at[name] + i]) for i in range(size)]
        for name, size in features.shape.sizes.items()
    }
    return weights, told


def _soldier(features: Features, samples: Sequence[Sample], logits: Sequence[float]) -> float:
    """What an attacker is worth on average, in logits."""
    total, men = 0.0, 0
    for numbers, counts, _ in samples:
        for number, count in zip(numbers, counts, strict=True):
            name = features.names[number]
            total += logits[number] * count if name.startswith("attacker") else 0
            men += count if name == "attacker_square" else 0
    return max(total / men, 0.01)


def write(command: str, weights: dict[str, list[int]], told: str) -> str:
    """The file of weights: what made them, how well they do, and a line each."""
    lines = ",\n".join(
        f"    {json.dumps(name)}: {json.dumps(each)}" for name, each in weights.items()
    )
    head = f'  "command": {json.dumps(command)},\n  "fit": {json.dumps(told)},\n'
    return "{\n" + head + '  "weights": {\n' + lines + "\n  }\n}\n"
