"""Tafl once more, from the text of the rules alone: squares in a dict, no tables, none of games.

Slow and plain on purpose: where it and games.tafl agree, neither has a clever mistake.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

Men = dict[str, str]  # square -> t attacker, T defender, K king
Move = tuple[str, str]
Way = tuple[str, ...]
Ending = tuple[str, str]  # the winner, d or l, and the reason

CROSS = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3"
DIAMOND = "3ttt3/4t4/9/t2TTT2t/tt1TKT1tt/t2TTT2t/9/4t4/3ttt3"
HNEFATAFL = "3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3"
SETUPS = {
    "brandubh": "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3",
    "copenhagen": HNEFATAFL,
    "fetlar": HNEFATAFL,
    "tawlbwrdd": "4ttt4/4ttt4/5T5/5T5/tt3T3tt/ttTTTKTTTtt/tt3T3tt/5T5/5T5/4ttt4/4ttt4",
}
TABLUT = ("larochelle", "ludens", "fortresses", "bga", "bga-rim")
FAMILY = ("saami", "ashton", "brandubh", "copenhagen", "fetlar", "tawlbwrdd", "seabattle")
PRESETS = TABLUT + FAMILY  # those whose text is read here; a new one is not among them at first
CAMPS = ({"a4", "a5", "a6", "b5"}, {"d1", "e1", "f1", "e2"}, {"i4", "i5", "i6", "h5"},
         {"d9", "e9", "f9", "e8"})  # fmt: skip
ACROSS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
AROUND = [*ACROSS, (1, 1), (1, -1), (-1, -1), (-1, 1)]


def stand(setup: str) -> Men:
    """The men of a position's ranks."""
    men: Men = {}
    ranks = setup.split("/")
    for down, rank in enumerate(ranks):
        for run in ("11", "10"):
            rank = rank.replace(run, "." * int(run))  # noqa: PLW2901  written out
        for digit in "987654321":
            rank = rank.replace(digit, "." * int(digit))  # noqa: PLW2901  written out
        for file, letter in enumerate(rank):
            if letter != ".":
                men[f"{chr(ord('a') + file)}{len(ranks) - down}"] = letter
    return men


def side_of(man: str) -> str:
    """Whose man it is."""
    return "d" if man == "t" else "l"


def king_of(men: Men) -> str | None:
    """Return the king's square."""
    return next((square for square, man in men.items() if man == "K"), None)


class Naive:
    """One rule set by its name, as the text of the rules tells it."""

    def __init__(self, name: str) -> None:
        self.preset, *options = name.split("+")
        self.options = set(options)
        self.family = self.preset in FAMILY
        corners = ("fortresses", "bga", "brandubh", "copenhagen", "fetlar")
        self.corner_goal = self.preset in corners or "goal-corners" in options
        self.king_captures = self.preset not in ("fortresses", "bga", "bga-rim", "seabattle")
        self.weak_king = self.preset in ("saami", "ashton", "brandubh", "tawlbwrdd")
        self.encirclement = self.family and self.preset != "ashton"
        setup = SETUPS.get(self.preset, CROSS)
        self.setup = DIAMOND if "diamond" in self.options else setup
        self.side = self.setup.count("/") + 1
        last = chr(ord("a") + self.side - 1)
        files = [chr(ord("a") + file) for file in range(self.side)]
        self.squares = [f"{file}{rank + 1}" for file in files for rank in range(self.side)]
        self.inside = set(self.squares)
        self.throne = f"{files[self.side // 2]}{self.side // 2 + 1}"
        self.corners = {"a1", f"a{self.side}", f"{last}1", f"{last}{self.side}"}
        self.edge = {
            square
            for square in self.squares
            if square[0] in ("a", last) or int(square[1:]) in (1, self.side)
        }

    def beyond(self, square: str | None, direction: tuple[int, int]) -> str | None:
        """The next square in a direction; none past the edge."""
        if square is None:
            return None
        near = f"{chr(ord(square[0]) + direction[0])}{int(square[1:]) + direction[1]}"
        return near if near in self.inside else None

    def beside(self, square: str) -> list[str]:
        """The squares beside one, along its lines."""
        return [near for way in ACROSS if (near := self.beyond(square, way))]

    def camp_of(self, square: str) -> set[str] | None:
        """The camp in which a square lies, on the board that has any."""
        return next((camp for camp in CAMPS if square in camp), None) if self.side == 9 else None

    def start(self) -> Men:
        """The men as they stand at the start."""
        return stand(self.setup)

    def is_goal(self, square: str) -> bool:
        """Whether the king wins there."""
        if self.corner_goal:
            return square in self.corners
        if "goal-off-camps" in self.options:
            return square in self.edge and not self.camp_of(square)
        return square in self.edge

    def may_stop(self, man: str, origin: str, square: str, men: Men) -> bool:
        """Whether the man may come to rest on a free square."""
        if self.is_closed(man, origin, square, men):
            return False
        if square == self.throne and self.preset != "seabattle":
            return man == "K" and self.preset != "ludens"
        if square in self.corners and self.corner_goal:
            return man == "K"
        if man == "K" and "king-not-in-camps" in self.options:
            return not self.holds_for(square, men)
        return True

    def is_closed(self, man: str, origin: str, square: str, men: Men) -> bool:
        """Whether the man may neither stop on a free square nor pass over it."""
        if square == self.throne:
            if self.preset == "ashton":
                return True
            return man != "K" and self.preset in ("larochelle", "ludens")
        if self.preset in ("bga-rim", "ashton") and self.camp_of(square):
            return man != "t" or self.camp_of(square) != self.camp_of(origin)
        if man == "K" and "king-not-through-camps" in self.options:
            return self.holds_for(square, men)
        return False

    def holds_for(self, square: str, men: Men) -> bool:
        """Whether the king's camp modules hold for a square just now."""
        camp = self.camp_of(square)
        if camp and "camps-open-when-empty" in self.options:
            return any(men.get(inside) == "t" for inside in camp)
        return camp is not None

    def reached(self, men: Men, origin: str) -> list[list[str]]:
        """The squares where the man of a square may stop, a list a direction."""
        man = men[origin]
        directions, most = ACROSS, self.side
        if man == "K" and "king-steps" in self.options:
            directions, most = AROUND, 1
        if man == "K" and "king-four" in self.options:
            most = 4
        reach: list[list[str]] = []
        for direction in directions:
            stops: list[str] = []
            square = self.beyond(origin, direction)
            for _ in range(most):
                if not square or square in men or self.is_closed(man, origin, square, men):
                    break
                if self.may_stop(man, origin, square, men):
                    stops.append(square)
                square = self.beyond(square, direction)
            reach.append(stops)
        return reach

    def captures(self, men: Men, move: Move) -> set[str]:
        """The squares of the men that a possible move takes."""
        origin, target = move
        man = men[origin]
        after = {square: other for square, other in men.items() if square != origin}
        after[target] = man
        taken: set[str] = set()
        for direction in ACROSS:
            victim = self.beyond(target, direction)
            if not victim or victim not in after or side_of(after[victim]) == side_of(man):
                continue
            if after[victim] == "K":
                if self.king_falls(after, victim, self.beyond(victim, direction)):
                    taken.add(victim)
            elif self.can_take(man) and self.is_anvil(
                man, victim, self.beyond(victim, direction), after
            ):
                taken.add(victim)
        if self.preset == "copenhagen" and target in self.edge - self.corners:
            for direction in ACROSS:
                taken |= self.walled(after, target, direction)
        return taken

    def king_falls(self, men: Men, king: str, across: str | None) -> bool:
        """Whether the king is taken by the attacker who arrived opposite that square."""
        if self.weak_king and king != self.throne and king not in self.beside(self.throne):
            return across is not None and self.hostile_to_king(across, men)
        return all(self.hostile_to_king(self.beyond(king, way), men) for way in ACROSS)

    def walled(self, men: Men, arrived: str, along: tuple[int, int]) -> set[str]:
        """The row that a man closes by arriving on the edge, in one direction."""
        row: list[str] = []
        mine = side_of(men[arrived])
        square = self.beyond(arrived, along)
        while square in self.edge and square in men and side_of(men[square]) != mine:
            inward = [near for near in self.beside(square) if near not in self.edge]
            if not inward or inward[0] not in men or side_of(men[inward[0]]) != mine:
                return set()
            row.append(square)
            square = self.beyond(square, along)
        if len(row) < 2 or square is None:
            return set()
        closed = side_of(men[square]) == mine if square in men else square in self.corners
        return {square for square in row if men[square] != "K"} if closed else set()

    def can_take(self, man: str) -> bool:
        """Whether the man takes soldiers, as mover or as anvil."""
        return man != "K" or self.king_captures

    def is_anvil(self, mover: str, victim: str, square: str | None, men: Men) -> bool:
        """Whether a soldier is crushed against that square by a man of the mover's side."""
        if square is None:
            return False
        man = men.get(square)
        if man and side_of(man) == side_of(mover) and self.can_take(man):
            return True
        if self.preset == "ashton" and self.camp_of(square):
            return men[victim] == "T" or self.camp_of(victim) != self.camp_of(square)
        if square == self.throne and self.family and self.preset != "seabattle":
            return man is None or (self.preset == "ashton" and men[victim] == "T" and man == "K")
        return man is None and square in self.corners and self.corner_goal

    def hostile_to_king(self, square: str | None, men: Men) -> bool:
        """Whether one of the king's neighbours, or the edge, shuts him in."""
        if square is None:
            if self.family:
                return False
            return self.corner_goal or "goal-off-camps" in self.options
        if self.preset == "ashton" and self.camp_of(square):
            return True
        if square in men:
            return men[square] == "t"
        empty = {self.throne} if self.preset != "seabattle" else set[str]()
        if self.corner_goal and self.preset not in ("copenhagen", "fetlar"):
            empty |= self.corners
        return square in empty or (self.preset == "bga-rim" and self.camp_of(square) is not None)

    def after(self, men: Men, move: Move) -> Men:
        """The men after a possible move."""
        gone = {*self.captures(men, move), move[0]}
        left = {square: man for square, man in men.items() if square not in gone}
        return {**left, move[1]: men[move[0]]}

    def ways(self, men: Men) -> set[Way]:
        """The king's ways to win in one move, if it were his turn, one a direction."""
        king = king_of(men)
        ways: set[Way] = set()
        for stops in self.reached(men, king) if king else ():
            goal = next(filter(self.is_goal, stops), None)
            if king and goal:
                ways.add(straight(king, goal))
        return ways

    def called(self, men: Men, turn: str) -> set[Way]:
        """The ways of raichi or tuichi: after a move of the king's side, while the game goes on."""
        if turn == "l" or self.decided(men, turn):
            return set()
        goes_on = self.preset == "ludens" or self.moves(men, turn)
        return self.ways(men) if goes_on else set()

    def decided(self, men: Men, turn: str) -> Ending | None:
        """Return the ending that the men decide before legal moves are asked for."""
        king = king_of(men)
        if king is None:
            return "d", "king-taken"
        if self.is_goal(king):
            return "l", "king-escaped"
        if self.preset == "ludens" and turn == "l" and self.imprisoned(men, king):
            return "d", "king-imprisoned"
        if self.encirclement and turn == "l" and self.encircled(men):
            return "d", "encircled"
        if self.preset == "copenhagen" and turn == "d" and self.in_fort(men, king):
            return "l", "exit-fort"
        return None

    def flood(self, seeds: set[str], open_: set[str]) -> set[str]:
        """Return the squares in reach of the seeds by steps over open squares, with the seeds."""
        reached, grown = set(seeds), list(seeds)
        while grown:
            for near in self.beside(grown.pop()):
                if near in open_ and near not in reached:
                    reached.add(near)
                    grown.append(near)
        return reached

    def encircled(self, men: Men) -> bool:
        """Whether no man of the king's side can be reached from the edge."""
        open_ = {square for square in self.squares if men.get(square) != "t"}
        outside = self.flood(self.edge & open_, open_)
        return not any(side_of(man) == "l" for square, man in men.items() if square in outside)

    def in_fort(self, men: Men, king: str) -> bool:
        """Whether the king has room behind a wall that can never be breached."""
        if king not in self.edge or not any(self.reached(men, king)):
            return False
        room = self.flood({king}, {square for square in self.squares if square not in men})
        touching = {near for square in room for near in self.beside(square)} & set(men)
        if room & self.corners or any(men[square] == "t" for square in touching):
            return False
        return {square for square in touching if men[square] == "T"} <= self.safe_men(men, king)

    def safe_men(self, men: Men, king: str) -> set[str]:
        """The defenders that attackers could never take while the king's side stands still."""
        safe = {square for square, man in men.items() if man == "T"}
        while True:
            begun = {square for square, man in men.items() if man == "t"}
            reached = self.flood(begun, set(self.squares) - safe - {king})
            left = {
                square
                for square in safe
                if not self.squeezed(square, safe | {king}, reached)
                and not self.in_row(square, safe | {king}, reached)
            }
            if left == safe:
                return safe
            safe = left

    def squeezed(self, square: str, standing: set[str], reached: set[str]) -> bool:
        """Whether attackers who may stand on any square reached could take the man of a square."""
        for one, other in (((0, 1), (0, -1)), ((1, 0), (-1, 0))):
            for way, back in ((one, other), (other, one)):
                arrival, anvil = self.beyond(square, way), self.beyond(square, back)
                if arrival in reached and anvil is not None:
                    hostile = anvil in {*self.corners, self.throne} and anvil not in standing
                    if anvil in reached or hostile:
                        return True
        return False

    def in_row(self, square: str, standing: set[str], reached: set[str]) -> bool:
        """Whether attackers who may stand on any square reached could wall the man of a square."""
        if square not in self.edge - self.corners:
            return False
        for one, other in (((0, 1), (0, -1)), ((1, 0), (-1, 0))):
            if self.beyond(square, one) not in self.edge:
                continue  # that line leads inward
            if self.beyond(square, other) not in self.edge:
                continue
            row, ends = [square], list[str | None]()
            for way in (one, other):
                near = self.beyond(square, way)
                while near in standing and near in self.edge - self.corners:
                    row.append(near)
                    near = self.beyond(near, way)
                ends.append(near)
            fronts = [near for man in row for near in self.beside(man) if near not in self.edge]
            shut = all(end in reached or end in self.corners - standing for end in ends)
            arrives = any(end in reached and end not in self.corners for end in ends)
            if len(row) > 1 and shut and arrives and all(near in reached for near in fronts):
                return True
        return False

    def moves(self, men: Men, turn: str) -> set[Move]:
        """Every legal move."""
        if self.decided(men, turn):
            return set()
        return set(self.legal(men, turn))

    def legal(self, men: Men, turn: str) -> Iterator[Move]:
        """The same where the game goes on."""
        for origin, man in men.items():
            if side_of(man) != turn:
                continue
            for stops in self.reached(men, origin):
                for target in stops:
                    ludens = self.preset == "ludens" and turn == "d"
                    if not ludens or self.stops_the_king(men, (origin, target)):
                        yield origin, target

    def stops_the_king(self, men: Men, move: Move) -> bool:
        """Ludens: whether the attackers may make this move."""
        after = self.after(men, move)
        return bool(self.decided(after, "l")) or not self.ways(after)

    def verdict(self, men: Men, turn: str) -> Ending | None:
        """How the game has ended, if it has."""
        decided = self.decided(men, turn)
        if decided or next(self.legal(men, turn), None):
            return decided
        if self.preset == "ludens" and turn == "d" and self.ways(men):
            return "l", "no-way-to-stop"
        return ("l" if turn == "d" else "d"), "no-move"

    def imprisoned(self, men: Men, king: str) -> bool:
        """Ludens: whether the king and exactly one soldier beside him are shut in together."""
        friends = [near for near in self.beside(king) if men.get(near) == "T"]
        if len(friends) != 1:
            return False
        soldier = friends[0]
        by_king = {self.beyond(king, way) for way in ACROSS} - {soldier}
        by_soldier = {*self.beside(soldier)} - {king}  # the edge shuts him in as well
        return all(
            square and (men.get(square) == "t" or (square == self.throne and square not in men))
            for square in by_king | by_soldier
        )


def straight(start: str, end: str) -> Way:
    """Every square from one to another, along a rank, a file or a diagonal."""
    here, there = ((ord(square[0]), int(square[1:])) for square in (start, end))
    step = tuple((b > a) - (b < a) for a, b in zip(here, there, strict=True))
    way = [here]
    while way[-1] != there:
        way.append((way[-1][0] + step[0], way[-1][1] + step[1]))
    return tuple(f"{chr(file)}{rank}" for file, rank in way)
