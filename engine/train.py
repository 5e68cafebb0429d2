"""Learns the weights of one kind of tafl rules from games that the engine plays against itself.

In rounds: play with the weights so far; then draw what each position seems worth at a glance
towards the search's scores of it and of those that followed, and towards who won (temporal
differences). Deterministic from a seed.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.bits import bits
from engine.learn import Sample, fit, loss
from engine.limits import SURE, Limits
from engine.tafl_game import NO_KING, State, follow, moves
from engine.tafl_search import TaflSearch
from engine.tafl_weights import FREE, RING, TWICE, Weights, shape, simple
from games.catalogue import game as named
from games.core import Ruling, Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.tafl_board import TaflBoard

Numbers = dict[str, list[int]]  # the weights by name

_LONGEST = 110  # plies of a game
_OPENING = range(3, 14)  # random plies at the start
_SHY = 300  # what it costs to repeat a position, so that games come to an end
LOGIT = 300  # points that make a win about three times as likely as a loss
FADING = 0.85  # how much what follows counts, ply by ply
_RATES = {"attacker_pair": 0.012, "defender_pair": 0.012}  # rarely seen, so they learn slowly
RATE = 0.05
EPOCHS = 6


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to learn from."""

    rules: Sequence[str]
    rounds: int = 3
    games: int = 500  # of each rule set in each round
    nodes: int = 400  # a move
    seed: int = 1


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

    def logits(self, numbers: Numbers) -> list[float]:
        """The weights in a row."""
        return [numbers[name][i - self.at[name]] / LOGIT for i, name in enumerate(self.names)]

    def numbers(self, logits: Sequence[float]) -> Numbers:
        """And back."""
        return {
            name: [round(LOGIT * logits[self.at[name] + i]) for i in range(size)]
            for name, size in self.shape.sizes.items()
        }


def learn(plan: Plan, report: Callable[[str], None]) -> Numbers:
    """The weights after all rounds; reports how well each foresees what it has not seen."""
    board = TaflSearch(named(plan.rules[0])).board
    features = Features(board)
    numbers: Numbers = {name: list(each) for name, each in simple(board.rules).values.items()}
    samples: list[Sample] = []
    for number in range(plan.rounds):
        fresh: list[Sample] = []
        for name in plan.rules:
            search = TaflSearch(named(name), Weights(board.rules, numbers))
            for record in self_play(search, plan, plan.seed + number):
                fresh += samples_of(features, record)
        samples = [*samples[-len(fresh) :], *fresh]  # this round's and the last one's
        numbers, quality = weigh(features, samples, numbers, plan.seed)
        report(f"round {number + 1}: {quality}")
    return numbers


def self_play(search: TaflSearch, plan: Plan, seed: int) -> Iterator[Record]:
    """Games from random openings."""
    chance = random.Random(f"{seed} {search.game.name}")  # noqa: S311  the same games every time
    search.shared.contempt = _SHY
    for _ in range(plan.games):
        search.forget()
        record = Record(opening(search, chance, chance.choice(_OPENING)))
        record.scores += [None] * (len(record.states) - 1)
        _finish(search, record, plan.nodes)
        yield record


def _finish(search: TaflSearch, record: Record, nodes: int) -> None:
    """Play on until a win is seen, or for long enough."""
    board, endings, states = search.board, search.game.endings, record.states
    limit = endings.quiet_limit or _LONGEST
    while len(states) < _LONGEST:
        state = states[-1]
        since = states[max(0, len(states) - 1 - state.quiet) : -1]
        found = search.seek(state, since, Limits(nodes=nodes))
        if abs(found.score) > SURE:
            record.result = float((found.score > 0) is (state.turn is Side.DARK))
            return
        record.scores.append(found.score if state.turn is Side.DARK else -found.score)
        move = next(move for move in moves(board, state) if move.path == found.move)
        after = follow(board, state, move)
        states.append(after)
        again = sum(same(after, each) for each in since) >= endings.times - 1
        if again or after.quiet >= limit:
            ruling = endings.repetition if again else endings.quiet
            record.result = 1.0 if ruling is Ruling.DARK_WINS else 0.5
            return


def same(one: State, other: State) -> bool:
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
        if len(states) > plies and quiet(search.board, states[-1]):
            return states


def quiet(board: TaflBoard, state: State) -> bool:
    """Whether no side wins at once."""
    dark, light, king = state.dark, state.light, state.king
    if king == NO_KING or board.ways(king, dark, light):
        return False
    fatal = board.fatal(king, dark, light)
    return not (fatal and board.dark_arrivals(fatal, dark, light))


def samples_of(features: Features, record: Record) -> Iterator[Sample]:
    """The quiet positions of a game, with what they turned out to be worth."""
    worth = record.result
    for state, score in zip(
        reversed(record.states), reversed([*record.scores, None]), strict=False
    ):
        if score is None:
            continue
        scored = 1 / (1 + math.exp(-score / LOGIT))
        worth = scored if worth is None else FADING * worth + (1 - FADING) * scored
        if state.quiet and quiet(features.board, state):
            yield (*features.of(state), worth)


def weigh(
    features: Features, samples: Sequence[Sample], numbers: Numbers, seed: int
) -> tuple[Numbers, str]:
    """Fit the weights to nine tenths of the samples, and look at the rest."""
    rates = [_RATES.get(name, RATE) for name in features.names]
    logits = features.logits(numbers)
    seen, unseen = samples[: len(samples) * 9 // 10], samples[len(samples) * 9 // 10 :]
    before = loss(unseen, logits)
    for epoch in range(EPOCHS):
        logits = fit(seen, logits, rates, seed + epoch)
        rates = [rate * 0.75 for rate in rates]
    quality = f"loss {loss(seen, logits):.4f}, unseen {before:.4f} -> {loss(unseen, logits):.4f}"
    return features.numbers(logits), f"{len(samples)} positions, {quality}"


def write(command: str, quality: Sequence[str], numbers: Numbers) -> str:
    """The file of weights: what made them, how well they do, and a line each."""
    lines = ",\n".join(f"    {json.dumps(name)}: {each}" for name, each in numbers.items())
    head = f'  "command": {json.dumps(command)},\n  "rounds": {json.dumps(quality)},\n'
    return "{\n" + head + '  "weights": {\n' + lines + "\n  }\n}\n"
