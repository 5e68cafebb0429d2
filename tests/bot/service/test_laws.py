"""Anything players and strangers try, one by one or at once: what is stored is what was posted."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.service.challenges import (
    accept,
    challenge,
    customise,
    decline,
    expire,
    rematch,
    withdraw,
)
from bot.service.limits import Limits
from bot.service.model import Kind, Record, Standing
from bot.service.play import answer, make_move, make_typed_move, offer, resign, withdraw_offer
from bot.service.refusals import Refusal
from games.errors import GameError
from games.events import Created, Offer, Withdrawn
from games.match import fold
from games.notation import write_move
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, Parlour, of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from games.core import Move
    from games.events import Event

RULES = ("ludens", "fortresses", "larochelle+king-four", "tabal")


@dataclass(frozen=True)
class Deed:
    """What a person tries; the numbers choose among what there is."""

    verb: str
    who: int  # in a match: 0 whose turn it is, 1 his opponent, 2 a stranger
    which: int  # the challenge or match, the newest first
    choice: int  # the move, the rules, yes or no
    behind: int  # how many events ago the button was made; 4: no button

    def by(self, record: Record | None = None) -> int:
        """Who tries it."""
        if record is None:
            return PEOPLE[self.who]
        own = record.player(record.match.turn)
        other = record.player(record.match.turn.other)
        (stranger,) = {*PEOPLE} - {own, other}
        return (own, other, stranger)[self.who]

    def seen(self, record: Record) -> int | None:
        """The number in the button."""
        return max(1, len(record.match.log) - self.behind) if self.behind < 4 else None


PEOPLE = (ANNA, BEN, CARL)
PLAYING = ("play",) * 8 + ("text", "offer", "takeback", "yes", "yes", "no", "unask", "rematch")
ENDING = ("resign", "challenge", "accept", "decline", "withdraw", "customise", "wait")
CONTESTED = {*PLAYING, *ENDING} - {"challenge"}  # a new challenge hinders no other
DEEDS = st.builds(
    Deed,
    verb=st.sampled_from((*PLAYING, *PLAYING, *ENDING, "accept")),
    who=st.sampled_from((0, 0, 0, 1, 1, 2)),
    which=st.sampled_from((0, 0, 0, 1)),
    choice=st.integers(0, 99),
    behind=st.sampled_from((0, 0, 0, 1, 2, 4)),
)


def done(parlour: Parlour, deed: Deed) -> Awaitable[object]:
    """Try it."""
    if deed.verb in (*PLAYING, "resign"):
        record = list(parlour.store.records.values())[::-1][: deed.which + 1][-1]
        if record.match.verdict and deed.choice % 2:
            deed = replace(deed, verb="rematch")
        return _in_match(parlour, deed, record)
    return _about_challenge(parlour, deed)


def _in_match(parlour: Parlour, deed: Deed, record: Record) -> Awaitable[object]:
    house, by, seen = parlour.house, deed.by(record), deed.seen(record)
    if deed.verb in ("play", "text"):
        path = _path(record, deed.choice)
        text = write_move(path)
        return (
            make_move(house, record.id, by, path, seen)
            if deed.verb == "play"
            else make_typed_move(house, record.id, by, text)
        )
    if deed.verb in ("yes", "no"):
        return answer(house, record.id, by, accepted=deed.verb == "yes", seen=seen)
    others = {
        "offer": lambda: offer(house, record.id, by, Offer.AGREE, seen),
        "takeback": lambda: offer(house, record.id, by, Offer.TAKEBACK, seen),
        "unask": lambda: withdraw_offer(house, record.id, by, seen),
        "resign": lambda: resign(house, record.id, by),
        "rematch": lambda: rematch(house, record.id, by),
    }
    return others[deed.verb]()


def _path(record: Record, choice: int) -> Move:
    moves = record.match.game.moves(record.match.position)
    return moves[choice % len(moves)] if moves and choice % 9 else ("a4", "a4")


def _about_challenge(parlour: Parlour, deed: Deed) -> Awaitable[object]:
    house, by = parlour.house, deed.by()
    number = max(1, len(parlour.store.challenges) - deed.which)
    rules = RULES[deed.choice % len(RULES)]
    others = {
        "accept": lambda: accept(house, number, by),
        "decline": lambda: decline(house, number, by),
        "withdraw": lambda: withdraw(house, number, by),
        "customise": lambda: customise(house, number, by, rules),
        "wait": lambda: _wait(parlour, deed.choice),
    }
    opponent = (*PEOPLE, None)[deed.choice % 4]
    make = others.get(deed.verb, lambda: challenge(house, HERE, by, opponent, of(rules)))
    return make()


async def _wait(parlour: Parlour, choice: int) -> None:
    parlour.time += 3600 * choice * choice  # sometimes longer than a challenge is open
    await expire(parlour.house)


def refused(outcome: object) -> bool:
    """Whether a player's mistake it was; a fault of ours is raised."""
    if isinstance(outcome, BaseException) and not isinstance(outcome, (Refusal, GameError)):
        raise outcome
    return isinstance(outcome, BaseException)


def to_be_said(log: Sequence[Event]) -> Counter[tuple[Kind, int]]:
    """What each event of a match is to make known, from the outside."""
    said = Counter[tuple[Kind, int]]()
    for number in range(1, len(log) + 1):
        now = fold(log[:number])
        before = fold(log[: number - 1]) if number > 1 else None
        if before and before.offer and not now.offer:
            said[Kind.STRIP, number] += 1
        if before and (before.position, before.verdict) == (now.position, now.verdict):
            if not isinstance(log[number - 1], Withdrawn):
                said[Kind.NOTICE, number] += 1
            continue
        said[Kind.BOARD, number] += 1
    return said


def check(parlour: Parlour) -> None:
    """What always holds."""
    store = parlour.store
    for record in store.records.values():
        posts = [post for post in store.posts.values() if post.match == record.id]
        assert Counter((post.kind, post.number) for post in posts) == to_be_said(record.match.log)
        assert fold(record.match.log) == record.match
        assert sum(isinstance(event, Created) for event in record.match.log) == 1
        assert {record.dark, record.light} <= {*PEOPLE}
        assert record.dark != record.light
    accepted = {each.match for each in store.challenges.values() if each.match}
    assert accepted == set(store.records)
    for each in store.challenges.values():
        posts = [post for post in store.posts.values() if post.challenge == each.id]
        kinds = [Kind.CHALLENGE] + [Kind.CHALLENGE_CHANGED] * each.version
        if each.standing in (Standing.DECLINED, Standing.EXPIRED):
            kinds.append(Kind.NOTICE)
        assert [post.kind for post in posts] == kinds
        assert (each.standing is Standing.ACCEPTED) is (each.match is not None)
    again = [
        each.rematch_of
        for each in store.challenges.values()
        if each.standing is Standing.OPEN and each.rematch_of
    ]
    assert len(again) == len(set(again))


async def tried(parlour: Parlour, deed: Deed, outdated: int) -> None:
    """One deed alone: refused, it changes nothing; done, it is done once."""
    if deed.verb in CONTESTED:
        parlour.store.outdated = outdated
    before = parlour.state()
    logs = {each.id: each.match.log for each in parlour.store.records.values()}
    (outcome,) = await asyncio.gather(done(parlour, deed), return_exceptions=True)
    parlour.store.outdated = 0
    if refused(outcome) and deed.verb != "wait":
        assert parlour.state() == before
    assert refused(outcome) or deed.who < 2 or deed.verb not in (*PLAYING, "resign")
    if isinstance(outcome, Record):
        log = parlour.store.records[outcome.id].match.log
        assert outcome.match == fold(log)
        assert outcome.match.log == log
        earlier = logs.get(outcome.id, ())
        assert log[: len(earlier)] == earlier
        assert len(log) - len(earlier) in (0, 1)


async def opened() -> Parlour:
    """A house in which Anna and Ben play."""
    parlour = Parlour(limits=Limits(challenges=3, games=3))
    made, _ = await challenge(parlour.house, HERE, ANNA, BEN, of("ludens"))
    await accept(parlour.house, made.id, BEN)
    return parlour


@pytest.mark.slow
@settings(max_examples=70, deadline=None)
@given(st.lists(st.tuples(DEEDS, st.sampled_from((0, 0, 0, 1, 4, 5))), min_size=10, max_size=40))
def test_one_by_one(deeds: list[tuple[Deed, int]]) -> None:
    async def story() -> None:
        parlour = await opened()
        for deed, outdated in deeds:
            await tried(parlour, deed, outdated)
        check(parlour)

    asyncio.run(story())


@pytest.mark.slow
@settings(max_examples=70, deadline=None)
@given(st.lists(st.lists(DEEDS, min_size=1, max_size=3), min_size=8, max_size=16), st.booleans())
def test_several_at_once(crowds: list[list[Deed]], twice: bool) -> None:  # noqa: FBT001  hypothesis gives it
    async def story() -> None:
        parlour = await opened()
        for crowd in crowds:
            deeds = crowd * 2 if twice else crowd
            acts = [done(parlour, deed) for deed in deeds]
            for outcome in await asyncio.gather(*acts, return_exceptions=True):
                if not refused(outcome) and isinstance(outcome, Record):
                    log = parlour.store.records[outcome.id].match.log
                    assert log[: len(outcome.match.log)] == outcome.match.log
                    assert fold(outcome.match.log) == outcome.match
        check(parlour)

    asyncio.run(story())
