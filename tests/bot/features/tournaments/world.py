"""Tournaments played on paper: entries, and games that end as a test wants, without a store."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.features.tournaments.entries import seeded
from bot.features.tournaments.forms import FORMS, state_of
from bot.features.tournaments.forms.league import divided
from bot.features.tournaments.length import hurries_after
from bot.features.tournaments.model import Award, Entry, Game, Status, Tournament
from bot.model.joinable import pace_of
from games.core import Reason, Side
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.features.tournaments.form import State
    from bot.features.tournaments.model import Pairing, Step

NOON = 1_893_499_200  # when a tournament begins: on 1 January 2030
FIRST = 101  # the player of seat 1; that of seat 2 is 102
BEGUN = 4  # plies, from which on a game is won on time

Ending = tuple[Side | None, Reason, Side]  # who won, why it is over, whose turn it was
DARK: Ending = (Side.DARK, Reason.KING_TAKEN, Side.LIGHT)
LIGHT: Ending = (Side.LIGHT, Reason.KING_ESCAPED, Side.DARK)
DRAW: Ending = (None, Reason.AGREED, Side.DARK)
ABSENT: Ending = (None, Reason.NOT_BEGUN, Side.DARK)  # the attackers, whose turn it was
LATE_LIGHT: Ending = (None, Reason.NOT_BEGUN, Side.LIGHT)
SINGLE = [name for name in FORMS if name != "teams"]
STOPPED: Ending = (None, Reason.STOPPED, Side.DARK)


def tournament(form: str, **changes: Any) -> Tournament:  # noqa: ANN401  any of its fields
    """A tournament of that form, under way."""
    usual = Tournament(
        id=1,
        guild=5,
        channel=50,
        announced_in=51,
        by=FIRST,
        name="Spring",
        form=form,
        rules="larochelle",
        pace=pace_of(3),
        status=Status.RUNNING,
        made=NOON - 7 * DAY,
        closes=NOON,
        began=NOON,
        size=64,
        message=9,
    )
    return replace(usual, **changes)


def new_state(
    form: str,
    count: int,
    ratings: Mapping[int, float] | None = None,
    **changes: Any,  # noqa: ANN401
) -> State:
    """A tournament with so many entrants, seeded; nothing is paired yet."""
    entries = [
        Entry(tournament=1, seat=seat, player=FIRST + seat - 1, joined=NOON - 100 + seat)
        for seat in range(1, count + 1)
    ]
    in_order = {entry.player: -float(entry.seat) for entry in entries}
    ranked = seeded(entries, in_order if ratings is None else ratings)
    if form == "league":
        ranked = tuple(
            replace(entry, pool=pool)
            for pool, members in enumerate(divided(ranked), 1)
            for entry in members
        )
    return state_of(tournament(form, **changes), ranked)


def step(state: State, now: int) -> Step:
    """Return the step that is due now."""
    return state.form.step(state, now)


def begun(before: State, step: Step) -> State:
    """The tournament after that step: its games are under way."""
    finalists = {*step.finalists}
    entries = tuple(
        replace(entry, finalist=entry.finalist or entry.seat in finalists)
        for entry in before.entries
    )
    starting = (*step.pairings, *step.one_more)
    games = [game for pairing in starting for game in games_of(before, pairing)]
    decided = {pairing.key: pairing for pairing in step.decided}
    return replace(
        before,
        entries=entries,
        pairings=(*(decided.get(p.key, p) for p in before.pairings), *step.pairings),
        games=(*before.games, *games),
    )


def games_of(before: State, pairing: Pairing) -> list[Game]:
    """Return a pairing's games as they start; empty if it has none; one more after the usual."""
    if pairing.award is not Award.BY_GAMES or pairing.other is None:
        return []
    sides = [(pairing.one, pairing.other), (pairing.other, pairing.one)][: before.tournament.games]
    legs = [*enumerate(sides, 1)]
    if pairing.key in before.games_of:
        legs = [(before.tournament.games + 1, sides[0])]
    return [
        Game(
            match=10 * (1 + len(before.games)) + 1000 * pairing.board + 100 * pairing.pool + leg,
            tournament=1,
            pool=pairing.pool,
            round=pairing.round,
            board=pairing.board,
            leg=leg,
            dark=dark,
            light=light,
            dark_taken=None,
            light_taken=None,
            turn=Side.DARK,
            plies=0,
            winner=None,
            reason=None,
            since=pairing.begun,
            hurry_from=pairing.begun + hurries_after(before.tournament) * DAY,
        )
        for leg, (dark, light) in legs
    ]


def ended(
    before: State,
    how: Callable[[Game], Ending | None],
    at: int = NOON + DAY,
    taken: Callable[[Game], tuple[int, int]] = lambda _: (3, 2),
    plies: int = 20,
) -> State:
    """The tournament once each game that runs has ended so; None: it goes on."""

    def after(game: Game) -> Game:
        ending = how(game) if game.reason is None else None
        if ending is None:
            return game
        men = (0, 0) if ending[1] is Reason.NOT_BEGUN else taken(game)
        return replace(
            game,
            winner=ending[0],
            reason=ending[1],
            turn=ending[2],
            plies=0 if ending[1] is Reason.NOT_BEGUN else plies,
            dark_taken=men[0],
            light_taken=men[1],
            since=at,
        )

    return replace(before, games=tuple(map(after, before.games)))


def better(before: State) -> Callable[[Game], Ending]:
    """The better seed wins each game."""
    return lambda game: (
        DARK if before.seeds.index(game.dark) < before.seeds.index(game.light) else LIGHT
    )


def by_chance(seed: int, *absent: int) -> Callable[[Game], Ending]:
    """Any end, by a lot; these entrants never move."""
    lot = random.Random(seed)

    def ending(game: Game) -> Ending:
        if game.dark in absent:
            return ABSENT
        if game.light in absent:
            return LATE_LIGHT
        return lot.choice([DARK, LIGHT, DRAW, STOPPED])

    return ending


def played_out(before: State, how: Callable[[Game], Ending], most: int = 200) -> tuple[State, Step]:
    """The tournament when it is over, and the step that ended it."""
    now = NOON
    for _ in range(most):
        next_step = step(before, now)
        if next_step.over:
            return before, next_step
        now += DAY
        before = ended(begun(before, next_step), how, now)
    raise AssertionError("it does not end")
