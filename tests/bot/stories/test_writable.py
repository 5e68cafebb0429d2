"""Nothing new is posted where the person who asks for it may not write: every press and command.

Birch, who keeps order in the whole server, uses each of them about what there is in one channel,
once that is closed to him.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, cast

import pytest
import pytest_asyncio

from bot.features.ratings.model import Family
from bot.features.ratings.pages.standings import ShowLeaderboard
from bot.features.showing.pages import ShowHere
from bot.features.together import pages as together
from bot.features.tournaments.pages import announcement, draft, hub
from bot.features.vote_games.pages import BeginVoteGame, CastVote
from bot.ui.buttons import ChosenPress, Press
from bot.ui.pages import challenge, moderation, my_data, offers, panel, paused
from bot.ui.pages.practice import BeginHere
from bot.ui.pages.result import Rematch
from bot.ui.pages.sharing import OpenDraft
from games.core import Side
from games.pace import DAY
from sandbox.message_view import MessageView
from sandbox.rules import commands as kinds
from sandbox.rules.permissions import May
from sandbox.sample import LOBBY
from sandbox.world import events, menu, places
from sandbox.world.menu import Invoker
from tests.bot.stories.table import QUICK, Table, in_more, pressing
from tests.bot.stories.test_moderation import MANAGER, WARDEN, at_home, grant
from tests.bot.stories.test_sharing import OPEN_WEST
from tests.bot.ui.test_buttons import WRITTEN
from tests.every import by_night
from tests.together import until
from tests.unseen_buttons import LABEL, click_unseen

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterator
    from pathlib import Path

    from sandbox.message_view import Answer, Form
    from sandbox.observer import Where
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from sandbox.world.events import Event

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

REFUSED = "You can't post in"
# What goes on in a game or a tournament that somebody who may write there has begun: whoever takes
# part in it can do this, whatever is posted of it. And what a server's news tell of.
FOLLOWS = {
    challenge.AcceptChallenge,
    challenge.DeclineChallenge,
    challenge.SubmitCounter,
    panel.PlayMove,
    offers.AcceptOffer,
    offers.AskTakeback,
    offers.ConfirmResigning,
    offers.DeclineOffer,
    offers.GiveDay,
    offers.NudgeOpponent,
    offers.OfferDraw,
    paused.ResumeGame,
    moderation.SubmitStop,
    my_data.EraseData,  # which gives up games
    CastVote,
    together.JoinFoursome,
    announcement.BeginNow,
    announcement.ConfirmCallingOff,
    hub.JoinLeague,
}
MOVE = "tablut move"  # the one command that does
# Numbers in presses that are of nothing which stands in a channel.
OTHERS = {
    "after",
    "block",
    "channel",
    "player",
    "puzzle",
    "season",
    "seen_events",
    "showing",
    "thought",
    "tries",
}


BOTH = (May.SEND_MESSAGES, May.SEND_MESSAGES_IN_THREADS)


def deny(table: Table, who: Player, *what: May, where: Where = "") -> None:
    """Take that from a person in that channel, and give everything else back."""
    world = table.box.world
    denied = May(sum(what))
    places.overwrite(world, who.channel(where or table.where), who.id, deny=denied)


class Notices:
    """A channel with what there is in it of Birch's, or has been, before it is closed to him."""

    def __init__(self, table: Table) -> None:
        self.table, self.box, self.where = table, table.box, table.where
        self.birch, self.cairn = table.deer, table.birch
        self.deer, self.river = (self.box.player(name) for name in ("reindeer", "riviere"))
        self.open = places.open_channel(self.box.world, table.guild_id, "open").id
        self.posted: list[MessageView] = []  # what the bot has posted for all in the channel
        self.box.world.subscribe(self._note)
        # By the fields of presses: the numbers of what there is.
        self.numbers: dict[str, list[int]] = {}
        self.asks: list[Press] = []  # what has something new posted there
        self.forms: list[Form] = []  # the same

    def _note(self, event: Event) -> None:
        if isinstance(event, events.Posted) and event.message.channel_id == self.where:
            seen = event.message
            ours = seen.author_id == self.box.bot.id and not seen.ephemeral
            if ours and LABEL not in str(seen.components):
                self.posted.append(MessageView(self.deer.view, seen))

    def close(self, *, closed: bool = True) -> None:
        """Birch may write there no more; or again."""
        deny(self.table, self.birch, *(BOTH if closed else ()))

    async def press(self, press: Press, where: Where = "", who: Player | None = None) -> Answer:
        """The answer to that button."""
        who = who or self.birch
        at = who.channel(where or self.where).id
        return await click_unseen(self.box, at, who, press.custom_id)

    def places(self, press: Press) -> list[str]:
        """Return the places to press in: the channel, and another if the press names a subject."""
        names_it = not press.codecs.keys().isdisjoint(self.numbers)
        return [self.where, self.open] if names_it else [self.where]

    async def is_refused(self, press: Press) -> bool:
        """Whether it is, in the channel and elsewhere where it is about what is there."""
        for where in self.places(press):
            answer = await self.press(press, where)
            if not answer.ephemeral or REFUSED not in answer.text:
                return False
        return True

    async def post(self, act: Awaitable[object]) -> None:
        """Do this, which has something posted there."""
        before = len(self.posted)
        await act
        await self.box.until(lambda: len(self.posted) > before or None)

    def unknown(self) -> set[str]:
        """The fields of presses that name something missing here."""
        named = {
            field.name
            for press in WRITTEN.values()
            for field in fields(cast("Any", press))
            if field.type == "int"
        }
        return named - OTHERS - self.numbers.keys()

    async def said(self) -> None:
        """Nothing is left to be posted there."""
        waits = "SELECT 1 FROM post WHERE abs(queue) = ? AND due <= ?"
        await until(lambda: self.table.ask(waits, int(self.where), int(time.time())) == [])

    def newest(self, what: str) -> int:
        """The highest number of such."""
        ((number,),) = self.table.ask(f'SELECT max(id) FROM "{what}"')  # noqa: S608  literals
        assert isinstance(number, int)
        return number

    async def resigned(self) -> int:
        """The newest game, which Birch gives up."""
        number = self.newest("match")
        sure = (await in_more(self.birch, self.where, number, "resign")).message
        await self.post(self.birch.click(sure, sure.buttons[0].custom_id or ""))
        return number

    async def form(self) -> Form:
        """Of a game against the bot."""
        bot = self.box.player(self.box.bot.username)
        asked = {"opponent": bot, "rules": QUICK, "side": "d"}
        return (await self.birch.slash(self.where, "tablut challenge", **asked)).form

    async def games(self) -> None:
        """Of two: some that are over, one under way; challenges, and what one shows."""
        asked = await self.table.challenge()
        await self.post(self.cairn.click(asked, "Accept"))
        over = await self.resigned()
        await self.post(self.birch.submit(await self.form(), level="1", more=[]))
        against_bot = await self.resigned()
        asked = await self.table.challenge()
        await self.post(self.cairn.click(asked, "Accept"))
        to_birch = {"opponent": self.birch, "rules": QUICK}
        await self.post(self.cairn.slash(self.where, "tablut challenge", **to_birch))
        await self.post(self.table.challenge(opponent=None))
        own = self.newest("challenge")
        position = {"position": OPEN_WEST, "rules": QUICK, "opponent": self.cairn}
        await self.birch.slash(self.where, "tablut import", **position)
        page = ShowHere(ShowLeaderboard(0, Family.TABLUT).custom_id)
        drafted = self.newest("challenge")
        self.numbers |= {
            "match": [over, against_bot, self.newest("match")],
            "challenge": [own - 1, own],
            "draft": [drafted],
        }
        self.forms = [await self.form(), await self.form()]
        self.asks += [page, challenge.PostInvitation(None, QUICK), OpenDraft(drafted)]
        self.asks += [Rematch(over), Rematch(against_bot)]

    async def of_four(self) -> None:
        """A game of four that is over; and another, whose card is gone."""
        ask = together.AskForFour("ludens", 3, Side.DARK)
        await self.post(self.press(ask))
        number = self.newest("foursome")
        for who, side in ((self.cairn, Side.LIGHT), (self.river, Side.DARK)):
            await self.press(together.JoinFoursome(number, side), who=who)
        last = self.press(together.JoinFoursome(number, Side.LIGHT), who=self.deer)
        await self.post(last)
        over = await self.resigned()
        await self.post(self.press(ask, who=self.cairn))
        number = self.without_card("foursome")
        self.numbers["foursome"] = [number]
        self.numbers["match"].append(over)
        self.asks += [ask, together.RematchOfFour(over), together.AnnounceFoursomeAgain(number)]

    def without_card(self, what: str) -> int:
        """The newest of such, once somebody has deleted its card."""
        self.deer.delete(self.posted[-1])
        return self.newest(what)

    async def drafted(self, new: Press, filled: dict[str, str], what: str) -> int:
        """A draft of a competition for this channel."""
        form = (await self.press(new)).form
        await self.birch.submit(form, filled)
        return self.newest(what)

    async def tournament(self) -> None:
        """One whose announcement is gone, and the draft of another."""
        new, filled = hub.NewTournament("groups"), {"name": "Cup"}
        number = await self.drafted(new, filled, "tournament")
        await self.post(self.press(draft.OpenTournament(number)))
        self.without_card("tournament")
        other = await self.drafted(new, filled, "tournament")
        self.numbers["tournament"] = [number, other]
        self.asks += [draft.OpenTournament(other), announcement.AnnounceAgain(number)]

    async def have(self) -> None:
        """All of it."""
        await self.games()
        await self.of_four()
        await self.tournament()
        self.asks.append(BeginVoteGame(None, 3, "bga", "d"))
        await self.said()

    def about(self, press: Press) -> Iterator[Press]:
        """The press about each thing that there is."""
        names = [field.name for field in fields(cast("Any", press)) if field.name in self.numbers]
        if not names:
            yield press
        for number in self.numbers[names[0]] if names else ():
            yield replace(cast("Any", press), **{names[0]: number})

    def commands(self) -> Iterator[tuple[str, dict[str, object]]]:
        """Each command with what it needs, and with each of its options."""
        for command in menu.usable(Invoker(self.box.world, self.birch.id, self.table.channel)):
            for inner in command.get("options", ()) if command["type"] == kinds.CHAT else ():
                options = inner.get("options", ())
                values = {option["name"]: self._value(option) for option in options}
                needed = {
                    option["name"]: values[option["name"]]
                    for option in options
                    if option.get("required")
                }
                name = f"{command['name']} {inner['name']}"
                yield name, needed
                yield from (
                    (name, {**needed, option: value})
                    for option, value in values.items()
                    if value is not None
                )

    def _value(self, option: dict[str, Any]) -> object:
        """Something that this option takes; None: it is left out."""
        known = {"position": OPEN_WEST, "rules": QUICK, "game": str(self.numbers["match"][-1])}
        if choices := option.get("choices"):
            return choices[0]["value"]
        others = {kinds.USER_OPTION: self.cairn, kinds.INTEGER: 1, kinds.STRING: "1"}
        return known.get(option["name"], others.get(option["type"]))


@pytest_asyncio.fixture(loop_scope="module")
async def notices(box: Sandbox, bot: BotProcess, database: Path) -> Notices:
    assert bot.pid
    notices = Notices(await at_home(box, database, "birch", "cairn"))
    grant(notices.table, notices.birch, WARDEN, MANAGER)
    return notices


@by_night("nth", 4, 1)
async def test_no_press_has_anything_new_posted(notices: Notices, nth: int) -> None:
    """Press all that posts where one may, and every nth of all others."""
    if nth == 1:  # by night, after the others
        await asyncio.sleep(DAY)  # nobody may start much in a day
    await notices.have()
    assert notices.unknown() == set()
    notices.close()
    before = len(notices.posted)
    assert [press for press in notices.asks if not await notices.is_refused(press)] == []
    answer = await notices.birch.submit(notices.forms.pop(), level="1", more=[])
    assert REFUSED in answer.text
    await notices.said()
    assert notices.posted[before:] == []
    notices.close(closed=False)  # where he may write, each of them has
    for press in notices.asks:
        await notices.post(notices.press(press))
    await notices.post(notices.birch.submit(notices.forms.pop(), level="1", more=[]))
    await notices.said()
    notices.close()
    before = len(notices.posted)
    left_out = {ChosenPress, BeginHere, *FOLLOWS, *map(type, notices.asks)}
    for written in [*WRITTEN.values()][::nth]:
        for press in notices.about(written) if type(written) not in left_out else ():
            for where in notices.places(press):
                await notices.press(press, where)
    await notices.said()
    assert notices.posted[before:] == []


async def test_no_command_has_anything_new_posted(notices: Notices) -> None:
    await notices.games()
    await notices.said()
    notices.close()
    before = len(notices.posted)
    bot = notices.box.player(notices.box.bot.username)
    answers = [
        await notices.birch.slash(notices.where, "tablut challenge"),
        await notices.birch.slash(notices.where, "tablut challenge", opponent=notices.cairn),
        await notices.birch.slash(notices.where, "tablut challenge", opponent=bot),
        await notices.birch.slash(
            notices.where, "tablut import", position=OPEN_WEST, rules=QUICK, opponent=bot
        ),
        await notices.birch.user_command(notices.where, "Challenge to a game", notices.cairn),
    ]
    assert all(REFUSED in answer.text for answer in answers)
    for name, options in notices.commands():
        if name != MOVE:
            await notices.birch.slash(notices.where, name, **options)
    await notices.said()
    assert notices.posted[before:] == []


async def test_whoever_is_asked_there_answers(table: Table) -> None:
    deny(table, table.birch, *BOTH)
    asked = await table.challenge(days=3)
    form = (await table.birch.click(asked, pressing(asked, "counter"))).form
    await table.birch.submit(form, {"Time per move": "7", "More": []})
    await table.said()
    other = table.sees()[-1]
    assert other.pings == {"reindeer"}
    await table.deer.click(other, "Accept")
    await table.board(1)
    await table.typed(table.deer, "e2-f2")
    await table.typed(table.birch, "e4-f4")
    await table.board(3)
    await table.in_more(table.birch, "draw")
    await table.said()
    assert "offers a **draw**" in table.sees()[-1].text


async def invites(who: Player, where: Where) -> bool:
    """Whether they can have a challenge to all posted there."""
    answer = await who.slash(where, "tablut challenge")
    return REFUSED not in answer.text


async def test_in_a_thread_the_right_to_write_in_threads_counts(table: Table) -> None:
    thread, birch = table.deer.thread(table.where, "a thread"), table.birch
    deny(table, birch, May.SEND_MESSAGES)
    assert not await invites(birch, table.where)
    assert await invites(birch, thread)
    deny(table, birch, May.SEND_MESSAGES_IN_THREADS)
    assert await invites(birch, table.where)
    assert not await invites(birch, thread)
    deny(table, birch)
    places.archive(table.box.world, thread, archived=False, locked=True)
    assert not await invites(birch, thread)


async def test_a_rematch_is_asked_for_from_elsewhere_by_those_who_may_write_there(
    box: Sandbox, bot: BotProcess, database: Path
) -> None:
    assert bot.pid
    table = await at_home(box, database)
    birch = table.birch
    await table.begin()
    over = (await table.in_more(table.deer, "resign")).message
    await table.deer.click(over, "Yes, I resign")
    await table.said()
    dm = birch.dm(box.bot)
    result = (await birch.slash(dm, "tablut games", game=str(table.match))).message
    deny(table, birch, *BOTH)
    assert REFUSED in (await birch.click(result, "Rematch")).text
    deny(table, birch)
    places.leave(box.world, table.guild_id, birch.id)
    assert REFUSED in (await birch.click(result, "Rematch")).text
    places.join(box.world, table.guild_id, birch.id)
    await birch.click(result, "Rematch")
    await table.said()
    assert table.sees()[-1].pings == {"reindeer"}


async def test_where_the_bot_is_a_guest_it_is_so_too(box: Sandbox, table: Table) -> None:
    cairn = box.player("cairn")
    deny(table, cairn, May.SEND_MESSAGES, where=LOBBY)
    assert not await invites(cairn, LOBBY)
    deny(table, cairn, where=LOBBY)
    assert await invites(cairn, LOBBY)
    assert await invites(cairn, cairn.dm(box.player("birch")))
