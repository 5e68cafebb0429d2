"""Plays two engines against each other over their lines, in pairs of games with sides changed."""

from __future__ import annotations

import math
import random
import shlex
import subprocess
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from engine.limits import Limits
from engine.player import search_of
from engine.protocol import start, written
from games.catalogue import game as named
from games.core import Side
from games.endings import ending
from games.notation import read_move, write_position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.core import Game, Move, Verdict

_MOST_PLIES = 400  # then it is called a draw
_JUDGED = 2000  # nodes that tell how even an opening is


class Broken(RuntimeError):
    """An engine that does not answer as it should."""


class Opponent:
    """A program that speaks the lines of engine.protocol."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._process = subprocess.Popen(  # noqa: S603  the command is the caller's own
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.depths: list[int] = []

    def ask(self, line: str) -> str:
        """The answer to a line; `info` lines before it are only counted."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        depth = None
        while True:
            answer = self._process.stdout.readline()
            if not answer or answer.startswith("error"):
                raise Broken(f"{self.command}: {line} -> {answer.strip() or 'nothing'}")
            words = answer.split()
            if words[0] != "info":
                if depth is not None:
                    self.depths.append(depth)
                return answer.strip()
            if "depth" in words:
                depth = int(words[words.index("depth") + 1])

    def close(self) -> None:
        """End the program."""
        assert self._process.stdin
        self._process.stdin.write("quit\n")
        self._process.stdin.close()
        self._process.wait(timeout=10)
        assert self._process.stdout
        self._process.stdout.close()


@dataclass
class Tally:
    """Wins, draws and losses of the first engine."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many were played."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The share of the points, from 0 to 1."""
        return (self.won + self.drawn / 2) / self.games

    @property
    def error(self) -> float:
        """The standard error of the score."""
        score = self.score
        spread = (
            self.won * (1 - score) ** 2 + self.drawn * (0.5 - score) ** 2 + self.lost * score**2
        )
        return math.sqrt(spread) / self.games

    def line(self) -> str:
        """The score in per cent, its standard error, and what that means in Elo."""
        n, score, error = self.games, self.score, self.error
        inner = min(max(score, 0.5 / n), 1 - 0.5 / n)
        elo = 400 * math.log10(inner / (1 - inner))
        games = f"+{self.won} ={self.drawn} -{self.lost}"
        return f"{games}  {100 * score:.1f} % ± {100 * error:.1f}  Elo {elo:+.0f}"


def openings(game: Game, plies: int, seed: str) -> Iterator[list[Move]]:
    """Random moves from the start that leave nothing decided, one list after another."""
    chance = random.Random(seed)  # noqa: S311  the same games every time
    while True:
        position = start(game)
        line: list[Move] = []
        while len(line) < plies and not game.verdict(position):
            move = chance.choice(game.moves(position))
            line.append(move)
            position = game.play(position, move).after
        if len(line) == plies and not game.verdict(position) and not game.callout(position):
            yield line


def play(
    game: Game, opening: list[Move], players: dict[Side, Opponent], seconds: float
) -> Verdict | None:
    """One game from an opening; None where it is broken off as too long."""
    position = start(game)
    first = write_position(game, position)
    stood = {position.placement: 1}
    line: list[Move] = []
    for player in players.values():
        player.ask(f"rules {game.name}")
        player.ask(f"position {first}")
    while len(line) < _MOST_PLIES:
        if len(line) < len(opening):
            move = opening[len(line)]
        else:
            player = players[position.turn]
            player.ask(f"moves {' '.join(map(written, line))}")
            move = read_move(player.ask(f"go {seconds}").split()[1])
        position = game.play(position, move).after
        line.append(move)
        stood[position.placement] = stood.get(position.placement, 0) + 1
        verdict = ending(game, position, stood[position.placement])
        if verdict:
            return verdict
    return None


@dataclass(frozen=True, slots=True)
class Terms:
    """What a match is about."""

    rules: str
    games: int = 20
    seconds: float = 1.0  # a move
    plies: int = 8  # random ones at the start of each pair of games
    seed: str = "1"
    drawn: int = 1  # openings, of which the evenest is played


def evenest(game: Game, terms: Terms) -> Iterator[list[Move]]:
    """Openings; of so many as the terms say, the one that leaves the game most even."""
    drawn = openings(game, terms.plies, f"{terms.seed} {game.name}")
    search = search_of(game)

    def lean(opening: list[Move]) -> int:
        position = start(game)
        for move in opening:
            position = game.after(position, move)
        search.forget()
        return abs(search.search(position, [], Limits(nodes=_JUDGED)).score)

    while True:
        yield min(islice(drawn, terms.drawn), key=lean) if terms.drawn > 1 else next(drawn)


def match(terms: Terms, first: Opponent, second: Opponent) -> Iterator[tuple[Tally, str]]:
    """The tally after each game, and how that game went."""
    game = named(terms.rules)
    tally = Tally()
    for number, opening in enumerate(evenest(game, terms), start=1):
        for side in Side:
            if tally.games >= terms.games:
                return
            verdict = play(game, opening, {side: first, side.other: second}, terms.seconds)
            winner = verdict.winner if verdict else None
            tally.won += winner is side
            tally.lost += winner is side.other
            tally.drawn += winner is None
            reason = verdict.reason.value if verdict else "too long"
            yield tally, f"{number} as {side.name.lower()}: {reason}"
