"""Games against the engine: starts, replies, takebacks, hints, refutations, the next level.

Invariant: the engine's move is decided from the log and written with the number of events that it
saw, so that a crash at any moment loses no move and makes none twice. The store knows which matches
wait for the engine.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from bot.model.matches import Outcome, Record, Search, was_played
from bot.model.people import ENGINE
from bot.model.servers import Place, WritablePlace
from bot.service.balance import EVEN, is_near
from bot.service.begin import begins, draws_lot, refuse_level
from bot.service.engine import LEVELS, EngineDown
from bot.service.limits import limit_on_engine_games, unless_barred
from bot.service.lookup import private_games, readable_records, side_of
from bot.service.play import make_move, resign
from bot.service.record_event import record_event
from bot.service.refusals import No, Refusal
from bot.service.schedule import with_schedule
from bot.service.services import retry_if_stale
from bot.service.settings import FREE, place_to_post
from bot.service.usual import DEFAULT_RULES, usual_games
from bot.store.changes import Change, Counted, Limit, Stale
from games import catalogue
from games.core import Reason, Ruling, Side
from games.endings import ruled
from games.errors import Illegal
from games.events import Answered, Created, Moved, Offer, Offered
from games.match import fold
from games.pace import Pace
from games.tafl.game import Tafl

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from bot.model.matches import Listing
    from bot.model.people import Player
    from bot.service.engine import Engine, Thought
    from bot.service.services import Services
    from bot.service.settings import Access
    from games.core import Game, Move, Position
    from games.match import Match


log = logging.getLogger(__name__)


ALONE = WritablePlace(Place(None, 0))  # the place of a game that only its player sees


_FEW = 4  # men of Tabal that one move usually captures at most


_LONG = 40  # moves after which an even game can be drawn


_LOW, _SMALL = LEVELS[1], 9  # a level, and the side of a board
# With these rules the first level plays both sides about equally well.
_ALIKE_AT_FIRST = {"ashton", "copenhagen", "fetlar", "tawlbwrdd", catalogue.TABAL}


_EVEN = 30  # points; a soldier has about 100


_REMEMBERED = 500  # newest games, searched for winning streaks and the last one of Tablut


_LATELY, _PRIVATE = 600, 40  # seconds, and the number of private games that can end in them


@dataclass(frozen=True, slots=True)
class Choice:
    """A person's choices for a game against the engine."""

    level: int = LEVELS[0]
    rules: str = DEFAULT_RULES
    side: Side | None = Side.LIGHT  # the person's; None: random

    def fits(self, record: Record, player: Player, start: str | None = None) -> bool:
        """Whether this game of the player has these choices, and this start."""
        side = record.side(player) if self.side else None
        chosen = (record.level, record.match.game.name, side, record.start)
        return chosen == (self.level, self.rules, self.side, start)


@dataclass(frozen=True, slots=True)
class Onward:
    """The proposals after a finished game.

    `step`: the difference to the next level; `harder`: the side that is harder to win with; `two`:
    the rules are even only over two games with sides changed.
    """

    step: int = 0
    harder: Side | None = None
    first_win: bool = False
    two: bool = False


async def in_progress(services: Services, player: Player) -> Sequence[Record]:
    """Return the person's readable private games in progress, the oldest first."""
    records, _ = await private_games(services, player)
    return records


def newest(records: Sequence[Record]) -> int:
    """Return the number of the newest of these games; 0 if there is none."""
    return max((record.id for record in records), default=0)


async def last_choice(services: Services, player: Player, like: str | None = None) -> Choice:
    """Return a person's last choice for a game against the engine; a beginner's if there is none.

    `like`: only games of these rules' family, Tablut or Tabal; a first game uses these rules.
    """
    running = [game for game in await services.store.matches.running(player) if is_own(game)]
    search, most = Search(player, opponent=ENGINE, alone=True), _REMEMBERED if like else 1
    games = [*running, *await services.store.matches.finished(search, 0, most)]
    chosen = (game for game in games if like is None or is_alike(game.rules, like))
    newest = max(chosen, key=lambda game: game.id, default=None)
    if newest is None:
        return Choice(rules=like or DEFAULT_RULES)
    return Choice(newest.level, newest.rules, newest.team(player))


def is_own(game: Listing) -> bool:
    """Whether a person plays this game against the engine without a partner."""
    return game.level > 0 and not game.of_partners


def is_alike(rules: str, others: str) -> bool:
    """Whether both are rules of Tablut, or both of Tabal."""
    return (rules == catalogue.TABAL) == (others == catalogue.TABAL)


@retry_if_stale
async def begin(  # noqa: PLR0913  the parts of a new game
    services: Services,
    player: Player,
    choice: Choice,
    place: WritablePlace = ALONE,
    *,
    after: int | None = None,
    start: str | None = None,
    past: Match | None = None,
    games: int = 1,
) -> Record:
    """Start a new game against the engine; with `past`, after all its moves.

    If such a game newer than number `after` is in progress in that place, it is returned, as after
    a second press; with `past`, only one that was started from there. Private games in which the
    player hasn't moved yet give way to the new one.
    """
    refuse_level(services, choice.level)
    game = catalogue.game(choice.rules)
    if after is not None:
        async for record in _newer(services, player, place, after):
            if choice.fits(record, player, start) and (not past or _started_from(record, past)):
                return record
    others = await _make_room(services, player) if place == ALONE else 0
    persons_side = choice.side or services.draw_lot()
    lot = services.draw_lot() if draws_lot(choice.rules, start) else None
    created = Created(services.now(), game.data, lot, start)
    log = past.log if past else (created,)
    record = Record(
        id=0,
        place=place,
        dark=player if persons_side is Side.DARK else ENGINE,
        light=player if persons_side is Side.LIGHT else ENGINE,
        match=fold(tuple(replace(event, at=created.at) for event in log)),
        pace=Pace(),
        games=games,
        level=choice.level,
    )
    return await _write(services, player, await with_schedule(services, None, record), others)


async def _newer(
    services: Services, player: Player, place: Place, than: int
) -> AsyncIterator[Record]:
    """Yield this player's newer games against the engine in that channel."""
    running = await services.store.matches.running(player)
    here = (game for game in running if is_own(game) and game.place.channel == place.channel)
    async for _, record in readable_records(
        services, (listing for listing in here if listing.id > than)
    ):
        yield record


def _started_from(record: Record, past: Match) -> bool:
    """Whether a game was started after these moves, and not just has them too."""
    at = record.match.log[0].at
    return record.match.log[: len(past.log)] == tuple(replace(e, at=at) for e in past.log)


async def _make_room(services: Services, player: Player) -> int:
    """Resign the private games in which the player hasn't moved; return how many others there are.

    Refuse before that if the others are the most that a player can have, or too many ended lately.
    """
    records, broken = await private_games(services, player)
    played = [record for record in records if _has_moved(record, player)]
    if len(played) >= (most := services.limits.practice_games):
        raise Refusal(No.TOO_MANY_PRACTICE_GAMES, limit=most)
    unplayed = [record for record in records if record not in played]
    await services.commit(Change(limits=(_lately_in_private(services, player, len(unplayed)),)))
    for record in unplayed:
        with suppress(Illegal):  # it ended meanwhile
            await resign(services, record.id, player)
    return len(played) + broken


def _has_moved(record: Record, player: Player) -> bool:
    side = record.side(player)
    return any(ply.side is side for ply in record.match.plies)


async def rematch(services: Services, number: int, by: Player, access: Access = FREE) -> Record:
    """Start the game again with sides changed. A second press starts no second one.

    `access`: to the channel in which it was played.
    """
    record = await own_game(services, number, by)
    side = record.side(by)
    assert side is not None
    place = ALONE
    if not record.alone:
        place, _ = await place_to_post(services, record.place, access)
    choice = Choice(record.level, record.match.game.name, side.other)
    return await begin(
        services, by, choice, place, after=number, start=record.start, games=record.games
    )


async def _write(services: Services, player: Player, record: Record, others: int) -> Record:
    """Store a new game against the engine. `others`: the player's other private games."""
    limits = _limits(services, player, record.place, others)
    committed = await services.commit(replace(begins(record), limits=limits))
    assert committed.match is not None
    return replace(record, id=committed.match)


def _limits(services: Services, player: Player, place: Place, others: int) -> tuple[Limit, ...]:
    """Return the limits on a player's games against the engine.

    In private, Stale if another one has started since they were counted.
    """
    if place == ALONE:
        return (
            Limit(Counted.PRACTICE, player, others + 1, Stale()),
            _lately_in_private(services, player),
        )
    since = services.now() - _LATELY
    most = services.limits.engine_games
    lately = Refusal(No.TOO_MANY_LATELY)
    return (
        *unless_barred(player, place.guild, Refusal(No.BARRED)),
        limit_on_engine_games(services.limits, player, room=0),
        Limit(Counted.ENGINE_LATELY, player, most - 1, lately, since=since),
    )


def _lately_in_private(services: Services, player: Player, room: int = 0) -> Limit:
    """Return the limit on private games that ended lately; `room`: so many more are to end."""
    most, since = _PRIVATE - room, services.now() - _LATELY
    often = Refusal(No.PRACTICE_LATELY)
    return Limit(Counted.ENGINE_LATELY, player, most, often, guild=0, since=since)


@retry_if_stale
async def offer(
    services: Services, number: int, by: Player, what: Offer, seen: int | None = None
) -> Record:
    """Take back the player's last move, which the engine always allows.

    Or offer the engine an agreed end.
    """
    record = await services.record(number)
    match, side = record.match, _side_to_offer(record, by, what)
    asked = Offered(by=side, at=services.now(), what=what)
    if seen is not None and seen < len(match.log):
        if replace(match.log[seen], at=asked.at) == asked:
            return record  # clicked twice
        if match.as_of(seen).position != match.position:
            raise Refusal(No.MOVED_ON)
    match.after(asked)  # it may refuse the event
    accepted = what is Offer.TAKEBACK or await _agrees(services, record)
    reply = Answered(by=side.other, at=asked.at, accepted=accepted)
    return await record_event(services, record, asked, reply)


def _side_to_offer(record: Record, by: Player, what: Offer) -> Side:
    """Return the side for which a person offers; refuse if they can't."""
    side = record.side_to_undo(by) if what is Offer.TAKEBACK else None
    return side or side_of(record, by)


async def _agrees(services: Services, record: Record) -> bool:
    """Whether the engine agrees to a draw: in a long game that is even, or better for the other."""
    match, agreement = record.match, record.match.game.endings.agreement
    engines_side = record.side(ENGINE)
    if len(match.plies) < _LONG or engines_side is None or agreement is None:
        return False
    if agreement is Ruling.COUNT:
        return ruled(agreement, match.position, Reason.AGREED).winner is not engines_side.other
    with suppress(EngineDown):
        thought = await _advice(services, record, match)
        return (thought.score if match.turn is engines_side else -thought.score) <= _EVEN
    return False


async def hint(services: Services, number: int, by: Player) -> tuple[Record, Sequence[str]]:
    """Return the match, and the move that the engine would make for this person."""
    record = await own_game(services, number, by)
    if record.match.verdict or record.engine_to_move:
        raise Refusal(No.MOVED_ON)
    thought = await _think(services, record, record.match)
    return record, thought.line[0]


async def refutation(services: Services, number: int, by: Player) -> tuple[Record, Match, Thought]:
    """Return the match before a player's last move, and how the engine answers that move."""
    record = await own_game(services, number, by)
    before = before_reply(record)
    if before is None or before.verdict:
        raise Refusal(No.MOVED_ON)
    return record, before, await _think(services, record, before)


def before_reply(record: Record) -> Match | None:
    """Return the match after the last move of the engine's opponent, if there is one."""
    plies = record.match.plies
    engines_side = record.side(ENGINE)
    count = max((i for i, ply in enumerate(plies, 1) if ply.side is not engines_side), default=0)
    return _after(record.match, count) if count else None


async def play_from(
    services: Services, player: Player, rules: str, start: str, side: Side
) -> Record:
    """Start a private game from a position, in which the player has this side.

    If one is in progress, it is returned.
    """
    choice = replace(await last_choice(services, player), rules=rules, side=side)
    return await begin(services, player, choice, after=0, start=start)


def _after(match: Match, count: int) -> Match:
    moves = (Moved(ply.side, ply.at, ply.move) for ply in match.plies[:count])
    return match.with_moves(*moves)


def lost_at_once(record: Record) -> bool:
    """Whether the engine's answer won or leaves no defence, or another would have won at once."""
    match, engines_side = record.match, record.side(ENGINE)
    if match.last is None or match.last.side is not engines_side:
        return False
    if match.verdict:
        return match.verdict.winner is engines_side and isinstance(match.log[-1], Moved)
    two_ways = match.callout is not None and len(match.callout.ways) > 1
    return two_ways or _could_win(match.game, match.positions[-2])


def _could_win(game: Game, position: Position) -> bool:
    """Whether the side to move has a move that wins at once."""
    mover = position.turn
    if game.name == catalogue.TABAL and position.men(mover.other).bit_count() > _FEW:
        return False  # a chain hardly ever captures so many, and there may be very many chains
    after = (game.verdict(game.after(position, move)) for move in game.moves(position))
    return any(verdict is not None and verdict.winner is mover for verdict in after)


def keeping_in(match: Match) -> Move | None:
    """Return a better last move for the attackers, after which the king can't escape at once."""
    return _stopping(match.game, match.positions[-2])


def can_stop(match: Match) -> bool:
    """Whether the attackers, to move, have a move after which the king can't escape at once."""
    return _stopping(match.game, match.position) is not None


def _stopping(game: Game, position: Position) -> Move | None:
    for move in game.moves(position):
        after = game.after(position, move)
        verdict = game.verdict(after)
        wins = verdict is not None and verdict.winner is Side.DARK
        if wins or not (verdict or game.callout(replace(after, turn=Side.DARK))):
            return move
    return None


async def again(services: Services, number: int, by: Player) -> Record:
    """Start a game from before this person's last move in a finished one, like a takeback.

    Pressed twice, returns the same game.
    """
    record = await own_game(services, number, by)
    before, side = before_reply(record), record.side(by)
    if not record.match.verdict:
        return record
    if before is None:
        raise Refusal(No.MOVED_ON)
    past = _after(before, len(before.plies) - 1)
    choice = Choice(record.level, past.game.name, side)
    return await begin(services, by, choice, after=number, start=record.start, past=past)


async def onward(services: Services, record: Record, player: Player) -> Onward:
    """Return the next game to propose to a player after a game against the engine."""
    verdict, side = record.match.verdict, record.side(player)
    assert verdict is not None
    assert side is not None
    harder = _side_harder_to_win_with(services, record)
    two = usual_games(await services.leans(record.place.guild), record.match.game.name) > 1
    if verdict.winner is None or not was_played(verdict.reason, len(record.match.plies)):
        return Onward(0, harder, two=two)
    won = verdict.winner is side
    step = 1 if won else -1
    wins = await services.store.matches.finished(
        Search(player, opponent=ENGINE, alone=True, outcome=Outcome.WON), 0, 2
    )
    step = step if record.level + step in LEVELS else 0
    return Onward(step, harder, first_win=won and len(wins) == 1, two=two)


def _side_harder_to_win_with(services: Services, record: Record) -> Side | None:
    """Return the side that makes this level harder to beat with these rules; None: neither.

    At the first level, that is the attackers or neither: beginners don't block ways out yet, and
    the bot's king finds them (docs/STRENGTH.md). At other levels, it was measured.
    """
    rules = record.match.game.name
    if record.start:
        return None  # that wasn't measured
    if _is_low(services, record):
        return Side.DARK
    if record.level == LEVELS[0]:
        return None if rules in _ALIKE_AT_FIRST else Side.DARK
    if is_near(lean := services.counted.nearest(rules)):
        return None
    return Side.DARK if lean.share > EVEN else Side.LIGHT


def _is_low(services: Services, record: Record) -> bool:
    """Whether at this level, the defenders usually win with these rules.

    That was counted at the first two levels, on the boards of nine ranks without handicaps; not
    where the rules lean to the attackers.
    """
    game = record.match.game
    is_small = isinstance(game, Tafl) and game.rules.side == _SMALL
    if not is_small or game.name in _ALIKE_AT_FIRST or game.name not in catalogue.NAMES:
        return False
    lean = services.counted.nearest(game.name)
    return 0 < record.level <= _LOW and (lean.share >= EVEN or is_near(lean))


async def is_harder_for_beginners(services: Services, record: Record, player: Player) -> bool:
    """Whether to tell a player at a game's start that theirs is the harder side at this level.

    They are told once: not after a finished game with the attackers against the engine.
    """
    untouched = len(record.match.log) == 1 + len(record.match.plies)
    moved = any(ply.side is Side.DARK for ply in record.match.plies)
    starts = record.start is None and untouched and not moved and not record.match.verdict
    if not starts or record.side(player) is not Side.DARK or not _is_low(services, record):
        return False
    search = Search(player, opponent=ENGINE, alone=True)
    past = await services.store.matches.finished(search, 0, _REMEMBERED)
    return not any(
        game.team(player) is Side.DARK and is_alike(game.rules, DEFAULT_RULES) for game in past
    )


def any_rules(_: str) -> bool:
    """Accept all rules."""
    return True


async def wins_in_a_row(
    services: Services, player: Player, counts: Callable[[str], bool] = any_rules
) -> tuple[int, int]:
    """Return how many games against the engine a person won in a row: now, and at best.

    Only their newest games count, if played from the usual start; `counts`: with which rules.
    """
    search = Search(player, opponent=ENGINE, alone=True)
    games = await services.store.matches.finished(search, 0, _REMEMBERED)
    counted = [
        game
        for game in games
        if counts(game.rules) and was_played(game.reason, game.plies) and not game.placed
    ]
    runs = [
        len([*run]) if won else 0
        for won, run in groupby(game.outcome(player) is Outcome.WON for game in counted)
    ]
    return (runs[0], max(runs)) if runs else (0, 0)


async def own_game(services: Services, number: int, by: Player) -> Record:
    """Return a game that this person plays against the engine; refuse any other."""
    record = await services.record(number)
    if not record.level:
        raise Refusal(No.NOT_YOUR_GAME)
    side_of(record, by)
    return record


async def _think(services: Services, record: Record, match: Match) -> Thought:
    try:
        return await _advice(services, record, match)
    except EngineDown:
        raise Refusal(No.ENGINE_DOWN) from None


async def _advice(services: Services, record: Record, match: Match) -> Thought:
    if services.opponent is None or (engines_side := record.side(ENGINE)) is None:
        raise EngineDown
    return await services.opponent.advise(match, record.player(engines_side.other), record.place)


async def answer(services: Services, engine: Engine, number: int) -> None:
    """Make the engine's move if the match waits for one; raise EngineDown if it can't think."""
    record = await services.record(number)
    engines_side = record.side(ENGINE)
    if engines_side is None or not record.engine_to_move:
        return
    seen, person = len(record.match.log), record.player(engines_side.other)
    thought = await engine.think(record.match, record.level, person, record.place)
    with suppress(Refusal, Illegal):  # the opponent took back, resigned, or was answered already
        await make_move(services, number, ENGINE, tuple(thought.line[0]), seen)
