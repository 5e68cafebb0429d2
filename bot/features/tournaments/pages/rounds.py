"""The current pairings in words: their scores, and the games that they wait for."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from bot.features.tournaments.model import Award
from bot.features.tournaments.pages.sheets import points
from bot.ui.pages import naming
from bot.ui.pages.hub import linked_game
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.tournaments.form import State
    from bot.features.tournaments.model import Game, Now, Pairing
    from bot.model.times import Instant
    from bot.ui.words import Words
    from games.tournament.standings import Entrant

_MOST = 8  # pairings of a sheet: as many names as on one with standings
WAITING = 4  # pairings in an announcement
_NEVER = 1 << 62


class Round(NamedTuple):
    """A round of a group, or of everyone."""

    pool: int
    number: int
    pairings: Sequence[Pairing]  # those in progress first; in older rounds, only those
    idle: Sequence[Entrant] = ()  # players without an opponent in it; in a knockout, not yet


class _Line(NamedTuple):
    """A pairing's text, with the heading of its round."""

    heading: str
    text: str


def current_rounds(state: State) -> tuple[Round, ...]:
    """Return the rounds in progress and each group's newest round: by group, oldest first."""
    pools = [0] if state.of_pool(0) else range(1, len(state.groups) + 1)
    return tuple(current for pool in pools for current in _of_pool(state, pool))


def _of_pool(state: State, pool: int) -> Iterator[Round]:
    """Yield a pool's newest round, and the older rounds with pairings in progress."""
    pairings = state.of_pool(pool)
    newest = max((pairing.round for pairing in pairings), default=0)
    for number, whole in groupby(pairings, key=lambda pairing: pairing.round):
        ordered = sorted(whole, key=lambda pairing: pairing.key in state.decided)
        running = [pairing for pairing in ordered if pairing.key not in state.decided]
        if number == newest:
            yield Round(pool, number, ordered, state.form.idle(state, pool, ordered))
        elif running:
            yield Round(pool, number, running)


def texts(state: State, now: Now, words: Words) -> Sequence[str]:
    """Return the text of each sheet."""
    rounds = current_rounds(state)
    lines = [line for current in rounds for line in _lines(state, current, now, words)]
    starts = range(0, len(lines), _MOST)
    return [_text(lines[start : start + _MOST], headed=len(rounds) > 1) for start in starts]


def _text(lines: Sequence[_Line], *, headed: bool) -> str:
    told: list[str] = []
    for heading, below in groupby(lines, key=lambda line: line.heading):
        told += [f"**{heading}**"] if headed else []
        told += [line.text for line in below]
    return "\n".join(told)


def _lines(state: State, current: Round, now: Now, words: Words) -> Iterator[_Line]:
    """Yield a line for each pairing; the last one also names players without an opponent."""
    heading = state.form.heading(state, current.pool, current.number, words)
    told = [_pairing(state, pairing, now, words) for pairing in current.pairings]
    if current.idle:
        people = ", ".join(naming.person(state.player(seat)) for seat in current.idle)
        told[-1] = "\n".join((told[-1], state.form.idle_line(people, words)))
    yield from (_Line(heading, text) for text in told)


def _pairing(state: State, pairing: Pairing, now: Now, words: Words) -> str:
    """Return a pairing's result or score; below, the player to move in each of its games."""
    one, other = (naming.person(state.player(seat)) for seat in (pairing.one, pairing.other))
    if pairing.award is not Award.BY_GAMES:
        return _without_games(pairing, one, other, words)
    seats = pairing.one, pairing.other or 0
    if decided := state.decided.get(pairing.key):
        first, second = (points(decided, seat) for seat in seats)
        return words("tournament.tie-over", one=one, other=other, first=first, second=second)
    halves = [state.halves_so_far(pairing, seat) for seat in seats]
    first, second = map(naming.halves, halves)
    values = {"one": one, "other": other, "first": first, "second": second}
    games = [game for game in state.games_of[pairing.key] if game.reason is None]
    line = words("tournament.tie-so-far" if any(halves) else "tournament.tie", **values)
    return "\n".join((line, *(f"-# {_game(state, game, now, words)}" for game in games)))


def _without_games(pairing: Pairing, one: str, other: str, words: Words) -> str:
    """Say who gets the points of a pairing that has no games, and why."""
    if pairing.award is Award.NOBODY:
        return words("tournament.neither-plays", one=one, other=other)
    if pairing.other is not None:
        return words("tournament.other-out", player=one, other=other)
    half = pairing.award is Award.HALF
    return words("tournament.half-bye" if half else "tournament.bye", player=one)


def _game(state: State, game: Game, now: Now, words: Words) -> str:
    mover = naming.person(state.player(game.dark if game.turn is Side.DARK else game.light))
    linked = linked_game(game.match, now.running.get(game.match), words)
    if deadline := now.deadlines.get(game.match):
        day = naming.day(deadline)
        return words("tournament.to-move-by", game=linked, player=mover, day=day)
    return words("tournament.to-move", game=linked, player=mover)


def waiting(state: State, now: Now, words: Words) -> Iterator[str]:
    """Yield the pairings in progress, those with the least time first: whose move, until when."""

    def urgency(pairing: Pairing) -> Instant:
        games = state.games_of.get(pairing.key, ())
        return min((now.deadlines.get(game.match, _NEVER) for game in games), default=_NEVER)

    pairings = sorted(state.undecided, key=urgency)
    yield from (_pairing(state, pairing, now, words) for pairing in pairings[:WAITING])
    if len(pairings) > WAITING:
        yield words("tournament.more-pairings", count=len(pairings) - WAITING)
