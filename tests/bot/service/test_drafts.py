"""Challenges from a position: drafted in private, opened once, and not beyond what is allowed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.service.challenges import accept, customise, expire, rematch, withdraw
from bot.service.drafts import draft, onward, open_draft
from bot.service.limits import Limits
from bot.service.model import Challenge, Kind, Post, Standing, Terms
from bot.service.play import resign
from bot.service.refusals import No, Refusal
from games.errors import Illegal
from games.gamefile import read
from games.notation import write_position
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, NOON, WEEK, D, L

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour

DAY = 86_400
OPEN_WEST = "3ttt3/4t4/2K6/t3T3t/tt3TTtt/t3T3t/9/4t4/3ttt3 l 0"  # the king's side is to move
TERMS = onward(read(OPEN_WEST, "larochelle").match, Pace(3))


async def drafted(parlour: Parlour, opponent: int | None = BEN) -> Challenge:
    return await draft(parlour.house, HERE, ANNA, opponent, TERMS)


def test_one_plays_on_from_where_it_stands_by_its_rules() -> None:
    match = read("Rules: ludens\na4-c4 e3-c3").match
    position = write_position(match.game, match.position)
    assert position.split()[1] == "d"
    terms = onward(match, Pace(), thread=True)
    assert terms == Terms("ludens", None, Pace(), thread=True, start=position)


def test_a_finished_game_cannot_be_played_on() -> None:
    over = read("Rules: ludens\na4-c4\nWinner: light\nReason: resigned").match
    with pytest.raises(Illegal):
        onward(over, Pace())


def test_rules_that_changed_since_cannot_be_played_on() -> None:
    text = "Rules in full: " + str(dict(read("Rules: ludens").match.game.data)).replace("'", '"')
    text = text.replace("False", "false").replace("True", "true").replace("None", "null")
    assert onward(read(text).match, Pace()).rules == "ludens"
    for other in (text.replace('"ludens"', '"bga"'), text.replace('"ludens"', '"no-such"')):
        with pytest.raises(Refusal) as refused:
            onward(read(other).match, Pace())
        assert refused.value.no is No.OTHER_RULES


async def test_a_draft_is_kept_for_a_day_and_not_posted(parlour: Parlour) -> None:
    made = await drafted(parlour)
    assert (made.standing, made.until) == (Standing.DRAFT, NOON + DAY)
    assert await parlour.store.open_challenges(BEN) == []
    assert parlour.said() == []
    parlour.time += DAY
    assert await parlour.no(open_draft(parlour.house, made.id, ANNA)) is No.CHALLENGE_OVER
    assert await expire(parlour.house) == 1
    assert parlour.said() == []


async def test_opened_it_is_a_challenge_like_any_other_and_is_posted_once(parlour: Parlour) -> None:
    made = await drafted(parlour)
    parlour.time += 100
    opened = await open_draft(parlour.house, made.id, ANNA)
    assert opened == replace(
        made, standing=Standing.OPEN, until=NOON + 100 + WEEK, version=made.version + 1
    )
    assert await parlour.store.challenge(made.id) == opened
    assert parlour.said() == [Post(Kind.CHALLENGE, challenge=made.id, due=NOON + 100)]
    assert await open_draft(parlour.house, made.id, ANNA) == opened
    assert parlour.said() == []


async def test_between_those_that_were_opened_in_vain_there_is_a_pause_however_old_they_are(
    parlour: Parlour,
) -> None:
    first, second = await drafted(parlour), await drafted(parlour)
    parlour.time += 2 * 3600
    await open_draft(parlour.house, first.id, ANNA)
    await parlour.store.post_done(Post(Kind.CHALLENGE, challenge=first.id), 500)
    await withdraw(parlour.house, first.id, ANNA)
    parlour.hush()
    assert await parlour.no(open_draft(parlour.house, second.id, ANNA)) is No.TOO_SOON
    parlour.time += 60
    assert (await open_draft(parlour.house, second.id, ANNA)).standing is Standing.OPEN


async def test_two_presses_at_once_open_it_once(parlour: Parlour) -> None:
    made = await drafted(parlour)

    async def first() -> None:
        await open_draft(parlour.house, made.id, ANNA)

    parlour.store.first = first
    assert (await open_draft(parlour.house, made.id, ANNA)).standing is Standing.OPEN
    assert [post.kind for post in parlour.said()] == [Kind.CHALLENGE]


async def test_the_match_begins_there_and_so_does_its_rematch(parlour: Parlour) -> None:
    made = await open_draft(parlour.house, (await drafted(parlour)).id, ANNA)
    parlour.lots = [D]  # the challenger's side
    record = await accept(parlour.house, made.id, BEN)
    assert record.start == OPEN_WEST
    assert record.match.turn is L
    assert write_position(record.match.game, record.match.position) == OPEN_WEST
    assert record.pace == Pace(3)
    again = await rematch(parlour.house, (await resign(parlour.house, record.id, BEN)).id, BEN)
    assert isinstance(again, tuple)
    assert again[0].terms == replace(TERMS, side=D, rated=False)  # it counts for nothing


async def test_its_rules_stay_as_they_are(parlour: Parlour) -> None:
    made = await open_draft(parlour.house, (await drafted(parlour)).id, ANNA)
    parlour.hush()
    assert await parlour.no(customise(parlour.house, made.id, ANNA, "bga")) is No.FROM_A_POSITION


async def test_it_is_its_makers_alone(parlour: Parlour) -> None:
    made = await drafted(parlour, opponent=None)
    assert await parlour.no(open_draft(parlour.house, made.id, CARL)) is No.NO_SUCH_CHALLENGE
    assert await parlour.no(accept(parlour.house, made.id, CARL)) is No.CHALLENGE_OVER


async def test_what_is_not_allowed_to_a_challenge_is_not_to_a_draft(parlour: Parlour) -> None:
    made = await drafted(parlour)
    act = draft(parlour.house, HERE, ANNA, ANNA, TERMS)
    assert await parlour.no(act) is No.YOURSELF
    assert HERE.guild is not None
    await parlour.store.bar(HERE.guild, BEN)
    assert await parlour.no(open_draft(parlour.house, made.id, ANNA)) is No.OTHER_BARRED
    act = draft(parlour.house, HERE, ANNA, BEN, TERMS)
    assert await parlour.no(act) is No.OTHER_BARRED
    await parlour.store.unbar(HERE.guild, BEN)
    parlour.limits = Limits(challenges=1)
    await parlour.challenged()
    assert await parlour.no(open_draft(parlour.house, made.id, ANNA)) is No.TOO_MANY_CHALLENGES


async def test_of_more_than_ten_the_oldest_goes(parlour: Parlour) -> None:
    numbers = [(await drafted(parlour)).id for _ in range(11)]
    kept = [each.id for each in await parlour.store.drafts(ANNA)]
    assert kept == numbers[1:]
    assert await parlour.no(open_draft(parlour.house, numbers[0], ANNA)) is No.CHALLENGE_OVER
    assert parlour.said() == []
