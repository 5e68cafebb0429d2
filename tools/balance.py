"""Measures how even the rule sets are: the engine plays each against itself and counts.

Every game is written to a file of its own as soon as it is over, so that a run goes on where it was
stopped. Each depends on its number alone, so that it does not matter which process plays it.
"""

from __future__ import annotations

import gc
import hashlib
import json
import logging
import random
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from engine.balance import counted
from engine.limits import SURE, Limits
from engine.search import search_of
from engine.start import start_of
from games import catalogue
from games.core import Side
from games.errors import Contradiction
from tools.playing import play_out
from tools.searches import KNOWN, read_known

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from engine.balance import Balance
    from engine.limits import SearchResult
    from engine.search import Search
    from games.core import Game, Move, Position

progress = logging.getLogger("progress.balance")

DEPTHS = (500, 2_000, 8_000, 20_000)  # positions a move: what is usually played
_VARIED = 6  # plies at the start in which another move than the best may be played
_NOISE = 40  # by so many points; a soldier is about 100
_LONGEST = 200  # positions of a game; then it is called a draw
_FEWEST = 20  # games, before the error is asked
_AHEAD = 2  # games waiting for each process


def sensible() -> Iterator[str]:
    """Every preset, and the modules of each alone and in pairs."""
    for preset in catalogue.NAMES:
        yield catalogue.game(preset).name
    for preset in catalogue.NAMES:
        for count in (1, 2):
            for options in combinations(catalogue.options(preset), count):
                if count > 1 and "diamond" in options:
                    continue
                try:
                    yield catalogue.game("+".join((preset, *options))).name
                except Contradiction:
                    continue


@dataclass(frozen=True, slots=True)
class Plan:
    """How to measure."""

    games: int = 60  # at most
    nodes: Sequence[int] = (2_500,)  # a move: every rule set is played at each of them
    seed: int = 1
    error: float = 0.0  # of the share: as soon as it is as small, no more are played
    processes: int = 1
    seconds: float | None = None  # then no game is begun any more


class Match(NamedTuple):
    """One rule set at one depth."""

    rules: str
    nodes: int


class Job(NamedTuple):
    """One game of it."""

    match: Match
    seed: int
    number: int


@cache
def mark(rules: str) -> str:
    """A mark of how the engine plays these rules: of what it finds in known positions of theirs.

    So an engine that is only faster keeps its mark, and what was counted with it.
    """
    preset, *_ = rules.split("+")
    lines = KNOWN.read_text("utf-8").splitlines()
    of_preset = [
        line
        for line in lines
        if not line.startswith("#") and read_known(line).rules.split("+")[0] == preset
    ]
    return hashlib.sha256("\n".join(of_preset).encode()).hexdigest()[:8]


def play(job: Job) -> tuple[Job, float, float]:
    """Play one game; return the king's side's score, and the seconds that it took."""
    began = time.perf_counter()
    game, search = _tables(job.match.rules)
    search.forget()
    return job, _score(game, search, job), time.perf_counter() - began


@lru_cache(1)
def _tables(rules: str) -> tuple[Game, Search]:
    game = catalogue.game(rules)
    return game, search_of(game)


def _score(game: Game, search: Search, job: Job) -> float:
    chance = random.Random(f"{job.seed} {game.name} {job.number}")
    first = None if game.data["first"] else (Side.DARK, Side.LIGHT)[job.number % 2]
    positions = [game.start(first) if first else start_of(game)]

    def choose(so_far: Sequence[Position]) -> Move | Side:
        best = _choose(search, so_far, job.match.nodes, chance)
        return so_far[-1].turn if best.score > SURE else best.move

    return _points(play_out(game, positions, choose, _LONGEST - 1))


def _choose(
    search: Search, positions: Sequence[Position], nodes: int, chance: random.Random
) -> SearchResult:
    """The best move, at the start one that looks about as good."""
    *history, position = positions
    if len(positions) > _VARIED:
        return search.search(position, history, Limits(nodes=nodes))
    moves = search.weigh(position, history, Limits(depth=1))
    return max(moves, key=lambda move: move.score + round(chance.gauss(0, _NOISE)))


def _points(winner: Side | None) -> float:
    return 0.5 if winner is None else float(winner is Side.LIGHT)


class Journal:
    """Every game that this engine has finished, with that seed."""

    def __init__(self, file: Path, seed: int) -> None:
        self._file, self._seed = file, seed
        self._scores: dict[Match, dict[int, float]] = {}
        lines = file.read_text("utf-8").splitlines() if file.exists() else []
        for line in lines:
            engine, rules, nodes, of_seed, number, score = line.split()
            if engine == mark(rules) and int(of_seed) == seed:
                scores = self._scores.setdefault(Match(rules, int(nodes)), {})
                scores[int(number)] = float(score)

    def has(self, job: Job) -> bool:
        """Whether this game was played."""
        return job.number in self._scores.get(job.match, {})

    def note(self, job: Job, score: float) -> None:
        """A game is over."""
        self._scores.setdefault(job.match, {})[job.number] = score
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(
                f"{mark(job.match.rules)} {job.match.rules} {job.match.nodes}"
                f" {job.seed} {job.number} {score}\n"
            )

    def row(self, match: Match, plan: Plan) -> Balance | None:
        """Return a match's count once it is enough: the first games, up to the wanted error."""
        scores, tally = self._scores.get(match, {}), {1.0: 0, 0.5: 0, 0.0: 0}
        for number in range(plan.games):
            if number not in scores:
                return None
            tally[scores[number]] += 1
            engine = mark(match.rules)
            row = counted(tally[1.0], tally[0.5], tally[0.0], match.nodes, engine)
            if row.games == plan.games or (row.games >= _FEWEST and row.error <= plan.error):
                return row
        return None


class _Run:
    """The matches still to play, and those being played now."""

    def __init__(self, names: Sequence[str], plan: Plan, journal: Journal) -> None:
        self.plan, self.journal = plan, journal
        self.open = [Match(rules, nodes) for nodes in plan.nodes for rules in names]
        self.began = time.monotonic()
        self._begun: set[Job] = set()
        self._spent = self._work = 0.0  # seconds, and nodes times games, that they were spent on

    def next_job(self) -> Job | None:
        """The next game to begin."""
        seconds = self.plan.seconds
        if seconds is not None and time.monotonic() - self.began > seconds:
            return None
        for match in self.open:
            for number in range(self.plan.games):
                job = Job(match, self.plan.seed, number)
                if job not in self._begun and not self.journal.has(job):
                    self._begun.add(job)
                    return job
        return None

    def over(self, job: Job, score: float, seconds: float) -> None:
        """A game has ended."""
        self.journal.note(job, score)
        self._spent += seconds
        self._work += job.match.nodes

    def finished(self) -> Iterator[tuple[Match, Balance]]:
        """Yield the matches that are measured well enough now."""
        for match in tuple(self.open):
            if row := self.journal.row(match, self.plan):
                self.open.remove(match)
                yield match, row

    def rest(self) -> float | None:
        """The seconds that the rest takes at most, by the games so far; None before the first."""
        if not self._work:
            return None
        left = sum(
            match.nodes
            for match in self.open
            for number in range(self.plan.games)
            if not self.journal.has(Job(match, self.plan.seed, number))
        )
        return left * self._spent / self._work / self.plan.processes


def run(names: Sequence[str], plan: Plan, out: Path, journal: Path) -> Iterator[str]:
    """Play what is not known yet, and write each rule set into the table as soon as it is."""
    course = _Run(names, plan, Journal(journal, plan.seed))
    waiting: set[Future[tuple[Job, float, float]]] = set()
    with ProcessPoolExecutor(plan.processes, initializer=gc.disable) as pool:
        while True:
            for match, row in course.finished():
                write(out, match.rules, row)
                yield _line(match.rules, row)
            while len(waiting) < _AHEAD * plan.processes and (job := course.next_job()):
                waiting.add(pool.submit(play, job))
            if not waiting:
                break
            ended, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ended:
                course.over(*future.result())
            if (rest := course.rest()) is not None:
                progress.debug("%s to play, at most %s more", len(course.open), _duration(rest))
    if course.open:
        yield f"stopped: {len(course.open)} are left, and the next run goes on there"


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"  # noqa: PLR2004


def read(out: Path) -> dict[str, list[Balance]]:
    """The rows of a table's file, by rule set."""
    if not out.exists():
        return {}
    written: Mapping[str, Sequence[dict[str, int | str]]] = json.loads(out.read_text("utf-8"))[
        "rules"
    ]
    return {rules: [counted(**row) for row in rows] for rules, rows in written.items()}  # pyright: ignore[reportArgumentType]  as `write` left them


def write(out: Path, rules: str, row: Balance) -> None:
    """Put a row into the table, in the place of another with as many nodes."""
    rows = read(out)
    others = [other for other in rows.get(rules, []) if other.nodes != row.nodes]
    rows[rules] = sorted([*others, row], key=lambda row: row.nodes)
    texts = (f"    {json.dumps(name)}: {_rows(of_rules)}" for name, of_rules in rows.items())
    out.write_text('{\n  "rules": {\n' + ",\n".join(texts) + "\n  }\n}\n", "utf-8")


def _rows(rows: Sequence[Balance]) -> str:
    def text(row: Balance) -> str:
        won = round(row.share * row.games - row.draws / 2)
        return json.dumps(
            {
                "nodes": row.nodes,
                "won": won,
                "drawn": row.draws,
                "lost": row.games - row.draws - won,
                "engine": row.engine,
            }
        )

    return "[\n" + ",\n".join(f"      {text(row)}" for row in rows) + "\n    ]"


def _line(rules: str, row: Balance) -> str:
    share, error = round(100 * row.share), round(100 * row.error)
    return (
        f"{rules} at {row.nodes} nodes: {share} % ± {error}, {row.games} games, {row.draws} drawn"
    )
