"""Showing to all: once a minute, once for two presses, not by who is barred; and who may remove."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.showing.cases import remove, show
from bot.features.showing.model import DeleteShowing, Showing, ShowingPost
from bot.features.showing.refusals import ShowingNo
from bot.features.showing.tables import ShowingTables
from bot.model.posts import SentMessage
from bot.model.servers import Place, WritablePlace
from bot.store.check import check
from tests.bot.service.parlour import ANNA, BEN, CARL, ELSEWHERE, HERE, NOON, THERE, Parlour
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import bar

if TYPE_CHECKING:
    from pathlib import Path

    from bot.model.people import Player
    from bot.model.posts import Post

RANKS, OTHERS = "k:leaderboard:0:tablut::0", "k:leaderboard:0:tabal::0"
OF_BEN = "k:profile:102:tablut"


async def shown(
    parlour: Parlour,
    press: str = RANKS,
    by: Player = ANNA,
    place: Place = HERE,
    about: Player | None = None,
) -> list[Post]:
    """Ask to show a page; return the posts that follow."""
    await show(parlour.services, by, WritablePlace(place), press, about)
    return parlour.told()


async def posted(
    parlour: Parlour, press: str = RANKS, by: Player = ANNA, about: Player | None = None
) -> None:
    """It stands in message 900."""
    await show(parlour.services, by, HERE, press, about)
    (post,) = parlour.posts.values()
    for _ in range(2):
        await parlour.store.posts.done(post, SentMessage(900))
    parlour.hush()


def known(parlour: Parlour) -> list[tuple[object, ...]]:
    asked = "SELECT player, about, message, removed FROM showing ORDER BY id"
    return [tuple(row) for row in parlour.tables.db.execute(asked)]


async def test_it_is_posted_once_where_it_was_asked_for(parlour: Parlour) -> None:
    assert await shown(parlour) == [ShowingPost(1, ANNA)]
    tables = ShowingTables(parlour.store.database)
    assert await tables.find(1) == Showing(1, ANNA, HERE, NOON, RANKS)
    assert await shown(parlour) == []  # a second press of the same button


@pytest.mark.parametrize(("press", "place"), [(OTHERS, HERE), (RANKS, THERE), (RANKS, ELSEWHERE)])
async def test_a_person_shows_one_page_a_minute(parlour: Parlour, press: str, place: Place) -> None:
    await shown(parlour)
    asked = show(parlour.services, ANNA, WritablePlace(place), press, None)
    refused = await parlour.unchanged(asked)
    assert getattr(refused, "no", None) is ShowingNo.SHOWN_LATELY
    assert getattr(refused, "values", None) == {"at": NOON + 60}
    assert len(await shown(parlour, press, BEN, place)) == 1
    parlour.time += 60
    assert len(await shown(parlour, press, ANNA, place)) == 1


async def test_what_was_removed_can_be_shown_again_but_not_at_once(parlour: Parlour) -> None:
    await posted(parlour)
    await remove(parlour.services, 1, ANNA, None)
    asked = show(parlour.services, ANNA, HERE, RANKS, None)
    assert await parlour.no(asked) is ShowingNo.SHOWN_LATELY
    parlour.hush()
    parlour.time += 60
    assert len(await shown(parlour)) == 1


async def test_a_clock_that_was_set_back_keeps_no_one_from_it(parlour: Parlour) -> None:
    await shown(parlour)
    parlour.time -= 3600
    assert len(await shown(parlour, OTHERS)) == 1


async def test_who_is_barred_shows_nothing_there(parlour: Parlour) -> None:
    assert HERE.guild
    await bar(parlour.store, HERE.guild, ANNA)
    asked = show(parlour.services, ANNA, HERE, RANKS, None)
    assert await parlour.no(asked) is ShowingNo.MAY_NOT_SHOW
    assert known(parlour) == []
    assert len(await shown(parlour, place=ELSEWHERE)) == 1
    parlour.time += 60
    assert len(await shown(parlour, place=Place(None, 5, remote=True))) == 1


@pytest.mark.parametrize(
    ("by", "moderated", "no"),
    [
        (ANNA, None, None),
        (BEN, None, None),  # whom it is about
        (CARL, None, ShowingNo.NOT_YOURS_TO_REMOVE),
        (CARL, ELSEWHERE.guild, ShowingNo.NOT_YOURS_TO_REMOVE),
        (CARL, HERE.guild, None),
    ],
)
async def test_who_may_remove_it(
    parlour: Parlour, by: Player, moderated: int | None, no: ShowingNo | None
) -> None:
    await posted(parlour, OF_BEN, about=BEN)
    if no:
        assert await parlour.no(remove(parlour.services, 1, by, moderated)) is no
        return
    for _ in range(2):
        await remove(parlour.services, 1, by, moderated)
    assert parlour.told() == [DeleteShowing(900)]
    assert known(parlour) == [(ANNA, BEN, 900, 1)]


async def test_what_is_removed_before_it_is_posted_goes_once_it_is(parlour: Parlour) -> None:
    await show(parlour.services, ANNA, HERE, RANKS, None)
    (post,) = parlour.posts.values()
    await remove(parlour.services, 1, ANNA, None)
    await parlour.store.posts.done(post, SentMessage(900))
    assert parlour.told() == [DeleteShowing(900)]


async def test_the_newest_fifty_of_a_person_can_be_removed(parlour: Parlour) -> None:
    await shown(parlour, by=BEN)
    for _ in range(52):
        await shown(parlour)
        parlour.time += 60
    numbers = [row[0] for row in parlour.tables.db.execute("SELECT id FROM showing ORDER BY id")]
    assert numbers == [1, *range(4, 54)]
    asked = remove(parlour.services, 3, ANNA, HERE.guild)
    assert await parlour.no(asked) is ShowingNo.SHOWN_LONG_AGO


@pytest.mark.parametrize("erased", [ANNA, BEN])
async def test_what_an_erased_person_showed_or_was_shown_of_them_goes(
    parlour: Parlour, path: Path, erased: Player
) -> None:
    await posted(parlour, OF_BEN, about=BEN)
    await posted(parlour, by=CARL)
    dossier = await parlour.store.personal_data.of(erased)
    (line,) = dossier.features["shown"]
    assert (line["by_you"], line["what"], line["message"]) == (erased == ANNA, "profile", "900")
    await parlour.store.personal_data.erase(erased, NOON)
    assert parlour.told() == [DeleteShowing(900)]
    assert known(parlour) == [(CARL, None, 900, 0)]
    assert [*check(path, EXTENSIONS)] == []


async def test_who_is_erased_while_it_is_posted_leaves_no_message(parlour: Parlour) -> None:
    await show(parlour.services, ANNA, HERE, RANKS, None)
    (post,) = parlour.posts.values()
    await parlour.store.personal_data.erase(ANNA, NOON)
    assert parlour.told() == []
    await parlour.store.posts.done(post, SentMessage(900))
    assert [replace(post, place=HERE) for post in parlour.told()] == [DeleteShowing(900)]


async def test_where_the_bot_is_a_guest_the_press_itself_deletes(parlour: Parlour) -> None:
    await show(parlour.services, ANNA, WritablePlace(Place(None, 5, remote=True)), RANKS, None)
    (post,) = parlour.posts.values()
    await parlour.store.posts.done(post, SentMessage(900))
    parlour.hush()
    await remove(parlour.services, 1, ANNA, None)
    assert parlour.told() == []
