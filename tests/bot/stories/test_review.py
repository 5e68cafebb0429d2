"""Reviews of finished games: asked for by players and an onlooker, forged, made after a kill."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.features.review import reviewer
from engine.review import VERSION, Effort
from sandbox.world import places
from tests.bot.stories.practising import answered, played, practise, press, verbs
from tests.bot.stories.test_forged import button, forged
from tests.together import together

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox.message_view import MessageView
    from tests.bot.stories.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")

PATIENCE = 600  # seconds: a busy machine gives an engine little time
# Both sides look away, and the king walks out; where neither is ahead as they begin.
RULES = "bga-rim"
MOVES = (
    *("a4-a3", "e6-f6", "a3-a2", "e5-e6", "d1-c1", "e6-c6"),
    *("f1-g1", "c6-d6", "c1-b1", "d6-c6", "g1-h1", "c6-c9"),
)
ACCEPT = {"en-US": "Accept", "fr": "Accepter"}
WORDS = {
    "review": "Analyse",
    "going": "J\u2019analyse la partie",
    "title": "**Analyse**",
    "show": "Voir",
    "level": "niveau 1",
}
WHY = ("gagnait tout de suite\u00a0: le roi sort en c9", "Le roi peut sortir en c9 (raichi)")


@pytest.fixture(scope="module", autouse=True)
def _quick() -> Iterator[None]:
    """Let a review take a tenth of its usual effort: the engine's tests check its content."""
    quick = partial(Effort, nodes=1200, again=5000, stretch=10_000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reviewer, "Effort", quick)
        yield


def speak(table: Table, language: str) -> None:
    """The server and its people speak that from now on."""
    places.alter(table.box.world, replace(table.box.world.guild(table.guild_id), locale=language))
    for name in ("reindeer", "birch", "cairn"):
        person = table.box.player(name).person
        places.rename(table.box.world, replace(person, locale=language))


async def finished(table: Table, language: str) -> MessageView:
    """A game in that language, which the king won; its result."""
    speak(table, language)
    asked = await table.challenge(rules=RULES)
    await table.birch.click(asked, ACCEPT[language])
    await table.board(1)
    await table.play(*MOVES)
    await table.said()
    return table.sees()[-1]


async def reviewed(table: Table, asked: MessageView, title: str) -> MessageView:
    """The private message once the review is on it."""
    return await table.box.until(lambda: asked if title in asked.text else None, PATIENCE)


def reviews(table: Table) -> list[tuple[object, ...]]:
    return table.ask('SELECT "match", version FROM review')


async def test_players_and_onlookers_see_one_review_and_try_what_was_better(
    table: Table,
) -> None:
    cairn = table.box.player("cairn")
    result = await finished(table, "fr")
    people = (table.deer, table.birch, cairn)
    answers = await together(*(who.click(result, WORDS["review"]) for who in people))
    for answer in answers:
        assert answer.message.ephemeral
        assert WORDS["going"] in answer.message.text or WORDS["title"] in answer.message.text
    private = [await reviewed(table, answer.message, WORDS["title"]) for answer in answers]
    assert len({message.text for message in private}) == 1
    shown = private[0]
    (curve,) = shown.pictures
    assert curve.name == "curve.png"
    assert len([button for button in shown.buttons if button.label == WORDS["show"]]) == 2
    assert (table.match, VERSION) in reviews(table)
    again = (await cairn.click(result, WORDS["review"])).message
    assert again.text == shown.text  # kept: at once
    first = (await cairn.click(private[2], press(private[2], "moment"))).message
    assert first.id == private[2].id
    assert all(picture.data.startswith(b"\x89PNG") and picture.alt for picture in first.pictures)
    assert WHY[0] in first.text
    begun = await cairn.click(first, press(first, "try"))
    panel = await table.box.until(
        lambda: begun.message if WORDS["level"] in begun.message.text.lower() else None, PATIENCE
    )
    assert panel.ephemeral
    ((start, dark, light),) = table.ask(
        """SELECT json_extract(event.data, '$.start'), dark, light FROM "match"
        JOIN event ON event."match" = "match".id AND event.number = 1
        WHERE level > 0 ORDER BY "match".id DESC LIMIT 1"""
    )
    assert start
    assert {dark, light} == {int(cairn.id), 1}
    await played(table, cairn, await answered(table, cairn, panel))
    second = (await cairn.click(first, press(first, "moment"))).message
    assert WHY[1] in second.text
    other = (await cairn.click(second, press(second, "try"))).message
    assert {"play", "to"} & verbs(other)  # beside the one in progress
    assert shown.text == private[0].text


async def test_after_a_game_in_private_the_review_stands_where_its_end_stood(
    table: Table,
) -> None:
    speak(table, "en-US")
    deer = table.deer
    message = await practise(table, deer, level=1, rules=RULES, side="d")
    for _ in range(3):
        message = await played(table, deer, message)
    number = int(press(message, "more").split(":")[2])
    sure = (await table.in_more(deer, "resign", number)).message
    await deer.click(sure, press(sure, "resign-yes"))
    over = (await deer.click(forged(table, button(f"k:board:{number}")), "Forged")).message
    assert "Review" in {shown.label for shown in over.buttons}
    begun = await deer.click(over, "Review")
    assert begun.message.id == over.id
    shown = await reviewed(table, begun.message, "**Review**")
    assert shown.id == over.id
    back = (await deer.click(shown, "Back")).message
    assert back.id == over.id
    assert {"Review", "Play again"} <= {shown.label for shown in back.buttons}


async def test_a_forged_or_hasty_press_gets_one_kind_sentence(table: Table) -> None:
    speak(table, "en-US")
    await table.begin()
    await table.play("a4-a3")
    number = table.match
    for custom_id in (
        f"k:review:{number}",
        f"k:try:{number}:0",
        f"k:try:{number}:999999999",
    ):
        said = await table.deer.click(forged(table, button(custom_id)), "Forged")
        assert "I only review finished games" in said.text
        assert said.message.ephemeral
    for custom_id in (f"k:review:{2**62}", f"k:try:{2**62}:3"):
        said = await table.deer.click(forged(table, button(custom_id)), "Forged")
        assert "I can't find that game" in said.text
