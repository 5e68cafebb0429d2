"""A match, built from its events. The one place that accepts or refuses an event.

Invariant: a Match is exactly what its log says; fold(match.log) == match.

>>> from games.core import Side
>>> from games.events import Created, Moved
>>> match = fold([Created(at=0, rules=catalogue.game("bga").data)])
>>> match = match.after(Moved(Side.DARK, 60, ("e2", "f2")))
>>> match.turn, match.moves, match.verdict
(<Side.LIGHT: 'l'>, (('e2', 'f2'),), None)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, assert_never

from games import catalogue
from games.core import Reason, Step, Verdict
from games.endings import ending, ruled
from games.errors import Fault, Illegal, Unreadable, Why
from games.events import (
    Answered,
    Created,
    Flagged,
    Given,
    Moved,
    Offer,
    Offered,
    Resigned,
    Resumed,
    Shelved,
    Stopped,
    Withdrawn,
)
from games.notation import read_position

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from games.core import Callout, Game, Move, Placement, Position, Side
    from games.events import Event

    Restore = Callable[[Mapping[str, object]], Game]


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that was made and not taken back."""

    move: Move
    step: Step
    stood: int  # how often its position had stood by then
    at: int

    @property
    def side(self) -> Side:
        """The side that moved."""
        return self.step.after.turn.other


@dataclass(frozen=True, slots=True)
class Turn:
    """A side's turn and its start. Lasts until the next turn."""

    side: Side
    since: int
    plies: int = 0  # moves made before this turn and not taken back


@dataclass(frozen=True, slots=True)
class Match:
    """A match's present state. Knows no people and no clock."""

    game: Game = field(compare=False)  # built from the rules in the log
    log: tuple[Event, ...]
    start: Position
    turns: tuple[Turn, ...]
    plies: tuple[Ply, ...] = ()
    offer: Offered | None = None  # open, waiting for an answer
    refused: frozenset[tuple[Side, Offer]] = frozenset()  # since the asker's last move
    verdict: Verdict | None = None
    gifts: tuple[Given, ...] = ()
    shelved: bool = False  # paused; any player's action resumes the match

    def after(self, *events: Event) -> Match:
        """The match after these events, in this order; raises Illegal for a forbidden one."""
        draft = _Draft(self)
        for event in events:
            draft.add(event)
        return draft.match()

    def as_of(self, number: int) -> Match:
        """The match after the first `number` events of its log, at least one.

        Equals fold(log[:number]), but doesn't recompute moves known to this match or taken back.
        """
        if number >= len(self.log):
            return self
        log = self.log[: max(1, number)]
        return self._redrafted(log, _taken_back(log, self.start.turn))

    def with_moves(self, *events: Moved) -> Match:
        """A match with the same start and these moves; shared moves are not recomputed."""
        return self._redrafted((self.log[0], *events))

    def _redrafted(self, log: Sequence[Event], gone: Collection[int] = ()) -> Match:
        verdict = self.verdict if len(self.log) == 1 else None
        begun = Match(self.game, self.log[:1], self.start, self.turns[:1], verdict=verdict)
        draft = _Redraft(begun, self.plies, gone)
        for event in log[1:]:
            draft.add(event)
        return draft.match()

    @property
    def position(self) -> Position:
        """The present position."""
        return self.plies[-1].step.after if self.plies else self.start

    @property
    def turn(self) -> Side:
        """The side to move, even if the match is over."""
        return self.position.turn

    @property
    def last(self) -> Ply | None:
        """The move that led to the present position."""
        return self.plies[-1] if self.plies else None

    @property
    def repetitions(self) -> int:
        """How often the present position has stood, including now."""
        return self.plies[-1].stood if self.plies else 1

    @property
    def callout(self) -> Callout | None:
        """Raichi or tuichi in the present position."""
        return self.callout_after(len(self.plies))

    def callout_after(self, count: int) -> Callout | None:
        """The callout after this many moves; None if the match was over by then.

        The exception: a callout that ended the match, under rule sets where tuichi wins.
        """
        over = self.verdict if count == len(self.plies) else None
        if over and over.reason is not Reason.NO_WAY_TO_STOP:
            return None
        return self.game.callout(self.plies[count - 1].step.after if count else self.start)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position from the start on, except those taken back."""
        return (self.start, *(ply.step.after for ply in self.plies))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move from the start on, except those taken back."""
        return tuple(ply.move for ply in self.plies)

    def taken(self, side: Side) -> int:
        """How many men this side has captured, including a king."""
        begun, left = self.start.men(side.other), self.position.men(side.other)
        return begun.bit_count() - left.bit_count()


def begin(created: Created, restore: Restore = catalogue.restore) -> Match:
    """The match before the first move; already over if its start position is decided.

    Raises Unreadable or Contradiction for invalid rules, or a start that they don't allow.
    """
    game = restore(created.rules)
    if created.start is None:
        start = game.start(created.lot)
    elif created.lot is None:
        start = read_position(game, created.start)
    else:
        raise Unreadable(Fault.RECORD, "both a drawn side and a start position")
    turns = (Turn(start.turn, created.at),)
    return Match(game, (created,), start, turns, verdict=ending(game, start, stood=1))


def fold(log: Sequence[Event], restore: Restore = catalogue.restore) -> Match:
    """Build a match from its events. Raises what `begin` and `Match.after` raise."""
    if not log or not isinstance(log[0], Created):
        raise Unreadable(Fault.RECORD, "a match that never began")
    return begin(log[0], restore).after(*log[1:])


class _Draft:
    """A match while events are added. Its lists grow; a Match copies them once.

    Never handed out: the caller gets a Match, or an error.
    """

    def __init__(self, match: Match) -> None:
        self._begun = match
        self._game = match.game
        self._log = list(match.log)
        self._turns = list(match.turns)
        self._plies = list(match.plies)
        self._stood: dict[Placement, int] | None = None  # counted when first needed
        self._offer = match.offer
        self._refused = match.refused
        self._verdict = match.verdict
        self._gifts = match.gifts
        self._shelved = match.shelved

    def match(self) -> Match:
        """The match so far."""
        return Match(
            game=self._game,
            log=tuple(self._log),
            start=self._begun.start,
            turns=tuple(self._turns),
            plies=tuple(self._plies),
            offer=self._offer,
            refused=self._refused,
            verdict=self._verdict,
            gifts=self._gifts,
            shelved=self._shelved,
        )

    def add(self, event: Event) -> None:
        """Accept one event; raises Illegal, and the draft is useless after that."""
        if self._verdict:
            raise Illegal(Why.OVER)
        match event:
            case Moved():
                self._move(event)
            case Offered():
                self._propose(event)
            case Withdrawn():
                self._withdraw(event)
            case Answered():
                self._answer(event)
            case Resigned() | Flagged() | Stopped():
                self._break_off(event)
            case Given():
                self._gifts += (event,)
            case Shelved() | Resumed():
                self._shelve(event)
            case Created():
                raise Illegal(Why.BEGUN)
            case _:
                assert_never(event)
        self._shelved = isinstance(event, Shelved)
        self._log.append(event)

    @property
    def _position(self) -> Position:
        return self._plies[-1].step.after if self._plies else self._begun.start

    def _counted(self) -> dict[Placement, int]:
        """How often each position since the last capture stood.

        Earlier positions can't recur, since there are fewer men now.
        """
        first = len(self._plies) - 1 - self._position.quiet
        recent = self._plies[max(0, first) :]
        stood = {ply.step.after.placement: ply.stood for ply in recent}
        return stood if first >= 0 else {self._begun.start.placement: 1} | stood

    def _move(self, event: Moved) -> None:
        if event.by is not self._position.turn:
            raise Illegal(Why.NOT_YOUR_TURN)
        ply, verdict = self._play(event)
        after = ply.step.after
        if self._stood is not None:
            self._stood[after.placement] = ply.stood
        self._plies.append(ply)
        self._turns.append(Turn(after.turn, event.at, len(self._plies)))
        self._refused = frozenset(offer for offer in self._refused if offer[0] is not event.by)
        if self._offer and (self._offer.what is Offer.TAKEBACK or self._offer.by is not event.by):
            self._offer = None  # the board has moved on, or the opponent answered with a move
        self._end(verdict)

    def _play(self, event: Moved) -> tuple[Ply, Verdict | None]:
        """Play the move in the present position; the verdict is None if the match goes on."""
        step = self._game.play(self._position, event.path)
        if self._stood is None:
            self._stood = self._counted()
        stood = self._stood.get(step.after.placement, 0) + 1
        verdict = ending(self._game, step.after, stood)
        return Ply(event.path, step, stood, event.at), verdict

    def _propose(self, event: Offered) -> None:
        if event.what is Offer.AGREE and self._game.endings.agreement is None:
            raise Illegal(Why.NO_AGREEMENT)
        if event.what is Offer.TAKEBACK and len(self._plies) < self._to_take_back(event.by):
            raise Illegal(Why.NOTHING_TO_TAKE_BACK)
        if self._offer:
            raise Illegal(Why.OFFER_STANDS)
        if (event.by, event.what) in self._refused:
            raise Illegal(Why.REFUSED_ALREADY)
        self._offer = event

    def _to_take_back(self, asker: Side) -> int:
        """How many plies to take back: the asker's last move, and the opponent's reply if any."""
        return 2 if self._position.turn is asker else 1

    def _standing(self) -> Offered:
        if self._offer is None:
            raise Illegal(Why.NO_OFFER)
        return self._offer

    def _withdraw(self, event: Withdrawn) -> None:
        if self._standing().by is not event.by:
            raise Illegal(Why.NOT_YOUR_OFFER)
        self._offer = None

    def _answer(self, event: Answered) -> None:
        offer = self._standing()
        if offer.by is event.by:
            raise Illegal(Why.OWN_OFFER)
        self._offer = None
        if not event.accepted:
            self._refused |= {(offer.by, offer.what)}
        elif offer.what is Offer.TAKEBACK:
            self._take_back(offer.by, event.at)
        else:
            agreement = self._game.endings.agreement
            assert agreement is not None  # _propose checked
            self._end(ruled(agreement, self._position, Reason.AGREED))

    def _take_back(self, asker: Side, at: int) -> None:
        for _ in range(self._to_take_back(asker)):
            undone = self._plies.pop().step
            if undone.captured:
                self._stood = None
            elif self._stood is not None:
                self._stood[undone.after.placement] -= 1
        self._turns.append(Turn(asker, at, len(self._plies)))

    def _break_off(self, event: Resigned | Flagged | Stopped) -> None:
        if isinstance(event, Stopped):
            self._end(Verdict(None, Reason.STOPPED))
        elif isinstance(event, Resigned):
            self._end(Verdict(event.by.other, Reason.RESIGNED))
        elif event.side is self._position.turn:
            lost = Verdict(event.side.other, Reason.TIME)
            self._end(Verdict(None, Reason.NOT_BEGUN) if event.void else lost)
        else:
            raise Illegal(Why.NOT_YOUR_TURN)

    def _shelve(self, event: Shelved | Resumed) -> None:
        if isinstance(event, Shelved) is self._shelved:
            raise Illegal(Why.SHELVED if self._shelved else Why.NOT_SHELVED)

    def _end(self, verdict: Verdict | None) -> None:
        self._verdict = verdict
        if verdict:
            self._offer = None


class _Redraft(_Draft):
    """A draft that reuses known plies of a match with the same start.

    `gone`: numbers of the moves that are taken back before the draft is finished.
    """

    def __init__(self, begun: Match, known: Sequence[Ply], gone: Collection[int]) -> None:
        super().__init__(begun)
        self._known = known
        self._gone = gone

    def _play(self, event: Moved) -> tuple[Ply, Verdict | None]:
        if len(self._log) in self._gone:  # only the side to move matters here
            after = replace(self._position, turn=event.by.other)
            stood = (self._stood or {}).get(after.placement, 0) + 1
            return Ply(event.path, Step(after), stood, event.at), None
        number = len(self._plies)
        if number + 1 < len(self._known):  # the match went on after that ply
            known = self._known[number]
            if (known.move, known.at) == (event.path, event.at) and self._follows(number):
                return known, None
        return super()._play(event)

    def _follows(self, number: int) -> bool:
        """Whether all earlier plies are the known plies themselves, not just equal."""
        return number == 0 or self._plies[-1] is self._known[number - 1]


def _taken_back(log: Sequence[Event], first: Side) -> set[int]:
    """The numbers of the moves taken back in a log."""
    moved, gone, asker = list[int](), set[int](), None
    for number, event in enumerate(log):
        match event:
            case Moved():
                moved.append(number)
            case Offered():
                asker = event.by if event.what is Offer.TAKEBACK else None
            case Answered(accepted=True) if asker:
                turn = first if len(moved) % 2 == 0 else first.other
                for _ in range(2 if turn is asker else 1):
                    gone.add(moved.pop())
            case _:
                pass
    return gone
