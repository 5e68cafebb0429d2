"""Anything players and strangers try, one by one or at once: what is stored is what was posted."""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.challenges import Standing
from bot.model.matches import Record
from bot.model.posts import (
    AboutEvent,
    BoardPost,
    ChallengeOver,
    ChallengePost,
    CloseOffer,
    DeleteChallenge,
    EditChallenge,
    NoticePost,
    Post,
)
from bot.service.challenges import (
    accept,
    customise,
    decline,
    expire_challenges,
    make_challenge,
    rematch,
    withdraw,
)
from bot.service.limits import Limits
from bot.service.play import answer, make_move, make_typed_move, offer, resign, withdraw_offer
from bot.service.refusals import Refusal
from games.errors import GameError
from games.events import Answered, Created, Offer, Withdrawn
from games.match import fold
from games.notation import write_move
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, Parlour, of, open_parlour
from tests.bot.store.model import challenge_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Sequence

    from games.core import Move
    from games.events import Event

RULES = ("ludens", "fortresses", "larochelle+king-four", "tabal")


@dataclass(frozen=True)
class Deed:
    """A person's attempt; the numbers choose among the possible ones."""

    verb: str
    who: int  # in a match: 0 whose turn it is, 1 his opponent, 2 a stranger
    which: int  # the challenge or match, the newest first
    choice: int  # the move, the rules, yes or no
    behind: int  # how many events ago the button was made; 4: no button

    def by(self, record: Record | None = None) -> int:
        """Return the person who tries."""
        if record is None:
            return PEOPLE[self.who]
        mover = record.player(record.match.turn)
        other = record.player(record.match.turn.other)
        (stranger,) = {*PEOPLE} - {mover, other}
        return (mover, other, stranger)[self.who]

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
        record = list(parlour.records.values())[::-1][: deed.which + 1][-1]
        if record.match.verdict and deed.choice % 2:
            deed = replace(deed, verb="rematch")
        return _in_match(parlour, deed, record)
    return _about_challenge(parlour, deed)


def _in_match(parlour: Parlour, deed: Deed, record: Record) -> Awaitable[object]:
    services, by, seen = parlour.services, deed.by(record), deed.seen(record)
    if deed.verb in ("play", "text"):
        path = _path(record, deed.choice)
        text = write_move(path)
        return (
            make_move(services, record.id, by, path, seen)
            if deed.verb == "play"
            else make_typed_move(services, record, by, text)
        )
    if deed.verb in ("yes", "no"):
        return answer(services, record.id, by, accepted=deed.verb == "yes", seen=seen)
    others = {
        "offer": lambda: offer(services, record.id, by, Offer.AGREE, seen),
        "takeback": lambda: offer(services, record.id, by, Offer.TAKEBACK, seen),
        "unask": lambda: withdraw_offer(services, record.id, by, seen),
        "resign": lambda: resign(services, record.id, by),
        "rematch": lambda: rematch(services, record.id, by),
    }
    return others[deed.verb]()


def _path(record: Record, choice: int) -> Move:
    moves = record.match.game.moves(record.match.position)
    return moves[choice % len(moves)] if moves and choice % 9 else ("a4", "a4")


def _about_challenge(parlour: Parlour, deed: Deed) -> Awaitable[object]:
    services, by = parlour.services, deed.by()
    number = max(1, len(parlour.challenges) - deed.which)
    rules = RULES[deed.choice % len(RULES)]
    others = {
        "accept": lambda: accept(services, number, by),
        "decline": lambda: decline(services, number, by),
        "withdraw": lambda: withdraw(services, number, by),
        "customise": lambda: customise(services, number, by, rules),
        "wait": lambda: _wait(parlour, deed.choice),
    }
    opponent = (*PEOPLE, None)[deed.choice % 4]
    make = others.get(deed.verb, lambda: make_challenge(services, HERE, by, opponent, of(rules)))
    return make()


async def _wait(parlour: Parlour, choice: int) -> None:
    parlour.time += 3600 * choice * choice  # sometimes longer than a challenge is open
    await expire_challenges(parlour.services)


def refused(outcome: object) -> bool:
    """Whether a player's mistake it was; a fault of ours is raised."""
    if isinstance(outcome, BaseException) and not isinstance(outcome, (Refusal, GameError)):
        raise outcome
    return isinstance(outcome, BaseException)


def to_be_said(log: Sequence[Event]) -> Counter[tuple[type[Post], int]]:
    """Return the posts that each event of a match must cause, counted from the outside."""
    said = Counter[tuple[type[Post], int]]()
    for number in range(1, len(log) + 1):
        now = fold(log[:number])
        before = fold(log[: number - 1]) if number > 1 else None
        if before and before.offer and not now.offer:
            said[CloseOffer, number] += 1
        if before and (before.position, before.verdict) == (now.position, now.verdict):
            # what ends an offer, its own message says
            if not isinstance(log[number - 1], Withdrawn | Answered):
                said[NoticePost, number] += 1
            continue
        said[BoardPost, number] += 1
    return said


def check(parlour: Parlour) -> None:
    """Check the invariants."""
    store = parlour
    for record in store.records.values():
        about = [post for post in store.posts.values() if isinstance(post, AboutEvent)]
        posts = [(type(post), post.events) for post in about if post.match == record.id]
        assert Counter(posts) == to_be_said(record.match.log)
        assert fold(record.match.log) == record.match
        assert sum(isinstance(event, Created) for event in record.match.log) == 1
        assert {record.dark, record.light} <= {*PEOPLE}
        assert record.dark != record.light
    accepted = {challenge.match for challenge in store.challenges.values() if challenge.match}
    assert accepted == set(store.records)
    for challenge in store.challenges.values():
        kinds: list[type[Post]] = [ChallengePost, *[EditChallenge] * challenge.version]
        if challenge.standing in (Standing.DECLINED, Standing.EXPIRED):
            kinds.append(ChallengeOver)
        if challenge.standing is not Standing.OPEN:
            kinds.append(DeleteChallenge)
        posts = [post for post in store.posts.values() if challenge_of(post) == challenge.id]
        assert [type(post) for post in posts] == kinds
        assert (challenge.standing is Standing.ACCEPTED) is (challenge.match is not None)
    again = [
        challenge.rematch_of
        for challenge in store.challenges.values()
        if challenge.standing is Standing.OPEN and challenge.rematch_of
    ]
    assert len(again) == len(set(again))


async def tried(parlour: Parlour, deed: Deed, outdated: int) -> None:
    """One deed alone: refused, it changes nothing; done, it is done once."""
    if deed.verb in CONTESTED:
        parlour.store.outdated = outdated
    before = parlour.state()
    logs = {record.id: record.match.log for record in parlour.records.values()}
    (outcome,) = await asyncio.gather(done(parlour, deed), return_exceptions=True)
    parlour.store.outdated = 0
    if refused(outcome) and deed.verb != "wait":
        assert parlour.state() == before
    assert refused(outcome) or deed.who < 2 or deed.verb not in (*PLAYING, "resign")
    if isinstance(outcome, Record):
        log = parlour.records[outcome.id].match.log
        assert outcome.match == fold(log)
        assert outcome.match.log == log
        earlier = logs.get(outcome.id, ())
        assert log[: len(earlier)] == earlier
        assert len(log) - len(earlier) in (0, 1)


@asynccontextmanager
async def opened(empty: Path) -> AsyncGenerator[Parlour]:
    """A house in which Anna and Ben play."""
    with TemporaryDirectory(dir=empty.parent) as folder:
        async with open_parlour(Path(shutil.copy(empty, folder))) as parlour:
            parlour.limits = Limits(challenges=3, games=3)
            new, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, of("ludens"))
            await accept(parlour.services, new.id, BEN)
            yield parlour


@pytest.mark.slow
@given(st.lists(st.tuples(DEEDS, st.sampled_from((0, 0, 0, 1, 4, 5))), min_size=10, max_size=40))
def test_one_by_one(empty: Path, deeds: list[tuple[Deed, int]]) -> None:
    async def story() -> None:
        async with opened(empty) as parlour:
            for deed, outdated in deeds:
                await tried(parlour, deed, outdated)
            check(parlour)

    asyncio.run(story())


@pytest.mark.slow
@given(st.lists(st.lists(DEEDS, min_size=1, max_size=3), min_size=8, max_size=16), st.booleans())
def test_several_at_once(empty: Path, crowds: list[list[Deed]], twice: bool) -> None:  # noqa: FBT001  hypothesis gives it
    async def story() -> None:
        async with opened(empty) as parlour:
            for crowd in crowds:
                deeds = crowd * 2 if twice else crowd
                acts = [done(parlour, deed) for deed in deeds]
                for outcome in await asyncio.gather(*acts, return_exceptions=True):
                    if not refused(outcome) and isinstance(outcome, Record):
                        log = parlour.records[outcome.id].match.log
                        assert log[: len(outcome.match.log)] == outcome.match.log
                        assert fold(outcome.match.log) == outcome.match
            check(parlour)

    asyncio.run(story())
