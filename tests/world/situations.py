"""Situations in which something fails: each is led up to, has an action, and goes on after it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.model.seasons import season_of, starts
from sandbox.sample import LONG_TABLE
from tests.bot.store.test_my_data import traces
from tests.bot.stories.days.people import press
from tests.bot.stories.days.telling import reminders
from tests.bot.stories.days.test_quiet import choose
from tests.bot.stories.days.test_seasons import told_in
from tests.bot.stories.days.test_tournaments import Tournaments
from tests.bot.stories.days.test_vote_games import Hall
from tests.bot.stories.hours import DAY, HOUR
from tests.bot.stories.opponents import as_if_against_others
from tests.bot.stories.table import QUICK, Table, play_button
from tests.bot.stories.test_moderation import at_home, data_of
from tests.bot.stories.test_ratings import MOVES, counted
from tests.bot.stories.test_think import kept, tapped
from tests.world.failing import Plot

if TYPE_CHECKING:
    from sandbox.message_view import Answer
    from tests.world.failing import Scene, Situation

_GREETED_IN, _GREETED_AGAIN_IN = 5, 70  # seconds
_TYPED_FOR = 5  # seconds within which a reply is played or explained


async def _table(scene: Scene) -> Table:
    """Two friends, and the bot, which has greeted everyone."""
    await scene.bot.start()
    await asyncio.sleep(_GREETED_IN)
    return Table(scene.box, scene.database, LONG_TABLE)


async def _home(scene: Scene, *friends: str) -> Table:
    """A table in a server of the friends' own."""
    await scene.bot.start()
    await asyncio.sleep(_GREETED_IN)
    return await at_home(scene.box, scene.database, *friends)


async def a_challenge(scene: Scene) -> Plot:
    table = await _table(scene)
    terms = {"opponent": table.birch, "rules": QUICK, "side": "d", "days": 0}

    async def then() -> None:
        (asked,) = table.sees()
        assert asked.pings == {"birch"}
        await table.birch.click(asked, "Accept")
        await table.board(1)

    return Plot(
        lambda: table.deer.slash(table.where, "tablut challenge", **terms),
        lambda: table.asked is not None,
        then,
    )


async def its_acceptance(scene: Scene) -> Plot:
    table = await _table(scene)
    asked = await table.challenge()

    async def then() -> None:
        await table.check()
        assert " accepted " in asked.text
        assert not asked.buttons
        await table.play("e2-f2")
        await table.check("e2-f2")

    return Plot(lambda: table.birch.click(asked, "Accept"), lambda: table.match is not None, then)


async def _goes_on(table: Table) -> None:
    """Check the move, and play on."""
    await table.check("e2-f2")
    await table.play("e4-f4")
    await table.check("e2-f2", "e4-f4")


async def a_move_typed(scene: Scene) -> Plot:
    table = await _table(scene)
    board = await table.begin()

    async def reply() -> None:
        table.deer.reply(board, "e2-f2")
        await asyncio.sleep(_TYPED_FOR)

    return Plot(reply, lambda: table.moves == ["e2-f2"], lambda: _goes_on(table))


async def a_move_by_buttons(scene: Scene) -> Plot:
    table = await _table(scene)
    panel = await table.panel(table.deer, await table.begin(), "e2", "f2")
    button = play_button(panel, ("e2", "f2"))
    return Plot(
        lambda: table.deer.click(panel, button),
        lambda: table.moves == ["e2-f2"],
        lambda: _goes_on(table),
    )


async def a_move_by_command(scene: Scene) -> Plot:
    table = await _table(scene)
    await table.begin()
    return Plot(
        lambda: table.typed(table.deer, "e2-f2"),
        lambda: table.moves == ["e2-f2"],
        lambda: _goes_on(table),
    )


async def preparing_an_answer(scene: Scene) -> Plot:
    table = await _table(scene)
    await table.begin()
    played = await table.typed(table.deer, "e2-f2")
    panel = await kept(table.deer, played.message, "e4", "f4", "f2", "g2")

    async def then() -> None:
        await table.typed(table.birch, "e4-f4")
        await table.said()
        assert table.moves == ["e2-f2", "e4-f4", "f2-g2"]

    return Plot(
        lambda: table.deer.click(panel, "Reply automatically"),
        lambda: table.ask("SELECT 1 FROM thought WHERE data LIKE '%,true]%'") != [],
        then,
    )


async def a_prepared_answer(scene: Scene) -> Plot:
    table = await _table(scene)
    await table.begin()
    played = await table.typed(table.deer, "e2-f2")
    panel = await kept(table.deer, played.message, "e4", "f4", "f2", "g2")
    await tapped(table.deer, panel, "Reply automatically")

    async def then() -> None:
        assert table.moves == ["e2-f2", "e4-f4", "f2-g2"]
        await table.typed(table.birch, "f4-f3")
        await table.said()
        assert table.boards[-1].pings == {"reindeer"}

    return Plot(lambda: table.typed(table.birch, "e4-f4"), lambda: len(table.moves) > 1, then)


async def asking_to_take_back(scene: Scene) -> Plot:
    table = await _table(scene)
    await table.begin()
    await table.play("e2-f2")
    await table.said()
    more = await table.more(table.deer)
    button = press(more, "k:takeback")

    async def then() -> None:
        await table.birch.click(table.sees()[-1], "Accept")
        await table.said()
        await table.typed(table.deer, "e2-d2")

    return Plot(lambda: table.deer.click(more, button), lambda: table.log[-1][0] == "offered", then)


async def a_takeback(scene: Scene) -> Plot:
    table = await _table(scene)
    await table.begin()
    board = await table.play("e2-f2")
    await table.in_more(table.deer, "takeback")
    notice = await table.birch.wait_for(table.where, "back", after=board)
    events = len(table.log)

    async def then() -> None:
        assert table.boards[-1].pings == {"reindeer"}
        await table.typed(table.deer, "e2-d2")

    return Plot(lambda: table.birch.click(notice, "Accept"), lambda: len(table.log) > events, then)


async def an_end_with_ratings(scene: Scene) -> Plot:
    table = await _table(scene)
    await table.begin()
    await table.play(*MOVES)
    sure = (await table.in_more(table.birch, "resign")).message

    async def then() -> None:
        assert counted(table) == ["won", "lost"]
        await table.birch.click(table.boards[-1], "Rematch")

    return Plot(
        lambda: table.birch.click(sure, "Yes, I resign"),
        lambda: table.log[-1][0] == "resigned",
        then,
    )


async def a_tournaments_next_round(scene: Scene) -> Plot:
    """A player resigns the last game of a round."""
    cup = Tournaments(await _home(scene), scene.hours)
    words = cup.speak("en-US")
    await told_in(cup.table, cup.news.where)
    await cup.open(words, "round-robin")
    await scene.hours.heard()
    await cup.joined(*cup.people)
    await cup.look()
    await scene.hours.pass_(7 * DAY)
    await cup.look()
    *others, (last, dark, light) = cup.running()
    for number, *two in others:
        sure = (await cup.table.in_more(cup.of(*two), "resign", number)).message
        await cup.of(*two).click(sure, sure.buttons[0].custom_id or "")
    await cup.look()
    who = cup.of(dark, light)
    sure = (await cup.table.in_more(who, "resign", last)).message

    async def resign() -> Answer:
        return await who.click(sure, sure.buttons[0].custom_id or "")

    async def then() -> None:
        await cup.look()
        assert len(cup.running()) == 2
        assert words("tournament.round-of", number=2, count=3) in cup.card.text

    return Plot(resign, lambda: last not in [game[0] for game in cup.running()], then)


async def a_vote_that_closes(scene: Scene) -> Plot:
    hall = Hall(await _home(scene), scene.hours)
    hall.speak("en-US")
    await hall.begin()
    await hall.other(hall.river, "e2-d2")
    moment = scene.hours.now + DAY

    async def close() -> None:
        scene.hours.set(moment)
        await scene.hours.heard()

    async def then() -> None:
        assert [kind for kind, _ in hall.log] == ["created", "moved"]
        await hall.plays(hall.deer, "e4-d4")
        await hall.other(hall.river, "d2-c2")
        await hall.edited()

    return Plot(close, lambda: len(hall.log) > 1, then)


async def a_reminder(scene: Scene) -> Plot:
    table = await _table(scene)
    await table.begin(days=2)
    moment = scene.hours.now + 36 * HOUR

    async def come() -> None:
        scene.hours.set(moment)
        await scene.hours.heard()

    async def then() -> None:
        (told,) = reminders(table.sees())
        assert told.pings == {"reindeer"}
        await table.play("e2-f2")
        await scene.hours.heard()
        assert told.gone

    return Plot(come, lambda: reminders(table.sees()) != [], then)


async def the_digest(scene: Scene) -> Plot:
    table = await _table(scene)
    riviere = scene.box.player("riviere")
    tables = [Table(scene.box, scene.database, LONG_TABLE, "reindeer", "cairn") for _ in range(2)]
    cairn = tables[0].birch
    scene.hours.set(scene.hours.now + 12 * HOUR)
    await choose(cairn, table, quiet_from="off", digest="18:00")
    for one in tables:
        await one.begin()
        await one.play("e2-f2")
    moment = scene.hours.now + 6 * HOUR
    dm = cairn.dm(scene.box.bot)
    assert riviere

    async def come() -> None:
        scene.hours.set(moment)
        await scene.hours.heard()

    async def then() -> None:
        (told,) = cairn.sees(dm)
        assert all(f"Game {one.match}" in told.text for one in tables)
        await tables[0].typed(cairn, "e4-f4")

    return Plot(come, lambda: cairn.sees(dm) != [], then)


async def erasing_a_person(scene: Scene) -> Plot:
    table = await _home(scene, "cairn", "birch")
    await table.begin()
    await table.play("e2-f2")
    await table.challenge()
    shown = await data_of(table.deer, table.where)
    for button in ("k:mydata:ask", "k:mydata:sure"):
        shown = (await table.deer.click(shown, button)).message

    def erased() -> bool:
        return traces(scene.database, int(table.deer.id)) == []

    async def then() -> None:
        assert table.log[-1][0] == "resigned"
        await table.opens(table.birch)

    return Plot(lambda: table.deer.click(shown, "k:mydata:erase"), erased, then)


async def a_seasons_end(scene: Scene) -> Plot:
    table = await _home(scene)
    news = Table(scene.box, scene.database, table.guild_id)
    await told_in(table, news.where)
    for _ in range(3):
        boards = len(table.boards)
        await table.birch.click(await table.challenge(), "Accept")
        await table.board(boards + 1)
        await table.play(*MOVES)
        sure = (await table.in_more(table.deer, "resign")).message
        await table.deer.click(sure, "Yes, I resign")
        await table.said()
    as_if_against_others(scene.database)
    season = season_of(scene.hours.now)

    async def end() -> None:
        scene.hours.set(starts(season + 1))
        await scene.hours.heard()

    async def then() -> None:
        titles = table.ask("SELECT place FROM title WHERE season = ?", season)
        assert sorted(titles) == [(1,), (2,)]
        await table.begin()

    return Plot(end, lambda: len(news.sees()) == 1, then)


async def a_first_start(scene: Scene) -> Plot:
    async def start() -> None:
        await scene.bot.start()
        await asyncio.sleep(_GREETED_IN)

    async def then() -> None:
        await asyncio.sleep(_GREETED_AGAIN_IN)
        table = Table(scene.box, scene.database, LONG_TABLE)
        await table.begin()
        await table.play("e2-f2")

    return Plot(start, lambda: scene.bot.pid is not None, then)


SITUATIONS: tuple[Situation, ...] = (
    *(a_challenge, its_acceptance, a_move_typed, a_move_by_buttons, a_move_by_command),
    *(preparing_an_answer, a_prepared_answer, asking_to_take_back, a_takeback),
    *(an_end_with_ratings, a_tournaments_next_round, a_vote_that_closes, a_reminder, the_digest),
    *(erasing_a_person, a_seasons_end, a_first_start),
)
