"""A tafl rule set as numbers for the search: squares, zones, arms.

Invariant: within the engine, only this file reads the insides of games' tafl. Rule sets with
unknown options are Unsupported; the games themselves search them (engine.plain).
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING

from games.core import Position, Reason, Side, places, union
from games.tafl.game import Tafl
from games.tafl.rules import Gait, Man, Strength

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from games.core import Board, Game, Point

_KNOWN = frozenset(
    {"name", "first", "side", "setup", "goal", "gait", "throne", "corners", "camps"}
) | {
    *("home_camps", "open_when_empty", "edge_crushes", "king_captures", "king", "shieldwall"),
    *("exit_fort", "encirclement", "imprisonment", "no_way_out", "repetition", "times"),
    *("quiet_limit", "agreement"),
}
_KNOWN_OF_ZONES = frozenset({"stop", "cross", "crushes", "always"})

Arm = tuple[tuple[int, bool], ...]  # passable squares, nearest first; can he stop there?


class Unsupported(ValueError):
    """A rule set with an option that the fast board doesn't know."""


@dataclass(frozen=True, eq=False)
class TaflRules:
    """One rule set; a square's number is its rank times the stride plus its file.

    A rank has one more number than files, so that shifts don't wrap around the board's edge.
    """

    side: int
    stride: int
    name: Mapping[int, Point]
    number: Mapping[Point, int]
    full: int  # every square, as a set of bits
    throne: int
    corners: int
    camps: int
    goals: int
    crush_attacker: int  # squares hostile to an attacker while empty
    crush_defender: int
    crush_king: int
    always_attacker: int  # ... and even while occupied
    always_defender: int
    always_king: int
    camps_crush_attacker: bool  # but never an attacker inside the same camp
    weak: int  # squares where the king is captured like a soldier
    shieldwall: bool
    exit_fort: bool
    encirclement: bool
    edge: int
    edge_crushes_king: bool
    king_captures: bool
    king_rook: bool  # moves like a rook, any distance
    king_steps: bool
    camps_closed: bool  # to attackers from outside
    imprisonment: bool
    no_way_out: bool
    beside: Mapping[int, int]
    attackers: Mapping[int, tuple[Arm, ...]]
    defenders: Mapping[int, tuple[Arm, ...]]
    king: Mapping[int, tuple[Arm, ...]]  # one arm per direction
    soft: tuple[int, ...]  # camps closed to the king only while an attacker is inside
    soft_cross: bool  # whether such camps also block his passage


def read_rules(game: Game) -> TaflRules:
    """A rule set as numbers; Unsupported if it has unknown options."""
    if not isinstance(game, Tafl):
        raise Unsupported(game.name)
    _refuse_unknown(game)
    return _Reader(game).read()


def _refuse_unknown(game: Tafl) -> None:
    rules = game.rules
    zones = (rules.throne, rules.corners, rules.camps)
    for value, known in ((rules, _KNOWN), *((zone, _KNOWN_OF_ZONES) for zone in zones)):
        for field in fields(value):
            default = None if field.default is MISSING else field.default
            if field.name not in known and getattr(value, field.name) != default:
                raise Unsupported(field.name)


def _places(board: Board) -> tuple[int, ...]:
    """The number of each of the board's points."""
    ranks = board.ranks[::-1]
    number = {
        point: y * (len(ranks) + 1) + x
        for y, rank in enumerate(ranks)
        for x, point in enumerate(rank)
    }
    return tuple(number[point] for point in board.points)


class _Reader:
    """Converts games' points to the search's numbers."""

    def __init__(self, game: Tafl) -> None:
        self.game = game
        self.stride = len(game.board.ranks) + 1
        self.places = _places(game.board)
        self.number = dict(zip(game.board.points, self.places, strict=True))

    def bits(self, squares: int) -> int:
        """Convert a set of games' points to a set of numbers."""
        return sum(1 << self.places[place] for place in places(squares))

    def read(self) -> TaflRules:
        """Read the whole rule set."""
        game, rules = self.game, self.game.rules
        here = game.geometry
        zones = (
            (here.throne, rules.throne),
            (here.corners, rules.corners),
            (here.camp_squares, rules.camps),
        )
        crush, always = dict[Man, int](), dict[Man, int]()
        for man in (Man.ATTACKER, Man.DEFENDER, Man.KING):
            crush[man] = self.bits(union(area for area, zone in zones if man in zone.crushes))
            always[man] = self.bits(union(area for area, zone in zones if man in zone.always))
        weak = here.all & ~(here.throne | here.beside(here.throne))
        return TaflRules(
            side=len(game.board.ranks),
            stride=self.stride,
            name={number: point for point, number in self.number.items()},
            number=self.number,
            full=sum(1 << number for number in self.places),
            throne=self.bits(here.throne),
            corners=self.bits(here.corners),
            camps=self.bits(here.camp_squares),
            goals=self.bits(game.movement.goals),
            crush_attacker=crush[Man.ATTACKER],
            crush_defender=crush[Man.DEFENDER],
            crush_king=crush[Man.KING],
            always_attacker=always[Man.ATTACKER],
            always_defender=always[Man.DEFENDER],
            always_king=always[Man.KING],
            camps_crush_attacker=Man.ATTACKER in rules.camps.crushes,
            weak=self.bits(weak) if rules.king is Strength.TWO_OFF_THRONE else 0,
            shieldwall=rules.shieldwall,
            exit_fort=rules.exit_fort,
            encirclement=rules.encirclement,
            edge=self.bits(here.edge),
            edge_crushes_king=Man.KING in rules.edge_crushes,
            king_captures=rules.king_captures,
            king_rook=rules.gait is Gait.ROOK,
            king_steps=rules.gait is Gait.STEPS,
            camps_closed=Man.ATTACKER not in rules.camps.stop,
            imprisonment=rules.imprisonment,
            no_way_out=rules.no_way_out,
            beside={self.places[i]: self.bits(near) for i, near in enumerate(here.neighbours)},
            attackers=self.arms(Man.ATTACKER),
            defenders=self.arms(Man.DEFENDER),
            king=self.arms(Man.KING),
            soft=tuple(map(self.bits, here.camps)) if rules.open_when_empty else (),
            soft_cross=Man.KING not in rules.camps.cross,
        )

    def arms(self, man: Man) -> Mapping[int, tuple[Arm, ...]]:
        """For each square, the directions in which a man can move on an empty board."""
        movement, board = self.game.movement, self.game.board
        arms_of: dict[int, tuple[Arm, ...]] = {}
        for place, number in enumerate(self.places):
            closed, stops = movement.closed(man, place), movement.stops(man, place)
            arms = movement.king_arms(place) if man is Man.KING else board.arms[place]
            arms_of[number] = tuple(self._open(arm, closed, stops) for arm in arms)
        return arms_of

    def _open(self, arm: tuple[int, ...], closed: int, stops: int) -> Arm:
        squares: list[tuple[int, bool]] = []
        for place in arm:
            if closed >> place & 1:
                break
            squares.append((self.places[place], bool(stops >> place & 1)))
        return tuple(squares)


def read_men(rules: TaflRules, position: Position) -> tuple[int, int, int]:
    """The attackers, the defenders with the king, and the king, as sets of numbers."""
    points, number = position.board.points, rules.number
    dark, light, king = (
        sum(1 << number[points[place]] for place in places(men))
        for men in (position.dark, position.light, position.crowned)
    )
    return dark, light, king


def fort_of(game: Game) -> Callable[[int, int, int], bool]:
    """A function that asks the rules whether these men have won by an exit fort."""
    number = {read_number: place for place, read_number in enumerate(_places(game.board))}

    def fort(dark: int, light: int, king: int) -> bool:
        attackers, others, crowned = (
            sum(1 << number[square] for square in places(men)) for men in (dark, light, 1 << king)
        )
        verdict = game.verdict(Position(game.board, attackers, others, crowned, Side.DARK))
        return verdict is not None and verdict.reason is Reason.EXIT_FORT

    return fort


def reach_of(arms: Mapping[int, tuple[Arm, ...]]) -> Mapping[int, int]:
    """For each square, the squares where a man from there can stop, as a set of numbers."""
    return {
        s: sum(1 << to for arm in own_arms for to, stop in arm if stop)
        for s, own_arms in arms.items()
    }
