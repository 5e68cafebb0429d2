"""Plays two engines against each other over their lines, in pairs of games with sides changed."""

from __future__ import annotations

import logging
import math
import shlex
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.ladder import Tally
from engine.protocol import path_text
from engine.start import start_of
from games import catalogue
from games.core import Side
from games.endings import ending
from games.notation import read_move, write_position
from tools.openings import openings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from games.core import Game, Move, Verdict

progress = logging.getLogger("progress.match")

_MOST_PLIES = 400  # then it is called a draw


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

    @property
    def mean_depth(self) -> float:
        """How deep it searched, by what it said."""
        return sum(self.depths) / max(1, len(self.depths))

    def close(self) -> None:
        """End the program."""
        assert self._process.stdin
        self._process.stdin.write("quit\n")
        self._process.stdin.close()
        self._process.wait(timeout=10)
        assert self._process.stdout
        self._process.stdout.close()


def summary(tally: Tally) -> str:
    """The score in per cent, its standard error, and what that means in Elo."""
    least = 0.5 / tally.games  # of a point: who lost every game is not infinitely weaker
    share = min(max(tally.score, least), 1 - least)
    elo = 400 * math.log10(share / (1 - share))
    games = f"+{tally.won} ={tally.drawn} -{tally.lost}"
    return f"{games}  {100 * tally.score:.1f} % ± {100 * tally.error:.1f}  Elo {elo:+.0f}"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match."""

    rules: str
    games: int = 20
    seconds: float = 1.0  # a move
    plies: int = 8  # random ones at the start of each pair of games
    seed: str = "1"


def match(terms: Terms, first: Opponent, second: Opponent) -> Iterator[tuple[Tally, str]]:
    """The tally after each game, and how that game went."""
    game = catalogue.game(terms.rules)
    tally = Tally()
    drawn = openings(game, terms.plies, f"{terms.seed} {game.name}")
    for number, opening in enumerate(drawn, start=1):
        for side in Side:
            if tally.games >= terms.games:
                return
            progress.debug("%s: game %s of %s", game.name, tally.games + 1, terms.games)
            verdict = _play(game, opening, {side: first, side.other: second}, terms.seconds)
            tally = tally.with_game(side, verdict.winner if verdict else None)
            reason = verdict.reason.value if verdict else "too long"
            yield tally, f"{number} as {side.name.lower()}: {reason}"


def _play(
    game: Game, opening: Sequence[Move], players: Mapping[Side, Opponent], seconds: float
) -> Verdict | None:
    """How one game from an opening ends; None where it is broken off as too long."""
    position = start_of(game)
    first = write_position(game, position)
    times = {position.placement: 1}
    moves: list[Move] = []
    for player in players.values():
        player.ask(f"rules {game.name}")
        player.ask(f"position {first}")
    while len(moves) < _MOST_PLIES:
        if len(moves) < len(opening):
            move = opening[len(moves)]
        else:
            player = players[position.turn]
            player.ask(f"moves {' '.join(map(path_text, moves))}")
            move = read_move(player.ask(f"go {seconds}").split()[1])
        position = game.after(position, move)
        moves.append(move)
        times[position.placement] = times.get(position.placement, 0) + 1
        verdict = ending(game, position, times[position.placement])
        if verdict:
            return verdict
    return None
