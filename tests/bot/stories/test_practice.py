"""Games against the engine, in private and in public: moves, ends, other games."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.service.usual import DEFAULT_RULES
from bot.ui.pages import parts, scenes
from bot.ui.pages.reader import Reader
from bot.ui.words import words_of
from engine.player import Player as Engine
from games import catalogue
from games.core import Side
from games.events import Event, from_data
from games.match import fold
from games.notation import write_move
from sandbox.observer import PATIENCE
from sandbox.sample import HEARTH
from tests.bot.stories.practising import answered, played, practise, press, verbs
from tests.bot.stories.table import challenged, strangers
from tests.together import together

if TYPE_CHECKING:
    from games.match import Match
    from sandbox.message_view import Form, MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from tests.bot.stories.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")

ENGINE = Engine()
QUICK = "larochelle+attackers-first"


def newest(table: Table) -> int:
    """The number of the newest game against the engine."""
    ((number,),) = table.ask('SELECT max(id) FROM "match" WHERE level > 0')
    assert isinstance(number, int)
    return number


def match_of(table: Table, number: int) -> Match:
    """Return the match that a game's events make."""
    rows = table.ask(
        'SELECT kind, "by", at, data FROM event WHERE "match" = ? ORDER BY number', number
    )
    events = list[Event]()
    for kind, by, at, data in rows:
        event = {"kind": kind, "at": at, **json.loads(str(data))}
        events.append(from_data(event if by is None else {**event, "by": by}))
    return fold(events)


def best(match: Match, level: int) -> str:
    """Return the engine's move there at this level."""
    *before, position = match.positions
    move = ENGINE.choose_at(match.game, position, before, level, match=match.log[0].at).move
    return write_move(move, match.game.play(position, move).captured)


async def test_a_game_is_played_on_one_message(table: Table) -> None:
    begun = await practise(table, table.deer, level=1, rules=QUICK, side="l")
    assert begun.ephemeral
    assert "I played" in begun.text
    assert "level 1" in begun.text
    assert begun.pictures[0].alt
    after = await played(table, table.deer, begun)
    assert after.id == begun.id
    assert "I replied" in after.text
    hinted = (await table.deer.click(after, "Hint")).message
    assert "look at the piece on" in hinted.text
    told = (await table.deer.click(hinted, "And where to?")).message
    assert "I'd play" in told.text
    fresh = (await table.deer.slash(table.where, "tablut practice")).message
    back = (await table.deer.click(fresh, "Undo")).message
    assert back.text.startswith("I played")
    assert len(match_of(table, newest(table)).plies) == 1
    assert table.sees() == []
    again = (await table.deer.slash(table.where, "tablut practice")).message
    assert "/tablut practice" in again.text
    assert len(match_of(table, newest(table)).plies) == 1


async def test_a_move_chosen_before_another_counted_shows_what_was_played(table: Table) -> None:
    old = await practise(table, table.birch, level=1, rules=QUICK, side="l")
    while "play" not in verbs(old):
        old = (await table.birch.click(old, press(old, "to"))).message
    number = newest(table)
    match = match_of(table, number)
    other = write_move(match.game.moves(match.position)[-1])
    said = await table.birch.slash(table.where, "tablut move", move=other, game=str(number))
    await answered(table, table.birch, said.message)
    assert other not in press(old, "play")
    asked = await table.birch.click(old, press(old, "play"))
    now = await answered(table, table.birch, asked.message)
    assert write_move(match_of(table, number).plies[-2].move) == other.replace("x", "-")
    assert "I replied" in now.text
    assert "latest board" not in now.text


async def test_a_typed_move_is_answered_too(table: Table) -> None:
    await practise(table, table.birch, level=1, rules=QUICK, side="l")
    number = newest(table)
    move = best(match_of(table, number), 3)
    said = await table.birch.slash(table.where, "tablut move", move=move, game=str(number))
    assert "I replied" in (await answered(table, table.birch, said.message)).text
    said = await table.birch.slash(table.where, "tablut move", move="a1-a2", game=str(number))
    assert {"hint", "takeback"} <= verbs(said.message)
    assert table.sees() == []


@pytest.mark.parametrize(
    ("mine", "level", "side"),
    [(5, 1, "l"), pytest.param(1, 6, "d", marks=pytest.mark.nightly)],
)
async def test_a_whole_game_is_won_or_lost(table: Table, mine: int, level: int, side: str) -> None:
    who = table.box.player("cairn")
    message = await practise(table, who, level=level, rules=QUICK, side=side)
    number, seen = newest(table), set[str]()
    stop = table.box.world.subscribe(
        lambda _: seen.update(shown.text for shown in who.sees(table.where))
    )
    while not (match := match_of(table, number)).verdict:
        move = best(match, mine)
        said = await who.slash(table.where, "tablut move", move=move, game=str(number))
        message = await answered(table, who, said.message)
    stop()
    assert match.verdict.winner is Side.LIGHT
    called = [  # by the person's own moves: seen on the board before it is answered
        match.callout_after(count)
        for count, ply in enumerate(match.plies[:-1], start=1)
        if ply.side is Side.LIGHT and side == "l"
    ]
    for callout in filter(None, called):
        (told,) = parts.callout_line(callout, words_of("en"))
        assert any(text.startswith(told) for text in seen)
    assert ("Your first win!" if side == "l" else "I win this one.") in message.text
    onward = "begin" if side == "l" else "again"
    assert {"begin", "replay"} <= verbs(message)
    ((dark, light, level_kept),) = table.ask(
        'SELECT dark, light, level FROM "match" WHERE id = ?', number
    )
    assert {dark, light} == {int(who.id), 1}
    assert level_kept == level
    if "why" in verbs(message):
        why = (await who.click(message, press(message, "why"))).message
        assert "runs into" in why.text
        message = why
    asked = await who.click(message, press(message, onward))
    back = await answered(table, who, asked.message)
    assert newest(table) > number
    assert {"to", "play"} & verbs(back)
    history = (await who.slash(table.where, "tablut history")).message
    assert "not counted" in history.text


async def asked_how(table: Table) -> Form:
    """Return the form before a game against the bot in a channel."""
    options = {"rules": QUICK, "side": "d"}
    bot = table.box.player(table.box.bot.username)
    return (await table.deer.slash(table.where, "tablut challenge", opponent=bot, **options)).form


async def test_a_game_against_the_bot_begins_as_its_form_says(table: Table) -> None:
    form = await asked_how(table)
    forged = await table.deer.submit(form, level="8", side="l", more=["two"])
    assert "level 8," in forged.text
    await table.board(1)
    row = 'SELECT level, light, games FROM "match" WHERE id = ?'
    assert table.ask(row, newest(table)) == [(8, int(table.deer.id), 2)]


async def test_against_the_bot_in_public(table: Table) -> None:
    form = await asked_how(table)
    assert [option["label"] for option in dict(form.fields())["Your side"]["options"]] == [
        "Random",
        "Attackers",
        "Defenders",
    ]
    asked = await table.deer.submit(form, level="1", more=[])
    assert asked.ephemeral
    assert "level 1," in asked.text
    board = await table.board(1)
    assert board.pings == set()
    assert "Konakis" in board.text
    panel = (await table.deer.click(board, "Move")).message
    while "play" not in verbs(panel):
        panel = (await table.deer.click(panel, press(panel, "to"))).message
    await table.deer.click(panel, press(panel, "play"))
    answer = await table.board(2)
    assert answer.pings == set()
    assert "Konakis replied" in answer.text
    number = newest(table)
    assert len(match_of(table, number).plies) == 2
    await table.in_more(table.deer, "draw", number)
    assert match_of(table, number).verdict is None
    await table.in_more(table.deer, "takeback", number)
    assert len(match_of(table, number).plies) == 0
    sure = (await table.in_more(table.deer, "resign", number)).message
    await table.deer.click(sure, press(sure, "resign-yes"))
    over = await table.birch.wait_for(table.where, "Konakis wins")
    assert over.pings == set()
    await table.deer.click(over, "Rematch")
    await table.deer.click(over, "Rematch")
    games = table.ask('SELECT light FROM "match" WHERE level > 0 AND id > ?', number)
    assert games == [(int(table.deer.id),)]


async def test_a_server_is_greeted_once_and_the_greeting_begins_a_game(
    table: Table, bot: BotProcess
) -> None:
    wind = table.box.player("north-wind")

    def greetings() -> list[MessageView]:
        return [message for message in wind.sees(HEARTH) if "I'm Konakis" in message.text]

    (greeting,) = await table.box.until(lambda: greetings() or None, PATIENCE)
    first = catalogue.game(DEFAULT_RULES)
    assert greeting.pictures[0].alt == scenes.start(first, Reader(words_of("en"))).alt
    begun = await wind.click(greeting, "Play against me")
    turn = await answered(table, wind, begun.message)
    assert turn.ephemeral
    assert "level 1" in turn.text
    assert "You have the king: get him to the edge." in turn.text
    whom = (await wind.click(greeting, "Challenge a friend")).message
    await wind.click(whom, "Anyone here")
    asked = await wind.wait_for(HEARTH, "is looking for an opponent")
    assert "accept" in verbs(asked)
    details = (await wind.click(asked, press(asked, "about"))).message
    await wind.click(details, press(details, "withdraw"))
    await bot.restart()
    again = await practise(table, wind)
    assert {"to", "play"} & verbs(again)
    assert len(greetings()) == 1


async def test_all_ways_into_the_bot_lead_to_the_house_game(table: Table) -> None:
    words, (wind,) = words_of("en"), strangers(table.box, table.guild_id, 1)
    title = words(f"ruleset.{DEFAULT_RULES}.name")

    async def said(command: str) -> str:
        return (await wind.slash(table.where, f"tablut {command}")).text

    assert (
        f"**{title}** "
        in (await challenged(wind, await wind.slash(table.where, "tablut challenge"))).text
    )
    assert f"{title} · page 1 of " in await said("rules")
    board = (await practise(table, wind)).text
    assert f"({title} · level 1)" in board
    assert not any("Unlike Saami Tablut" in text for text in (board, await said("learn")))


async def test_games_run_side_by_side_and_the_command_lists_them(table: Table) -> None:
    (who,) = strangers(table.box, table.guild_id, 1)
    first = await practise(table, who, level=1, rules=QUICK, side="d")
    first = await played(table, who, first)
    second = await practise(table, who, level=2, rules=QUICK, side="l")
    await played(table, who, second)
    listed = (await who.slash(table.where, "tablut practice")).message
    assert verbs(listed) == {"open", "begin"}
    assert "level 1" in listed.text
    assert "level 2" in listed.text
    opened = await answered(table, who, (await who.click(listed, press(listed, "open"))).message)
    assert "I replied" in opened.text
    fitting = (await who.slash(table.where, "tablut practice", level=2)).message
    assert "Your game continues here" in (await answered(table, who, fitting)).text


async def test_another_game_is_begun_from_more_and_from_the_end_at_the_same_level(
    table: Table,
) -> None:
    birch = table.birch
    message = await practise(table, birch, level=2, rules=QUICK, side="l")
    more = (await birch.click(message, press(message, "more"))).message
    asked = (await birch.click(more, press(more, "other-game"))).message
    begun = await birch.select(asked, 0, "tabal")
    await answered(table, birch, begun.message)
    running = 'SELECT rules, level FROM "match" WHERE ? IN (dark, light) AND reason IS NULL'
    assert ("tabal", 2) in table.ask(running, int(birch.id))
    number = newest(table)
    more = (await birch.click(begun.message, press(begun.message, "more"))).message
    sure = (await birch.click(more, press(more, "resign"))).message
    over = (await birch.click(sure, press(sure, "resign-yes"))).message
    await birch.select(over, 0, "brandubh")
    assert newest(table) > number
    assert ("brandubh", 2) in table.ask(running, int(birch.id))


@pytest.mark.nightly
async def test_ten_people_practise_at_once_and_each_move_is_answered_once(table: Table) -> None:
    people, rounds = (
        strangers(table.box, table.guild_id, 10),
        2,
    )  # a king is not out before his third move

    async def play(who: Player) -> None:
        message = await practise(table, who, level=3, rules=QUICK, side="d")
        for _ in range(rounds):
            message = await played(table, who, message)

    await together(*map(play, people))
    games = table.ask('SELECT id, dark FROM "match" WHERE level = 3 AND reason IS NULL')
    players = {int(who.id) for who in people}
    numbers = [int(str(number)) for number, dark in games if dark in players]
    assert len(numbers) == len(people)
    for number in numbers:
        sides = [ply.side for ply in match_of(table, number).plies]
        assert sides == [Side.DARK, Side.LIGHT] * rounds
