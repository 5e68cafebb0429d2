"""Tips for beginners in practice: about the position, or a first thing to know.

Invariant: a tip depends only on the match, so a board opened again shows the same tip.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.model.people import ENGINE
from bot.service.practice import can_stop
from bot.ui.pages.differences import throne_key
from games.core import Side
from games.tafl.game import Tafl
from games.tafl.rules import Gait, Goal, Man

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.model.matches import Record
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Game
    from games.match import Match
    from games.tafl.rules import Rules

_LEVELS = range(1, 3)  # difficulties with tips
_TURNS = 12  # the player's own turns; afterwards only decisive tips
_OFTEN = {"capture": 2, "must": 2}  # how often per game a tip is shown
_LATELY = 3  # turns before a tip about a capture is repeated


@dataclass(frozen=True, slots=True)
class Tip:
    """A tip about a position: its name, and its points."""

    name: str
    points: Sequence[str] = ()

    @property
    def is_decisive(self) -> bool:
        """Whether the tip is shown at every turn, since it decides the game."""
        return self.name in {"raichi", "tuichi", "way-out"}


def is_coached(record: Record) -> bool:
    """Whether the engine's difficulty is low enough for tips."""
    return record.level in _LEVELS


def tip_of(record: Record, reader: Reader) -> Tip | None:
    """Return the tip beside a board, if the reader wants tips and hasn't just seen this one."""
    if not reader.coach or not is_coached(record) or reader.player is None:
        return None
    side = record.side(reader.player)
    match = record.match
    own = [count for count, position in enumerate(match.positions) if position.turn is side]
    if len(own) > _TURNS:
        tip = worth_knowing(match, len(match.plies))
        return tip if tip and tip.is_decisive else None
    return _told(record, own)[-1]


def _told(record: Record, turns: Sequence[int]) -> Sequence[Tip | None]:
    """Return the tip of each of these turns, given by the number of moves before it."""
    first = [Tip(name) for name in first_things(record)]
    told: list[Tip | None] = []
    for count in turns:
        tip = worth_knowing(record.match, count)
        begins = count == turns[0] and record.start is None
        if begins or tip is None or not _is_new(tip, told):
            tip = first.pop(0) if first and not _has_captured(record.match, count) else None
        elif tip.name == "capture" and _has_captured(record.match, count):
            tip = None
        told.append(tip)
    return told


def _has_captured(match: Match, count: int) -> bool:
    """Whether the side to move captured with its last move, so that no tip is needed."""
    return count >= len(Side) and bool(match.plies[count - len(Side)].step.captured)


def _is_new(tip: Tip, told: Sequence[Tip | None]) -> bool:
    """Whether a tip can be shown again: not too often and not recently, unless it decides."""
    names = [past.name for past in told if past]
    lately = [past.name for past in told[-_LATELY:] if past]
    if tip.is_decisive:
        return True
    return names.count(tip.name) < _OFTEN[tip.name] and tip.name not in lately


def first_things(record: Record) -> Iterator[str]:
    """Yield tips for the first turns, if the board says nothing itself."""
    game = record.match.game
    usual = record.start is None
    if isinstance(game, Tafl):
        if usual:
            yield "begin"
            yield f"take.{game.rules.king}"
            if Man.SOLDIERS not in game.rules.throne.stop:
                yield "throne"
        yield "ask"
        return
    if usual:
        yield from ("begin", "step" if _begins_taking(record) else "jump", "dame")
    yield "ask"


def _begins_taking(record: Record) -> bool:
    """Whether the player's first turn is a forced capture, which must then be explained first."""
    match = record.match
    own = (known for known in match.positions if record.player(known.turn) != ENGINE)
    first = next(own, None)
    return first is not None and match.game.must_capture(first)


def worth_knowing(match: Match, count: int) -> Tip | None:
    """Return the most useful tip about a position, if there is one."""
    game, position = match.game, match.positions[count]
    if callout := match.callout_after(count):
        return Tip(callout.name, [way[-1] for way in callout.ways])
    if position.turn is Side.LIGHT and (
        open_ways := game.callout(replace(position, turn=Side.DARK))
    ):
        return Tip("way-out", [way[-1] for way in open_ways.ways])
    if game.must_capture(position):
        return Tip("must")
    if isinstance(game, Tafl):
        for move in game.moves(position):
            if taken := game.play(position, move).captured:
                return Tip("capture", taken[:1])
    return None


def sentence(tip: Tip, record: Record, words: Words) -> str:
    """Return a tip as a sentence."""
    game, side = record.match.game, record.match.turn
    if tip.name == "begin":
        return " ".join(map(words, _introduction(record, game, side)))
    if tip.name == "throne" and isinstance(game, Tafl):
        return words(f"rules.tafl.throne.{throne_key(game.rules.throne)}")
    points = words.join(list(tip.points)) if tip.points else ""
    lost = tip.name == "tuichi" and not can_stop(record.match)
    return words("practice.coach.lost" if lost else f"practice.coach.{tip.name}", points=points)


def _introduction(record: Record, game: Game, side: Side) -> Iterator[str]:
    """Yield the keys of the first tip: the side's goal, and how pieces move or must capture."""
    if isinstance(game, Tafl):
        yield f"practice.coach.goal.{side}.{_goal(game.rules, side)}"
        yield f"practice.coach.gait.{_gait(game.rules, side)}"
        return
    yield f"practice.coach.begin.{side}"
    yield "practice.coach.must" if _begins_taking(record) else "practice.coach.step"


def _goal(rules: Rules, side: Side) -> str:
    """Return the key of the sentence about a side's goal."""
    if side is Side.DARK and rules.no_way_out:
        return "no-way-out"
    if side is Side.DARK and rules.goal is Goal.EDGE_OFF_CAMPS:
        return Goal.EDGE
    return rules.goal


def _gait(rules: Rules, side: Side) -> str:
    """Return the key of the sentence about how a side's pieces move."""
    return rules.gait if side is Side.LIGHT else Gait.ROOK
