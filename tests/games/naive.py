"""Tablut once more, from RULES.md's text alone: squares in a dict, no tables, nothing of games.

Slow and plain on purpose: where it and games.tafl agree, neither has a clever mistake.
"""

from __future__ import annotations

Men = dict[str, str]  # square -> t attacker, T defender, K king
Move = tuple[str, str]
Way = tuple[str, ...]
Ending = tuple[str, str]  # the winner, d or l, and the reason

FILES, RANKS = "abcdefghi", "123456789"
SQUARES = [file + rank for file in FILES for rank in RANKS]
THRONE = "e5"
CORNERS = {"a1", "a9", "i1", "i9"}
EDGE = {square for square in SQUARES if square[0] in "ai" or square[1] in "19"}
CAMPS = ({"a4", "a5", "a6", "b5"}, {"d1", "e1", "f1", "e2"}, {"i4", "i5", "i6", "h5"},
         {"d9", "e9", "f9", "e8"})  # fmt: skip
ACROSS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
AROUND = [*ACROSS, (1, 1), (1, -1), (-1, -1), (-1, 1)]


def beyond(square: str, direction: tuple[int, int]) -> str | None:
    """The next square in a direction; none past the edge."""
    near = chr(ord(square[0]) + direction[0]) + chr(ord(square[1]) + direction[1])
    return near if near in SQUARES else None


def camp_of(square: str) -> set[str] | None:
    """The camp in which a square lies."""
    return next((camp for camp in CAMPS if square in camp), None)


def side_of(man: str) -> str:
    """Whose man it is."""
    return "d" if man == "t" else "l"


class Naive:
    """One rule set by its name, as the text of the rules tells it."""

    def __init__(self, name: str) -> None:
        self.preset, *options = name.split("+")
        self.options = set(options)
        escapes_to_corners = self.preset in ("fortresses", "bga")
        self.corner_goal = escapes_to_corners or "goal-corners" in options
        self.king_captures = self.preset in ("larochelle", "ludens")

    def start(self) -> Men:
        """The men as they stand at the start."""
        diamond = "d4 d5 d6 e4 e6 f4 f5 f6" if "diamond" in self.options else ""
        defenders = diamond or "c5 d5 f5 g5 e3 e4 e6 e7"
        attackers = "a4 a5 a6 b5 d1 e1 f1 e2 i4 i5 i6 h5 d9 e9 f9 e8"
        men = dict.fromkeys(attackers.split(), "t") | dict.fromkeys(defenders.split(), "T")
        return {**men, THRONE: "K"}

    def is_goal(self, square: str) -> bool:
        """Whether the king wins there."""
        if self.corner_goal:
            return square in CORNERS
        if "goal-off-camps" in self.options:
            return square in EDGE and not camp_of(square)
        return square in EDGE

    def may_stop(self, man: str, origin: str, square: str, men: Men) -> bool:
        """Whether the man may come to rest on a free square."""
        if self.is_closed(man, origin, square, men):
            return False
        if square == THRONE:
            return man == "K" and self.preset != "ludens"
        if square in CORNERS and self.corner_goal:
            return man == "K"
        if man == "K" and "king-not-in-camps" in self.options:
            return not self.holds_for(square, men)
        return True

    def is_closed(self, man: str, origin: str, square: str, men: Men) -> bool:
        """Whether the man may neither stop on a free square nor pass over it."""
        if square == THRONE:
            return man != "K" and self.preset in ("larochelle", "ludens")
        if self.preset == "bga-rim" and camp_of(square):
            return man != "t" or camp_of(square) != camp_of(origin)
        if man == "K" and "king-not-through-camps" in self.options:
            return self.holds_for(square, men)
        return False

    def holds_for(self, square: str, men: Men) -> bool:
        """Whether the king's camp modules hold for a square just now."""
        camp = camp_of(square)
        if camp and "camps-open-when-empty" in self.options:
            return any(men.get(inside) == "t" for inside in camp)
        return camp is not None

    def reached(self, men: Men, origin: str) -> list[list[str]]:
        """The squares where the man of a square may stop, a list a direction."""
        man = men[origin]
        directions, most = ACROSS, 8
        if man == "K" and "king-steps" in self.options:
            directions, most = AROUND, 1
        if man == "K" and "king-four" in self.options:
            most = 4
        found: list[list[str]] = []
        for direction in directions:
            stops: list[str] = []
            square = beyond(origin, direction)
            for _ in range(most):
                if not square or square in men or self.is_closed(man, origin, square, men):
                    break
                if self.may_stop(man, origin, square, men):
                    stops.append(square)
                square = beyond(square, direction)
            found.append(stops)
        return found

    def captures(self, men: Men, move: Move) -> set[str]:
        """The squares of the men whom a possible move takes."""
        origin, target = move
        man = men[origin]
        after = {square: other for square, other in men.items() if square != origin}
        after[target] = man
        taken: set[str] = set()
        for direction in ACROSS:
            victim = beyond(target, direction)
            if not victim or victim not in after or side_of(after[victim]) == side_of(man):
                continue
            if after[victim] == "K":
                if all(self.hostile_to_king(beyond(victim, way), after) for way in ACROSS):
                    taken.add(victim)
            elif self.can_take(man) and self.is_anvil(man, beyond(victim, direction), after):
                taken.add(victim)
        return taken

    def can_take(self, man: str) -> bool:
        """Whether the man takes soldiers, as mover or as anvil."""
        return man != "K" or self.king_captures

    def is_anvil(self, mover: str, square: str | None, men: Men) -> bool:
        """Whether a soldier is crushed against that square by a man of the mover's side."""
        if square is None:
            return False
        if square in men:
            return side_of(men[square]) == side_of(mover) and self.can_take(men[square])
        return square in CORNERS and self.corner_goal

    def hostile_to_king(self, square: str | None, men: Men) -> bool:
        """Whether one of the king's neighbours, or the edge, shuts him in."""
        if square is None:
            return self.corner_goal or "goal-off-camps" in self.options
        if square in men:
            return men[square] == "t"
        if square == THRONE or (square in CORNERS and self.corner_goal):
            return True
        return self.preset == "bga-rim" and camp_of(square) is not None

    def after(self, men: Men, move: Move) -> Men:
        """The men after a possible move."""
        taken = self.captures(men, move)
        left = {square: man for square, man in men.items() if square not in {*taken, move[0]}}
        return {**left, move[1]: men[move[0]]}

    def ways(self, men: Men) -> set[Way]:
        """The king's ways to win in one move, if it were his turn, one a direction."""
        king = next((square for square, man in men.items() if man == "K"), None)
        found: set[Way] = set()
        for stops in self.reached(men, king) if king else ():
            goal = next(filter(self.is_goal, stops), None)
            if king and goal:
                found.add(straight(king, goal))
        return found

    def called(self, men: Men, turn: str) -> set[Way]:
        """The ways of raichi or tuichi: after a move of the king's side, while the game goes on."""
        return self.ways(men) if turn == "d" and not self.decided(men, turn) else set()

    def decided(self, men: Men, turn: str) -> Ending | None:
        """What the men decide before anyone asks for a legal move."""
        king = next((square for square, man in men.items() if man == "K"), None)
        if king is None:
            return "d", "king-taken"
        if self.is_goal(king):
            return "l", "king-escaped"
        if self.preset == "ludens" and turn == "l" and imprisoned(men, king):
            return "d", "king-imprisoned"
        return None

    def moves(self, men: Men, turn: str) -> set[Move]:
        """Every legal move."""
        if self.decided(men, turn):
            return set()
        found = {
            (origin, target)
            for origin, man in men.items()
            if side_of(man) == turn
            for stops in self.reached(men, origin)
            for target in stops
        }
        if self.preset == "ludens" and turn == "d":
            return {move for move in found if self.stops_the_king(men, move)}
        return found

    def stops_the_king(self, men: Men, move: Move) -> bool:
        """Ludens: whether the attackers may make this move."""
        after = self.after(men, move)
        return bool(self.decided(after, "l")) or not self.ways(after)

    def verdict(self, men: Men, turn: str) -> Ending | None:
        """How the game has ended, if it has."""
        decided = self.decided(men, turn)
        if decided or self.moves(men, turn):
            return decided
        if self.preset == "ludens" and turn == "d" and self.ways(men):
            return "l", "no-way-to-stop"
        return ("l" if turn == "d" else "d"), "no-move"


def imprisoned(men: Men, king: str) -> bool:
    """Ludens: whether the king and exactly one soldier beside him are shut in together."""
    friends = [beyond(king, way) for way in ACROSS if men.get(beyond(king, way) or "") == "T"]
    if len(friends) != 1 or friends[0] is None:
        return False
    soldier = friends[0]
    by_king = {beyond(king, way) for way in ACROSS} - {soldier}
    by_soldier = {beyond(soldier, way) for way in ACROSS} - {king, None}  # None: the edge
    return all(
        square and (men.get(square) == "t" or (square == THRONE and square not in men))
        for square in by_king | by_soldier
    )


def straight(start: str, end: str) -> Way:
    """Every square from one to another, along a rank, a file or a diagonal."""
    step = tuple((b > a) - (b < a) for a, b in zip(start.encode(), end.encode(), strict=True))
    way = [start]
    while way[-1] != end:
        way.append(chr(ord(way[-1][0]) + step[0]) + chr(ord(way[-1][1]) + step[1]))
    return tuple(way)
