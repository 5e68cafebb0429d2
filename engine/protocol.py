"""The line protocol of `python -m engine`: one line in, one line out.

    rules NAME                 -> ok; the game starts again
    position RANKS TURN QUIET  -> ok
    moves e3c3 a3c3e1 ...      -> ok; all moves since that position
    go SECONDS                 -> info depth D nodes N score S pv ... (any number), bestmove e3c3
    level N                    -> ok; 1 to 8. Below 8, it counts nodes and ignores the seconds
    legal                      -> legal e3c3 ...
    board                      -> board RANKS WINNER: d, l, = or -
    quit

A line that fails gets `error` and a sentence as its answer, and changes nothing. Scores are the
mover's: a soldier is about 100, and a win that was seen 100,000, less 1 for each ply until then.

Invariant: `legal`, `board` and the effect of `moves` come from the boards of the search, not from
`games`, so that whoever compares them with the rules compares the boards that play.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from engine.levels import LEVELS
from engine.limits import Limits
from engine.own_boards import Disagreement, ended
from engine.plain import PlainSearch
from engine.player import Player
from engine.start import start_of
from games import catalogue
from games.errors import GameError
from games.notation import move_at, read_position, write_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.limits import SearchResult
    from games.core import Game, Move, Position, Side

_LONGEST = 3600.0  # seconds of one search


class Misunderstood(ValueError):
    """A line that isn't a valid command."""


class Protocol:
    """One conversation."""

    def __init__(
        self,
        write: Callable[[str], None],
        clock: Callable[[], float] = time.perf_counter,
        *,
        plain: bool = False,
    ) -> None:
        self._write = write
        self._clock = clock
        self._player = Player(PlainSearch) if plain else Player()
        self._level: int | None = None
        self._commands: dict[str, Callable[[str], str]] = {
            "rules": self._rules,
            "position": self._place,
            "moves": self._moves,
            "go": self._go,
            "level": self._set_level,
            "legal": self._legal,
            "board": self._board,
        }
        self._game: Game = catalogue.game("larochelle")
        self._board_in_use = self._player.board(self._game)  # the search's, not the rules'
        self._positions: list[Position] = [start_of(self._game)]
        self._texts: list[str] = []  # the moves as given

    def run(self, lines: Iterable[str]) -> None:
        """Answer each line until `quit` or the end of input."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                return
            if not word:
                continue
            try:
                self._write(self._answer(word, rest.strip()))
            except (GameError, Misunderstood, Disagreement) as error:
                self._write(f"error {error}")

    def _answer(self, word: str, rest: str) -> str:
        if word not in self._commands:
            raise Misunderstood(
                f"there is no command {word[:40]!r}: {', '.join(self._commands)}, quit"
            )
        return self._commands[word](rest)

    def _rules(self, rest: str) -> str:
        self._game = catalogue.game(rest)
        self._board_in_use = self._player.board(self._game)
        self._positions, self._texts = [start_of(self._game)], []
        return "ok"

    def _place(self, rest: str) -> str:
        self._positions, self._texts = [read_position(self._game, rest)], []
        return "ok"

    def _moves(self, rest: str) -> str:
        """Set all moves since the position; moves already known are not replayed."""
        texts = rest.split()
        known = len(self._texts) if texts[: len(self._texts)] == self._texts else 0
        positions = self._positions[: known + 1]
        for text in texts[known:]:
            self._refuse_when_over(positions)
            move = move_at(self._game, positions[-1], text)
            positions.append(self._board_in_use.after(positions[-1], move))
        self._positions, self._texts = positions, texts
        return "ok"

    def _refuse_when_over(self, positions: list[Position]) -> None:
        if self._ended(positions)[0]:
            raise Misunderstood(f"the game is over after {len(positions) - 1} moves")

    def _ended(self, positions: list[Position]) -> tuple[bool, Side | None]:
        return ended(self._game, self._board_in_use, positions)

    def _set_level(self, rest: str) -> str:
        levels = {str(level): level for level in LEVELS}
        if rest not in levels:
            raise Misunderstood(f"the levels are {min(levels)} to {max(levels)}, not {rest[:40]!r}")
        self._level = levels[rest]
        return "ok"

    def _go(self, rest: str) -> str:
        try:
            seconds = float(rest)
        except ValueError:
            seconds = -1.0
        if not 0 < seconds <= _LONGEST:
            raise Misunderstood(
                f"go needs seconds, more than 0 and at most {_LONGEST:.0f}, not {rest[:40]!r}"
            )
        self._refuse_when_over(self._positions)
        *history, position = self._positions
        if self._level in (None, max(LEVELS)):
            limits = Limits(seconds=seconds, clock=self._clock)
            result = self._player.choose(self._game, position, history, limits, self._report)
        else:
            result = self._player.choose_at(self._game, position, history, self._level)
        self._report(result)
        return f"bestmove {path_text(result.move)}"

    def _report(self, result: SearchResult) -> None:
        moves = " ".join(map(path_text, result.line))
        self._write(
            f"info depth {result.depth} nodes {result.nodes} score {result.score} pv {moves}"
        )

    def _legal(self, _rest: str) -> str:
        if self._ended(self._positions)[0]:
            return "legal"
        moves = self._board_in_use.moves(self._positions[-1])
        return " ".join(["legal", *sorted(map(path_text, moves))])

    def _board(self, _rest: str) -> str:
        position = self._positions[-1]
        over, side = self._ended(self._positions)
        winner = "-" if not over else side.value if side else "="
        return f"board {write_position(self._game, position).split()[0]} {winner}"


def path_text(move: Move) -> str:
    """The points in a row: e4e7, a3c3e1."""
    return "".join(move)
