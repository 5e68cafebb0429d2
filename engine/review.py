"""Review a game: its course, and up to three moments that decided it, each with a reason.

>>> from games.catalogue import game
>>> bga = game("bga")
>>> course = review(bga, bga.start(), [("a4", "a3"), ("e7", "b7")], Effort(nodes=500))
>>> len(course.curve), all(0 <= share <= 1 for share in course.curve)
(3, True)

The review glances at every position, then at the moves that seem most costly, and twice at those
that are: longer, and longest if no end is in sight. It always reports an overlooked immediate win,
and a move that let the opponent win at once. No two moments are about the same move.

Deterministic: it counts nodes. With the usual effort a game takes some seconds of processor time,
regardless of its length. `review_requests` asks for searches in stretches, for callers
that let others take turns. Contains no wording: a Moment carries the facts for a sentence.
Of rules whose balance the engine can't judge (`can_judge`), it has facts only, and no curve.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.balance import balance_of
from engine.limits import SURE, WIN, Limits
from engine.search import search_of
from engine.start import start_of
from games.core import Placement, Side
from games.core import Reason as Ending
from games.endings import ending
from games.tafl.game import Tafl
from games.tafl.rules import Goal

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping, Sequence

    from engine.limits import SearchResult
    from engine.search import Search
    from games.core import Game, Move, Point, Position

VERSION = 5  # of the content of a review; a higher version is worth a new review
_LOGIT = 300  # points that make a win about three times as likely as a loss
_SUREST = 0.95  # no start counts as more certain than this
_START = 12_000  # nodes for the start of the rules
_DECISIVE = 0.12  # of a win: the least cost of a moment
_LOOKED_AT = 6  # candidates to search again, longer
_MOST = 3
_LINE = 4  # moves of a line
_TO_THE_END = 7  # moves of a line that ends the game
_MISSING = 20_000  # nodes for a move missing from a line to the end
_ROOM = 4  # least difference in squares that counts as much
_SETTLED = 0.05  # of a win: the largest change between searches that counts as settled


class Reason(StrEnum):
    """The reason why a move decided the game; comments name the Moment's `points`."""

    MISSES_WIN = "misses-win"  # an immediate win: the better move's target
    LEAVES_WAY = "leaves-way"  # the king can leave at once: his winning squares
    LEAVES_KING = "leaves-king"  # the king can be captured at once: the attacker's target
    ALLOWS_WIN = "allows-win"  # the opponent now has a forced win: their next move's target
    MISSES_FORCED = "misses-forced"  # a forced win: the better move's target
    LOSES_MEN = "loses-men"  # the reply captures men: the men lost
    MISSES_CAPTURE = "misses-capture"  # a capture was possible: those men
    ALLOWS_RAICHI = "allows-raichi"  # the king's reply opens a way: his winning squares
    MISSES_RAICHI = "misses-raichi"  # the better move opens a way: the king's winning squares
    LOSES_MEN_SOON = "loses-men-soon"  # a move or two later: the men lost by then
    MISSES_MEN_SOON = "misses-men-soon"  # the better move captures a move later: those men
    RAICHI_SOON = "raichi-soon"  # the king opens a way a move later: his winning squares
    EXCHANGES = "exchanges"  # men are exchanged for the worse: the best reply's target
    LOSES_ANYWAY = "loses-anyway"  # men are lost, with the better move too: the best reply's target
    TAKES_MEN = "takes-men"  # men are captured, yet for the worse: the best reply's target
    FREES_KING = "frees-king"  # the king gains room: the best reply's target
    SHUTS_KING = "shuts-king"  # the king loses room: the best reply's target
    DRAWS = "draws"  # the move ended the game in a draw: no points
    WEAKENS = "weakens"  # no visible reason: the best reply's target


_SPEAKS_OF_BETTER = {
    Reason.MISSES_WIN,
    Reason.MISSES_FORCED,
    Reason.MISSES_CAPTURE,
    Reason.MISSES_RAICHI,
    Reason.MISSES_MEN_SOON,
}
_FACTS = {  # forced lines and lost men: true whoever is ahead
    Reason.MISSES_WIN,
    Reason.LEAVES_WAY,
    Reason.LEAVES_KING,
    Reason.ALLOWS_WIN,
    Reason.MISSES_FORCED,
    Reason.LOSES_MEN,
    Reason.MISSES_CAPTURE,
    Reason.LOSES_MEN_SOON,
    Reason.MISSES_MEN_SOON,
}
_UNJUDGED = 11, Goal.CORNER  # the side of a board and the king's goal, see `can_judge`
_OF_ROOM = {Reason.FREES_KING, Reason.SHUTS_KING}
_Told = tuple[Reason, tuple["Point", ...]]


@dataclass(frozen=True, slots=True)
class Effort:
    """Nodes of each search; long games share the effort of a game of `plies` plies."""

    nodes: int = 12_000
    again: int = 50_000  # for weighing a moment
    stretch: int = 100_000  # for a stretch of a second look
    stretches: int = 2  # per second look
    longest: int = 4  # stretches, if the result hasn't settled by then
    all_stretches: int = 24  # for the whole game; once used up, first looks are final
    plies: int = 100

    def glance(self, plies: int) -> int:
        """Nodes for each position in a game of this many plies."""
        return max(1, self.nodes * self.plies // max(self.plies, plies))


@dataclass(frozen=True, slots=True)
class Moment:
    """A costly move. Shares are the mover's chances, 0 to 1."""

    ply: int  # the number of the move, from 0
    side: Side
    played: Move
    better: Move
    before: float  # with the better move
    after: float  # with the move played
    reason: Reason
    points: tuple[Point, ...]
    line: tuple[Move, ...]  # the better move and its continuation
    reply: tuple[Move, ...]  # the opponent's line against `played`; empty if the game was over
    ways: int = 0  # the king's ways before an attackers' move, if the better move blocks all
    end: Ending | None = None  # the end of the game in the line or reply that the reason refers to
    again: tuple[int, ...] = ()  # later moves by this side that also overlooked a win
    room: tuple[int, ...] = ()  # the king's room after the reply, played and with the better move

    @property
    def answer(self) -> Move | None:
        """The opponent's best reply."""
        return self.reply[0] if self.reply else None

    @property
    def cost(self) -> float:
        """The move's cost, as a part of a win."""
        return self.before - self.after


@dataclass(frozen=True, slots=True)
class Review:
    """A game's curve and moments."""

    curve: tuple[float, ...]  # the chances of the defenders, or Light, at each position, or empty
    moments: tuple[Moment, ...]  # in the order of the game


@dataclass(frozen=True, slots=True)
class Look:
    """A request to search a position, in stretches of nodes; answered by None if decided."""

    ply: int
    stretches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Weigh:
    """A request for a move's cost, answered by a Moment, or by None if the move was best."""

    ply: int
    best: SearchResult  # the search before the move
    answer: SearchResult | None  # the search after the move; None: the game was over


Request = Look | Weigh


def can_judge(game: Game) -> bool:
    """Whether the engine's values of quiet positions say who is ahead among people.

    Not if the king has to reach a corner of the large board, as in `copenhagen` and `fetlar`: there
    its attackers hold the corners and shuffle, and lose 9 games in 10 between equals;
    people lose 6 (docs/STRENGTH.md).
    """
    return not (isinstance(game, Tafl) and (game.rules.side, game.rules.goal) == _UNJUDGED)


def review(
    game: Game, start: Position, moves: Sequence[Move], effort: Effort | None = None
) -> Review:
    """Review a game of legal moves."""
    effort = effort or Effort()
    reviewer = Reviewer(game, start, moves, effort)
    scores = reviewer.scores(range(len(moves) + 1))
    going = review_requests(scores, start.turn, effort, judges=can_judge(game))
    try:
        request = next(going)
        while True:
            request = going.send(reviewer.do(request))
    except StopIteration as done:
        return done.value


def review_requests(
    scores: Sequence[int], first: Side, effort: Effort, *, judges: bool = True
) -> Generator[Request, Any, Review]:
    """Yield the requests of a review, given all scores; the caller sends back each result.

    `judges`: whether to have a curve, and moments that are no facts.
    """
    reasons = set(Reason) if judges else _FACTS
    runs = overlooked(scores, first)
    wins = {*runs, *(ply for run in runs.values() for ply in run)}
    given = [ply for ply in given_away(scores, first) if not wins & {ply, ply + 1}]  # at most one
    told: list[Moment] = []
    ranked = _in_turns(runs, scores, first)  # each side's costliest first
    for ply in (*ranked[:2], *given, *ranked[2:_LOOKED_AT]):
        moment = yield from _look_at(ply, _Looks(effort))
        is_told = moment and moment.reason in reasons and len(told) < _MOST
        if moment and is_told and _is_new(moment, told):
            told.append(moment)
    others: list[Moment] = []
    for ply in suspects(scores, first):
        looked_at = ply in wins or ply in given
        moment = None if looked_at else (yield from _look_at(ply, _Looks(effort)))
        is_costly = moment and moment.cost > _DECISIVE and moment.reason in reasons
        others += [moment] if moment and is_costly else []
    second = _Looks(effort, effort.all_stretches)
    for moment in sorted(others, key=lambda moment: (-moment.cost, moment.ply)):
        if len(told) < _MOST and _is_new(moment, told):
            better = (yield from _look_at(moment.ply, second)) if second.left else moment
            is_told = better and better.cost > _DECISIVE and better.reason in reasons
            if better and is_told and _is_new(better, told):
                told.append(better)
    told = _with_all_wins(told, runs)
    curve = tuple(map(share, scores)) if judges else ()
    return Review(curve, tuple(sorted(told, key=lambda moment: moment.ply)))


@dataclass(slots=True)
class _Looks:
    """The effort of looks: a single search, or stretches while any are left."""

    effort: Effort
    left: int = 0  # stretches


def _look_at(ply: int, looks: _Looks) -> Generator[Request, Any, Moment | None]:
    """Weigh this move."""
    best = yield from _search(ply, looks)
    answer = yield from _search(ply + 1, looks)
    return (yield Weigh(ply, best, answer)) if best else None


def _search(ply: int, looks: _Looks) -> Generator[Request, Any, SearchResult | None]:
    """Search this position."""
    effort = looks.effort
    if not looks.left:
        return (yield Look(ply, (effort.again,)))
    result, last = None, None
    for count in range(1, effort.longest + 1):
        if count > effort.stretches and _is_settled(last, result):
            break
        last, result = result, (yield Look(ply, (effort.stretch,) * count))
        looks.left = max(0, looks.left - 1)
        if result is None or abs(result.score) > SURE:
            break
    return result


def _is_settled(earlier: SearchResult | None, later: SearchResult | None) -> bool:
    """Whether a longer search confirms the earlier result."""
    if earlier is None or later is None:
        return False
    near = abs(share(earlier.score) - share(later.score)) < _SETTLED
    return earlier.move == later.move and near


def _in_turns(runs: Iterable[int], scores: Sequence[int], first: Side) -> list[int]:
    """Sort overlooked wins, each side's costliest first.

    A side's other wins can then be added to its own moment.
    """
    ranked = sorted(runs, key=lambda ply: (-round(_cost(scores, first, ply), 2), ply))
    firsts = {ply % 2: ply for ply in reversed(ranked)}.values()
    return sorted(ranked, key=lambda ply: ply not in firsts)


def _is_new(moment: Moment, told: Iterable[Moment]) -> bool:
    """Whether no moment so far is about the same move, or about a mistake right before or after.

    An unpunished mistake is covered by the opponent's miss right after, and the other way round.
    """
    return not any(
        moment.better == other.better or _chance(moment) == _chance(other)
        if moment.side is other.side
        else abs(moment.ply - other.ply) == 1 and not (_is_win(moment) and _is_win(other))
        for other in told
    )


def _is_win(moment: Moment) -> bool:
    return moment.reason is Reason.MISSES_WIN


def _chance(moment: Moment) -> tuple[bool, Move]:
    """The missed chance: the better move, or the decisive reply."""
    if moment.answer and moment.reason not in _SPEAKS_OF_BETTER:
        return False, moment.answer
    return True, moment.better


def _with_all_wins(told: Iterable[Moment], runs: Mapping[int, Sequence[int]]) -> list[Moment]:
    """The moments, with each remaining win added to another win that the same side overlooked."""
    again: dict[int, list[int]] = {moment.ply: [] for moment in told if moment.ply in runs}
    wins = sorted(ply for start, run in runs.items() for ply in (start, *run))
    for ply in (ply for ply in wins if ply not in again):
        own = [told_ply for told_ply in again if (ply - told_ply) % 2 == 0]
        earlier = [told_ply for told_ply in own if told_ply < ply]
        if own:
            again[max(earlier, default=min(own))].append(ply)
    return [replace(moment, again=tuple(again.get(moment.ply, ()))) for moment in told]


def overlooked(scores: Sequence[int], first: Side) -> dict[int, tuple[int, ...]]:
    """The moves that overlooked an immediate win.

    Keyed by the first of a side's moves in a row, since the same win was available throughout.
    """
    runs: dict[int, tuple[int, ...]] = {}
    starts: dict[int, int] = {}  # of each move's run
    for ply in range(len(scores) - 1):
        sign = _sign(_mover(first, ply))
        if sign * scores[ply] != WIN - 1 or sign * scores[ply + 1] == WIN:
            continue
        start = starts[ply] = starts.get(ply - 2, ply)
        runs[start] = runs[start] + (ply,) if start in runs else ()
    return runs


def given_away(scores: Sequence[int], first: Side) -> list[int]:
    """The moves that let the opponent win at once, although another move didn't."""
    return [
        ply
        for ply in range(len(scores) - 1)
        if (sign := _sign(_mover(first, ply))) * scores[ply + 1] == 1 - WIN
        and sign * scores[ply] > 2 - WIN
    ]


def suspects(scores: Sequence[int], first: Side) -> list[int]:
    """The moves that seem costliest, worst first, for weighing."""
    costs = [(_cost(scores, first, ply), ply) for ply in range(len(scores) - 1)]
    likely = sorted((-cost, ply) for cost, ply in costs if cost > _DECISIVE)
    return [ply for _, ply in likely[:_LOOKED_AT]]


def _cost(scores: Sequence[int], first: Side, ply: int) -> float:
    """A move's apparent cost, as a part of a win."""
    return _sign(_mover(first, ply)) * (share(scores[ply]) - share(scores[ply + 1]))


def _mover(first: Side, ply: int) -> Side:
    return first if ply % 2 == 0 else first.other


class Reviewer:
    """The searches of one review; `search` must have no memory of other games."""

    def __init__(
        self,
        game: Game,
        start: Position,
        moves: Sequence[Move],
        effort: Effort | None = None,
        *,
        search: Search | None = None,
    ) -> None:
        effort = effort or Effort()
        self._game = game
        self._moves = moves
        self._search = search or search_of(game)
        self._glance = effort.glance(len(moves))  # nodes
        self._positions = [start]
        for move in moves:
            self._positions.append(game.after(self._positions[-1], move))
        times = Counter[Placement]()
        self._stood: list[int] = []  # how often each position had stood by then
        for position in self._positions:
            times[position.placement] += 1
            self._stood.append(times[position.placement])

    def scores(self, plies: Sequence[int]) -> list[int]:
        """Light's values of these positions, at a glance; finished positions count by result.

        Later positions are searched first, so their memory helps earlier ones.
        """
        self._search.forget()
        by_ply = {ply: self._score(ply) for ply in sorted(plies, reverse=True)}
        return [by_ply[ply] for ply in plies]

    def do(self, request: Request, done: int = 0) -> SearchResult | Moment | None:
        """Answer a request; `done` stretches of this search are already done."""
        if isinstance(request, Weigh):
            return self.weigh(request.ply, request.best, request.answer)
        return self._look(request, done)

    def _look(self, look: Look, done: int) -> SearchResult | None:
        if self._ended(look.ply) is not None:
            return None
        if not done:
            self._search.forget()
        results = [self._result(look.ply, nodes) for nodes in look.stretches[done:]]
        return results[-1]

    def weigh(self, ply: int, best: SearchResult, answer: SearchResult | None) -> Moment | None:
        """Weigh a move against the best move and the opponent's reply; None for the best move."""
        position = self._positions[ply]
        if best.move == self._moves[ply]:
            return None
        self._search.forget()
        line = self._line(position, best)
        if answer is None:
            ended = self._ended(ply + 1) or 0
            after, reply = _sign(position.turn) * ended, ()
            did = share(after)
        else:
            after, reply = -answer.score, self._line(self._positions[ply + 1], answer)
            did = share(self._corrected(after, position.turn))
        reason, points = self._reason(ply, replace(best, line=line), after, reply)
        ways = _goals(self._game, position) if position.turn is Side.DARK else ()
        closed = not _goals(self._game, self._game.after(position, best.move))
        could = share(self._corrected(best.score, position.turn))
        speaks_of = (ply, line) if reason in _SPEAKS_OF_BETTER else (ply + 1, reply)
        return Moment(
            *(ply, position.turn, self._moves[ply], best.move, could, did),
            *(reason, points, line, reply),
            ways=len(ways) if closed else 0,
            end=self._end(*speaks_of),
            room=self._rooms(ply, line, reply) if reason in _OF_ROOM else (),
        )

    def _line(self, position: Position, result: SearchResult) -> tuple[Move, ...]:
        """A search's line, extended to the end of the game if the search saw that end."""
        if abs(result.score) < SURE:
            return result.line[:_LINE]
        moves: list[Move] = []
        line, most = result.line, min(WIN - abs(result.score), _TO_THE_END)
        while line:
            for move in line[: most - len(moves)]:
                moves.append(move)
                position = self._game.after(position, move)
            is_whole = len(moves) >= most or self._game.verdict(position)
            line = () if is_whole else self._missing(position)
        return tuple(moves)

    def _missing(self, position: Position) -> tuple[Move, ...]:
        """The rest of a line to the end; empty if the end can't be found again."""
        result = self._search.search(position, (), Limits(nodes=_MISSING))
        return result.line if abs(result.score) > SURE else ()

    def _end(self, ply: int, line: Sequence[Move]) -> Ending | None:
        """The end of the game after these moves from this position; None if the game goes on."""
        positions = self._positions[: ply + 1]
        for move in line:
            positions.append(self._game.after(positions[-1], move))
        stood = sum(earlier.placement == positions[-1].placement for earlier in positions)
        verdict = ending(self._game, positions[-1], stood) if line else None
        return verdict.reason if verdict else None

    def _result(self, ply: int, nodes: int) -> SearchResult:
        positions = self._positions
        return self._search.search(positions[ply], positions[:ply], Limits(nodes=nodes))

    def _score(self, ply: int) -> int:
        ended = self._ended(ply)
        if ended is not None:
            return ended
        turn = self._positions[ply].turn
        return _sign(turn) * self._corrected(self._result(ply, self._glance).score, turn)

    def _corrected(self, score: int, side: Side) -> int:
        """The score for this side, corrected by the rules' bias."""
        if abs(score) > SURE:  # a forced end needs no correction
            return score
        return score + _sign(side) * _favour(self._game)

    def _ended(self, ply: int) -> int | None:
        """Light's result, if the game is over."""
        position = self._positions[ply]
        verdict = ending(self._game, position, self._stood[ply])
        if not verdict:
            return None
        return _sign(verdict.winner) * WIN if verdict.winner else 0

    def _reason(self, ply: int, best: SearchResult, after: int, reply: Sequence[Move]) -> _Told:
        """The reason for a move's cost; `reply` is the opponent's line against that move."""
        if best.score == WIN - 1:
            return Reason.MISSES_WIN, (best.move[-1],)
        if after == 1 - WIN and reply:
            return self._lost_at_once(ply, reply)
        if after == 0 and not reply:
            return Reason.DRAWS, ()
        if best.score > SURE:
            return Reason.MISSES_FORCED, (best.move[-1],)
        if after < -SURE and reply:
            return Reason.ALLOWS_WIN, (reply[0][-1],)
        return self._at_once(ply, best, reply) or self._soon(ply, best, reply)

    def _lost_at_once(self, ply: int, reply: Sequence[Move]) -> _Told:
        """The opponent's immediate win."""
        if self._positions[ply].turn is Side.DARK:
            if goals := _goals(self._game, self._positions[ply + 1]):
                return Reason.LEAVES_WAY, goals
        elif self._end(ply + 1, reply) is Ending.KING_TAKEN:
            return Reason.LEAVES_KING, (reply[0][-1],)
        return Reason.ALLOWS_WIN, (reply[0][-1],)

    def _at_once(self, ply: int, best: SearchResult, reply: Sequence[Move]) -> _Told | None:
        """The visible effect of the reply, or of the better move itself."""
        position, game = self._positions[ply], self._game
        lost = game.play(self._positions[ply + 1], reply[0]).captured if reply else ()
        better = game.play(position, best.move)
        lost_anyway = game.play(better.after, best.line[1]).captured if len(best.line) > 1 else ()
        if len(lost) > len(lost_anyway) and not self._is_exchange(ply, reply):
            return Reason.LOSES_MEN, lost
        if len(better.captured) > self._taken(ply):
            return Reason.MISSES_CAPTURE, better.captured
        if position.turn is Side.LIGHT:
            goals = _goals(game, better.after)
            return (Reason.MISSES_RAICHI, goals) if goals else None
        goals = _goals(game, game.after(self._positions[ply + 1], reply[0])) if reply else ()
        return (Reason.ALLOWS_RAICHI, goals) if goals else None

    def _is_exchange(self, ply: int, reply: Sequence[Move]) -> bool:
        """Whether the men that the opponent captures are paid for by this move or soon after."""
        their, ours = _exchanged(self._game, self._positions[ply + 1], reply[:_LINE])
        return 0 < len(their) <= self._taken(ply) + len(ours)

    def _soon(self, ply: int, best: SearchResult, reply: Sequence[Move]) -> _Told:
        """The effect a move or two later."""
        game, after = self._game, self._positions[ply + 1]
        won, lost = _exchanged(game, self._positions[ply], best.line[:_LINE])
        their, ours = _exchanged(game, after, reply[:_LINE])
        if len(their) - len(ours) > len(lost) - len(won):
            if len(their) > len(ours) and len(their) > len(lost):
                return Reason.LOSES_MEN_SOON, their
            if len(won) > len(lost):
                return Reason.MISSES_MEN_SOON, won
        if after.turn is Side.LIGHT and len(reply) > 2:  # noqa: PLR2004  their move, ours, theirs
            for move in reply[:3]:
                after = game.after(after, move)
            if goals := _goals(game, after):
                return Reason.RAICHI_SOON, goals
        taken = self._taken(ply) + len(ours)
        if their:
            reason = Reason.EXCHANGES if taken else Reason.LOSES_ANYWAY
        else:
            reason = Reason.TAKES_MEN if taken else self._by_room(ply, best.line, reply)
        return reason, (reply[0][-1],) if reply else ()

    def _taken(self, ply: int) -> int:
        """The number of men that the played move captured."""
        return len(self._game.play(self._positions[ply], self._moves[ply]).captured)

    def _by_room(self, ply: int, line: Sequence[Move], reply: Sequence[Move]) -> Reason:
        """The reason by the king's room: much more or less than with the better move."""
        rooms = self._rooms(ply, line, reply)
        attacking = self._positions[ply].turn is Side.DARK
        if rooms and attacking and rooms[0] - rooms[1] >= _ROOM:
            return Reason.FREES_KING
        if rooms and not attacking and rooms[1] - rooms[0] >= _ROOM:
            return Reason.SHUTS_KING
        return Reason.WEAKENS

    def _rooms(self, ply: int, line: Sequence[Move], reply: Sequence[Move]) -> tuple[int, ...]:
        """The king's number of moves after the reply, and at that time in the better line."""
        if not reply or len(line) < 2:  # noqa: PLR2004  the better move and the reply
            return ()
        played = self._game.after(self._positions[ply + 1], reply[0])
        better = self._positions[ply]
        for move in line[:2]:
            better = self._game.after(better, move)
        return _room(self._game, played), _room(self._game, better)


@lru_cache(maxsize=64)
def _favour(game: Game) -> int:
    """Light's extra value at the start: measured in games, beyond the search's score."""
    measured = balance_of(game.name)
    if not measured.games:
        return 0
    chance = min(max(measured.share, 1 - _SUREST), _SUREST)
    first = start_of(game)
    score = search_of(game).search(first, (), Limits(nodes=_START)).score
    return round(_LOGIT * math.log(chance / (1 - chance))) - _sign(first.turn) * score


def _sign(side: Side) -> int:
    """The factor between light's gain and this side's."""
    return 1 if side is Side.LIGHT else -1


def share(score: int) -> float:
    """A score as a chance to win, 0 to 1."""
    return 1 / (1 + math.exp(-max(-20 * _LOGIT, min(20 * _LOGIT, score)) / _LOGIT))


def _exchanged(
    game: Game, position: Position, line: Sequence[Move]
) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """The men that the side to move captures in this line, and the men that it loses."""
    taken: tuple[list[Point], list[Point]] = [], []
    for number, move in enumerate(line):
        step = game.play(position, move)
        taken[number % 2].extend(step.captured)
        position = step.after
    return tuple(taken[0]), tuple(taken[1])


def _room(game: Game, position: Position) -> int:
    """The number of squares the king could go to on his turn; 0 without a king."""
    if position.board.letters[Side.LIGHT, True] != "K":
        return 0
    king = position.board.named(position.crowned & position.light)
    return len(game.choices(replace(position, turn=Side.LIGHT), king))


def _goals(game: Game, position: Position) -> tuple[Point, ...]:
    """The king's winning squares if it were his turn, one per direction."""
    callout = game.callout(replace(position, turn=Side.DARK))
    return tuple(way[-1] for way in callout.ways) if callout else ()
