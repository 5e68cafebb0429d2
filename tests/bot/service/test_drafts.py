"""Challenges from a position: drafted in private, opened once, and not beyond what is allowed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Challenge, Standing, Terms
from bot.model.posts import ChallengePost, SentMessage
from bot.service.challenges import accept, customise, decline, expire_challenges, rematch
from bot.service.drafts import open_draft, store_draft, terms_to_play_on
from bot.service.limits import Limits
from bot.service.play import resign
from bot.service.refusals import No, Refusal
from games import catalogue
from games.errors import Illegal
from games.gamefile import read_game_file
from games.notation import write_position
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, NOON, WEEK, D, L
from tests.bot.store.model import bar

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour

DAY = 86_400
OPEN_WEST = "3ttt3/4t4/2K6/t3T3t/tt3TTtt/t3T3t/9/4t4/3ttt3 l 0"  # the king's side is to move
TERMS = terms_to_play_on(read_game_file(OPEN_WEST, "larochelle").match, Pace(3))


async def drafted(parlour: Parlour, opponent: int | None = BEN) -> Challenge:
    return await store_draft(parlour.services, HERE, ANNA, opponent, TERMS)


def test_one_plays_on_from_where_it_stands_by_its_rules() -> None:
    match = read_game_file("Rules: ludens\na4-c4 e3-c3").match
    position = write_position(match.game, match.position)
    assert position.split()[1] == "d"
    terms = terms_to_play_on(match, Pace())
    assert terms == Terms("ludens", None, Pace(), start=position)


def test_a_finished_game_cannot_be_played_on() -> None:
    over = read_game_file("Rules: ludens\na4-c4\nWinner: light\nReason: resigned").match
    with pytest.raises(Illegal):
        terms_to_play_on(over, Pace())


def test_rules_that_changed_since_cannot_be_played_on() -> None:
    text = "Rules in full: " + str(dict(read_game_file("Rules: ludens").match.game.data)).replace(
        "'", '"'
    )
    text = text.replace("False", "false").replace("True", "true").replace("None", "null")
    assert terms_to_play_on(read_game_file(text).match, Pace()).rules == "ludens"
    for other in (text.replace('"ludens"', '"bga"'), text.replace('"ludens"', '"no-such"')):
        with pytest.raises(Refusal) as refused:
            terms_to_play_on(read_game_file(other).match, Pace())
        assert refused.value.no is No.OTHER_RULES


async def test_a_draft_is_kept_for_a_day_and_not_posted(parlour: Parlour) -> None:
    draft = await drafted(parlour)
    assert (draft.standing, draft.until) == (Standing.DRAFT, NOON + DAY)
    assert await parlour.store.challenges.open_of(BEN) == []
    assert parlour.said() == []
    parlour.time += DAY
    assert await parlour.no(open_draft(parlour.services, draft.id, ANNA)) is No.CHALLENGE_OVER
    assert await expire_challenges(parlour.services) == 1
    assert parlour.said() == []


async def test_opened_it_is_a_challenge_like_any_other_and_is_posted_once(parlour: Parlour) -> None:
    draft = await drafted(parlour)
    parlour.time += 100
    opened = await open_draft(parlour.services, draft.id, ANNA)
    assert opened == replace(
        draft, standing=Standing.OPEN, until=NOON + 100 + WEEK, version=draft.version + 1
    )
    assert await parlour.store.challenges.challenge(draft.id) == opened
    assert parlour.said() == [ChallengePost(draft.id, due=NOON + 100)]
    assert await open_draft(parlour.services, draft.id, ANNA) == opened
    assert parlour.said() == []


async def test_between_those_that_were_opened_in_vain_there_is_a_pause_however_old_they_are(
    parlour: Parlour,
) -> None:
    first, second = await drafted(parlour), await drafted(parlour)
    parlour.time += 2 * 3600
    await open_draft(parlour.services, first.id, ANNA)
    await parlour.store.posts.done(ChallengePost(first.id), SentMessage(500))
    await decline(parlour.services, first.id, BEN)
    parlour.hush()
    assert await parlour.no(open_draft(parlour.services, second.id, ANNA)) is No.TOO_SOON
    parlour.time += 60
    assert (await open_draft(parlour.services, second.id, ANNA)).standing is Standing.OPEN


async def test_two_presses_at_once_open_it_once(parlour: Parlour) -> None:
    draft = await drafted(parlour)

    async def first() -> None:
        await open_draft(parlour.services, draft.id, ANNA)

    parlour.store.first = first
    assert (await open_draft(parlour.services, draft.id, ANNA)).standing is Standing.OPEN
    assert [type(post) for post in parlour.said()] == [ChallengePost]


async def test_the_match_begins_there_and_so_does_its_rematch(parlour: Parlour) -> None:
    draft = await open_draft(parlour.services, (await drafted(parlour)).id, ANNA)
    parlour.lots = [D]  # the challenger's side
    record = await accept(parlour.services, draft.id, BEN)
    assert record.start == OPEN_WEST
    assert record.match.turn is L
    assert write_position(record.match.game, record.match.position) == OPEN_WEST
    assert record.pace == Pace(3)
    again = await rematch(
        parlour.services, (await resign(parlour.services, record.id, BEN)).id, BEN
    )
    assert isinstance(again, tuple)
    assert again[0].terms == replace(TERMS, side=D, rated=False)  # it counts for nothing


async def test_where_the_rules_changed_since_a_rematch_begins_as_usual(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The position may not fit them."""
    draft = await open_draft(parlour.services, (await drafted(parlour)).id, ANNA)
    record = await accept(parlour.services, draft.id, BEN)
    await resign(parlour.services, record.id, BEN)
    changed = {"larochelle": catalogue.game("larochelle+diamond")}
    monkeypatch.setattr("bot.service.challenges.catalogue.game", changed.__getitem__)
    again = await rematch(parlour.services, record.id, BEN)
    assert isinstance(again, tuple)
    assert (record.start, again[0].terms.start) == (OPEN_WEST, None)


async def test_its_rules_stay_as_they_are(parlour: Parlour) -> None:
    draft = await open_draft(parlour.services, (await drafted(parlour)).id, ANNA)
    parlour.hush()
    assert (
        await parlour.no(customise(parlour.services, draft.id, ANNA, "bga")) is No.FROM_A_POSITION
    )


async def test_it_is_its_makers_alone(parlour: Parlour) -> None:
    draft = await drafted(parlour, opponent=None)
    assert await parlour.no(open_draft(parlour.services, draft.id, CARL)) is No.NO_SUCH_CHALLENGE
    assert await parlour.no(accept(parlour.services, draft.id, CARL)) is No.CHALLENGE_OVER


async def test_what_is_not_allowed_to_a_challenge_is_not_to_a_draft(parlour: Parlour) -> None:
    draft = await drafted(parlour)
    act = store_draft(parlour.services, HERE, ANNA, ANNA, TERMS)
    assert await parlour.no(act) is No.YOURSELF
    assert HERE.guild is not None
    await bar(parlour.store, HERE.guild, BEN)
    assert await parlour.no(open_draft(parlour.services, draft.id, ANNA)) is No.OTHER_BARRED
    act = store_draft(parlour.services, HERE, ANNA, BEN, TERMS)
    assert await parlour.no(act) is No.OTHER_BARRED
    await parlour.store.servers.unbar(HERE.guild, BEN)
    parlour.limits = Limits(challenges=1)
    await parlour.challenged()
    assert await parlour.no(open_draft(parlour.services, draft.id, ANNA)) is No.TOO_MANY_CHALLENGES


async def test_of_more_than_ten_the_oldest_goes(parlour: Parlour) -> None:
    numbers = [(await drafted(parlour)).id for _ in range(11)]
    stored = [draft.id for draft in await parlour.store.challenges.drafts_of(ANNA)]
    assert stored == numbers[1:]
    assert await parlour.no(open_draft(parlour.services, numbers[0], ANNA)) is No.CHALLENGE_OVER
    assert parlour.said() == []
