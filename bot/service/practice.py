"""Games against the engine: begun, answered, taken back; hints, refutations, the next level.

Law: the engine's move is decided from the log and written with how much of it was seen, so that a
kill at any moment loses no move and makes none twice. What waits for the engine, the store knows.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.service.clocks import with_clock
from bot.service.house import retrying
from bot.service.lookup import in_private, readable, side_of
from bot.service.model import ENGINE, Kind, Outcome, Place, Post, Record, Search
from bot.service.play import make_move, resign
from bot.service.ports import Change, Counted, EngineDown, Limit, Stale
from bot.service.ratings import counts
from bot.service.record_event import record_event
from bot.service.refusals import No, Refusal
from bot.service.settings import USUAL, refuse_elsewhere
from games import catalogue
from games.core import Reason, Ruling, Side
from games.endings import ruled
from games.errors import Illegal
from games.events import Answered, Created, Moved, Offer, Offered
from games.match import fold
from games.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.house import House
    from bot.service.model import Player
    from bot.service.ports import Engine, Thought
    from games.core import Game, Position
    from games.match import Match

log = logging.getLogger(__name__)

LEVELS = range(1, 9)
ALONE = Place(None, 0)  # of a game that its player alone sees
_FEW = 4  # men of Tabal that one move may well take
_LATEST, _IN_A_ROW = 12, 3  # newest games; won or lost in a row: another level is offered
_LONG = 40  # moves after which an even game may be drawn
_EVEN = 30  # points; a soldier has about 100
_LATELY, _PRIVATE = 600, 40  # seconds, and how many games in private may end in them
_LOOK = 30  # seconds between two looks when nothing wakes it


@dataclass(frozen=True, slots=True)
class Choice:
    """What a person chose for a game against the engine."""

    level: int = LEVELS[0]
    rules: str = USUAL
    side: Side | None = Side.LIGHT  # the person's; None: drawn by lot


def engine_of(house: House) -> Engine:
    """What thinks; refuses where the host wants none."""
    if house.opponent is None or not house.opponent.engine.size:
        raise Refusal(No.NO_PRACTICE)
    return house.opponent.engine


async def current(house: House, player: Player) -> Record | None:
    """The game that this person practises in private, if one that can be read is under way."""
    found, _ = await in_private(house, player)
    return found


async def last_choice(house: House, player: Player) -> Choice:
    """What this person chose last; of one who never played against the engine, the usual."""
    running = [each for each in await house.store.running(player) if each.level]
    over = await house.store.finished(Search(player, opponent=ENGINE), 0, 1)
    newest = max([*running, *over], key=lambda each: each.id, default=None)
    if newest is None:
        return Choice()
    return Choice(newest.level, newest.rules, newest.side(player))


async def begin(  # noqa: PLR0913  what a game begins with
    house: House,
    player: Player,
    choice: Choice,
    place: Place = ALONE,
    *,
    instead: int = 0,
    start: str | None = None,
    past: Match | None = None,
    games: int = 1,
) -> Record:
    """A new game against the engine; with a past, after all its moves.

    Where one that is newer than the number `instead` is under way in that place, it goes on, as
    after a second press. In private there is one at a time: an older one is resigned.
    """
    engine_of(house)
    if choice.level not in LEVELS:
        raise Refusal(No.NO_SUCH_LEVEL, limit=LEVELS[-1])
    game = catalogue.game(choice.rules)

    async def case() -> Record:
        found, broken = await in_private(house, player) if place == ALONE else (None, 0)
        if found:
            if found.id > instead:
                return found
            with suppress(Illegal):  # it ended meanwhile
                await resign(house, found.id, player)
        elif instead and (newer := await _newer(house, player, place, instead)):
            return newer
        own = choice.side or house.draw_lot()
        by_lot = game.data["first"] is None and start is None
        created = Created(house.now(), game.data, house.draw_lot() if by_lot else None, start)
        log = past.log if past else (created,)
        record = Record(
            id=0,
            place=place,
            dark=player if own is Side.DARK else ENGINE,
            light=player if own is Side.LIGHT else ENGINE,
            match=fold(tuple(replace(each, at=created.at) for each in log)),
            pace=Pace(),
            games=games,
            level=choice.level,
        )
        return await _write(house, player, await with_clock(house, None, record), broken)

    return await retrying(case)


async def _newer(house: House, player: Player, place: Place, than: int) -> Record | None:
    running = await house.store.running(player)
    here = (each for each in running if each.level and each.place.channel == place.channel)
    async for _, record in readable(house, (each for each in here if each.id > than)):
        return record
    return None


async def rematch(house: House, number: int, by: Player, parent: int | None = None) -> Record:
    """The same again with the sides changed; pressed twice, once. See settings.refuse_elsewhere."""
    record = await own_game(house, number, by)
    side = record.side(by)
    assert side is not None
    if not record.alone:
        await refuse_elsewhere(house, record.place, parent)
    choice = Choice(record.level, record.match.game.name, side.other)
    return await begin(
        house, by, choice, record.place, instead=number, start=record.start, games=record.games
    )


async def _write(house: House, player: Player, record: Record, broken: int) -> Record:
    posts = () if record.alone or record.engine_to_move else (Post(Kind.BOARD, match=0, number=1),)
    limits = _limits(house, player, record.place, broken)
    change = Change(record=record, events=record.match.log, posts=posts, limits=limits)
    committed = await house.commit(change)
    assert committed.match is not None
    return replace(record, id=committed.match)


def _limits(house: House, player: Player, place: Place, broken: int) -> tuple[Limit, ...]:
    since = house.now() - _LATELY
    if place == ALONE:
        often = Limit(Counted.ENGINE_LATELY, player, _PRIVATE, Refusal(No.PRACTICE_LATELY), 0)
        return Limit(Counted.PRACTICE, player, 1 + broken, Stale()), replace(often, since=since)
    most = house.limits.engine_games
    many = Refusal(No.TOO_MANY_ENGINE_GAMES, limit=most)
    barred = Limit(Counted.BARS, player, 0, Refusal(No.BARRED), place.guild)
    return (
        *([barred] if place.guild else []),
        Limit(Counted.ENGINE_GAMES, player, most, many),
        Limit(Counted.ENGINE_LATELY, player, most - 1, Refusal(No.TOO_MANY_LATELY), since=since),
    )


async def offer(
    house: House, number: int, by: Player, what: Offer, seen: int | None = None
) -> Record:
    """Take back one's last move, which the engine always allows; or offer it an agreed end."""

    async def case() -> Record:
        record = await house.record(number)
        match, side = record.match, side_of(record, by)
        asked = Offered(by=side, at=house.now(), what=what)
        if seen is not None and seen < len(match.log):
            if replace(match.log[seen], at=asked.at) == asked:
                return record  # clicked twice
            if match.as_of(seen).position != match.position:
                raise Refusal(No.MOVED_ON)
        match.after(asked)  # which may refuse it
        accepted = what is Offer.TAKEBACK or await _agrees(house, record)
        reply = Answered(by=side.other, at=asked.at, accepted=accepted)
        return await record_event(house, record, asked, reply)

    return await retrying(case)


async def _agrees(house: House, record: Record) -> bool:
    """Whether the engine agrees to end it: a long game that is even, or better for the other."""
    match, agreement = record.match, record.match.game.endings.agreement
    own = record.side(ENGINE)
    if len(match.plies) < _LONG or own is None or agreement is None:
        return False
    if agreement is Ruling.COUNT:
        return ruled(agreement, match.position, Reason.AGREED).winner is not own.other
    with suppress(EngineDown):
        thought = await _advice(house, record, match)
        return (thought.score if match.turn is own else -thought.score) <= _EVEN
    return False


async def hint(house: House, number: int, by: Player) -> tuple[Record, Sequence[str]]:
    """The match, and the move that the engine would make in this person's place."""
    record = await own_game(house, number, by)
    if record.match.verdict or record.engine_to_move:
        raise Refusal(No.MOVED_ON)
    thought = await _think(house, record, record.match)
    return record, thought.line[0]


async def refutation(house: House, number: int, by: Player) -> tuple[Record, Match, Thought]:
    """What answers this person's last move: the match before that, and how it goes on."""
    record = await own_game(house, number, by)
    before = before_reply(record)
    if before is None or before.verdict:
        raise Refusal(No.MOVED_ON)
    return record, before, await _think(house, record, before)


def before_reply(record: Record) -> Match | None:
    """The match as it was after the last move of the engine's opponent, if there is one."""
    plies = record.match.plies
    own = record.side(ENGINE)
    count = max((i for i, ply in enumerate(plies, 1) if ply.side is not own), default=0)
    return _after(record.match, count) if count else None


def _after(match: Match, count: int) -> Match:
    moves = (Moved(ply.side, ply.at, ply.move) for ply in match.plies[:count])
    return match.with_moves(*moves)


def lost_at_once(record: Record) -> bool:
    """Whether the engine's answer won or leaves no defence, or another would have won at once."""
    match, own = record.match, record.side(ENGINE)
    if match.last is None or match.last.side is not own:
        return False
    if match.verdict:
        return match.verdict.winner is own and isinstance(match.log[-1], Moved)
    two_ways = match.callout is not None and len(match.callout.ways) > 1
    return two_ways or _could_win(match.game, match.positions[-2])


def _could_win(game: Game, position: Position) -> bool:
    """Whether the side to move has a move that wins at once."""
    mover = position.turn
    if game.name == catalogue.TABAL and position.men(mover.other).bit_count() > _FEW:
        return False  # hardly a chain takes so many, and there may be very many chains
    after = (game.verdict(game.after(position, move)) for move in game.moves(position))
    return any(verdict is not None and verdict.winner is mover for verdict in after)


async def again(house: House, number: int, by: Player) -> Record:
    """A new game from before this person's last move in one that is over: as if it were taken back.

    Pressed twice, the same game.
    """
    record = await own_game(house, number, by)
    before, side = before_reply(record), record.side(by)
    if not record.match.verdict:
        return record
    if before is None:
        raise Refusal(No.MOVED_ON)
    past = _after(before, len(before.plies) - 1)
    choice = Choice(record.level, past.game.name, side)
    return await begin(house, by, choice, instead=number, past=past)


async def step(house: House, player: Player, level: int) -> int:
    """1 after three games won in a row at this level, -1 after three lost ones; else 0."""
    last = await house.store.finished(Search(player, opponent=ENGINE), 0, _LATEST)
    ends = [(each.level, each.outcome(player)) for each in last if counts(each.reason, each.plies)]
    for by, how in (1, Outcome.WON), (-1, Outcome.LOST):
        if ends[:_IN_A_ROW] == [(level, how)] * _IN_A_ROW and level + by in LEVELS:
            return by
    return 0


async def own_game(house: House, number: int, by: Player) -> Record:
    """A game that this person plays against the engine; refuses any other."""
    record = await house.record(number)
    if record.side(by) is None or not record.level:
        raise Refusal(No.NOT_YOUR_GAME)
    return record


async def _think(house: House, record: Record, match: Match) -> Thought:
    try:
        return await _advice(house, record, match)
    except EngineDown:
        raise Refusal(No.ENGINE_DOWN) from None


async def _advice(house: House, record: Record, match: Match) -> Thought:
    if house.opponent is None or (own := record.side(ENGINE)) is None:
        raise EngineDown
    return await house.opponent.advise(match, record.player(own.other), record.place)


async def answer(house: House, engine: Engine, number: int) -> None:
    """Make the engine's move, where the match waits for one. EngineDown where it cannot think."""
    record = await house.record(number)
    own = record.side(ENGINE)
    if own is None or not record.engine_to_move:
        return
    seen, person = len(record.match.log), record.player(own.other)
    thought = await engine.think(record.match, record.level, person, record.place)
    with suppress(Refusal, Illegal):  # its opponent took back, resigned, or was answered already
        await make_move(house, number, ENGINE, tuple(thought.line[0]), seen)


class Answers:
    """The task that has the engine move wherever it is its turn: the Opponent of the use cases."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._house: House | None = None
        self._waking = asyncio.Event()
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._failing: set[int] = set()  # matches; each is logged once
        self._asked: dict[Player, tuple[Match, asyncio.Task[Thought]]] = {}

    def wake(self) -> None:
        """A match was written that may wait for the engine."""
        self._waking.set()

    async def run(self, house: House) -> None:
        """Answer until cancelled."""
        self._house = house
        try:
            while self.engine.size:
                self._waking.clear()
                await self._look(house)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK):
                        await self._waking.wait()
        finally:
            tasks = [*self._under_way.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self, house: House) -> None:
        try:
            for number in await house.store.engine_to_move():
                self._start(house, number)
        except Exception:  # a full disk, say: the next look may do better
            log.exception("could not read which games wait for the engine")

    async def answer(self, number: int) -> None:
        """Wait until the engine has moved in this match, if it has to; EngineDown if it cannot."""
        if self._house is None or not self.engine.size:
            raise EngineDown
        await asyncio.shield(self._start(self._house, number))

    async def advise(self, match: Match, person: Player, place: Place) -> Thought:
        """How it goes on; asked twice, it is thought about once. One question at a time."""
        about, task = self._asked.get(person, (match, None))
        if about.log != match.log:
            raise Refusal(No.THINKING)
        if task is None:
            task = asyncio.create_task(self._think(match, person, place))
            self._asked[person] = match, task
        return await asyncio.shield(task)

    async def _think(self, match: Match, person: Player, place: Place) -> Thought:
        try:
            return await self.engine.think(match, 0, person, place)
        finally:
            del self._asked[person]

    def _start(self, house: House, number: int) -> asyncio.Task[None]:
        if number not in self._under_way:
            task = asyncio.create_task(answer(house, self.engine, number))
            self._under_way[number] = task
            task.add_done_callback(lambda done: self._done(number, done))
        return self._under_way[number]

    def _done(self, number: int, task: asyncio.Task[None]) -> None:
        del self._under_way[number]
        error = None if task.cancelled() else task.exception()
        if error is None:
            self._failing.discard(number)
        elif number not in self._failing:
            self._failing.add(number)
            log.error("the engine could not move in game %s", number, exc_info=error)
