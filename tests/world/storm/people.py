"""The people of a storm: now and then they look in, play on and press buttons."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.features.think.pages import OpenThought
from bot.features.together.pages import AskForFour, JoinFoursome
from bot.features.tournaments.pages.announcement import BeginNow, Join
from bot.features.tournaments.pages.draft import OpenTournament
from bot.features.tournaments.pages.hub import NewTournament
from bot.features.vote_games.pages import BeginVoteGame, CastVote
from bot.ui.pages.challenge import AcceptChallenge
from bot.ui.pages.my_data import EraseData
from bot.ui.pages.offers import ConfirmResigning
from games.notation import read_move, write_move
from sandbox.raw import forms_in
from sandbox.rules import commands as kinds
from sandbox.rules import components
from sandbox.rules.arrangement import inside
from sandbox.rules.refusal import Refusal
from sandbox.world import interactions, menu, places, posting, user_actions
from sandbox.world.events import Posted
from sandbox.world.interactions import Invocation
from sandbox.world.menu import Invoker
from sandbox.world.model import ChannelKind, Person, State
from sandbox.world.world import Impossible
from tests.world.storm.facts import LIVE, mover

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from games.core import Move
    from games.match import Match
    from sandbox.raw import Json
    from sandbox.server import Sandbox
    from sandbox.world.events import Event
    from sandbox.world.model import Channel, Interaction, Message
    from tests.world.storm.facts import Facts

HOUR = 3600
MANY = 20
_ENTRANTS = 6
NIGHT = 8  # hours of sleep
_OWNERS_NIGHT = 12  # awake at the start
_ACTIVE = 90  # seconds
_VOTERS, _VOTES = 4, (600, 3600)  # and the seconds from one vote to the next
_BUSY = 3 * HOUR, 12 * HOUR  # from one erasure of someone busy to the next
_LOCALES = ("en-US", "de", "fr", "it", "es-ES", "sv-SE", "pt-BR", "id")
_ANSWERED = 4  # seconds within which an answer comes, if at all
_RECENT = 25  # newest messages of a channel that people look at
_STEPS = 4  # presses in a row, at most
_RULES = ("larochelle+attackers-first", "bga", "tabal", "copenhagen", "brandubh")
_TEXTS = ("Frost", "3", "1", "e4", "2030-01-20", "thawing")
_FORGED = (
    "k:play:{game}:99999:e2-f2",
    "k:think-try:{game}:3:e2-f2",
    "k:line-replies:{game}:1:on",
    "k:planned:{game}:1:1:1",
    "k:move:9223372036854775808:1",
    "k:yes:{game}:1",
    "k:set:remind:999999999999999999999999999999",
    "k:tournament-begin:{game}",
    "k:vote-new",
    "k:stop:{game}",
    "k:" + "9" * 90,
    "k::::",
    "zornig",
)
# People's eagerness to press each kind of button; 1 for all others.
_EAGER = {
    "play": 20,
    "to": 8,
    "man": 8,
    "move": 6,
    "accept": 12,
    "vote": 8,
    "vote-to": 5,
    "tournament-new": 5,
    "tournament-open": 12,
    "tournament-join": 10,
    "tournament-begin": 8,
    "vote-begin": 10,
    "vote-new": 4,
    "four-ask": 8,
    "four-join": 8,
    "four-new": 2,
    "yes": 6,
    "take-up": 8,
    "rematch": 4,
    "resign-yes": 6,
    "begin": 6,
    "answer": 6,
    "think-try": 14,
    "think-to": 9,
    "think-keep": 6,
    "think-piece": 6,
    "think-more": 3,
    "line-replies": 14,
    "think-play": 5,
    "think-on": 2,
    "line": 2,
    "line-delete": 0.5,
    "hub": 3,
    "tournament-off": 0.1,
    "withdraw": 0.3,
    "decline": 0.3,
    "film": 0.3,
    "try": 0.5,
    "mydata": 0.15,
    "server": 2,
    "set-server": 2,
    "set": 2,
    "tournament-set": 0.4,
}
_OFTEN = 28, 17, 15, 9, 9, 13, 1.5, 1.5, 6  # percent, in the order of `act`
_FORMS = ("groups", "swiss", "all", "teams", "league")
_LEVEL, _VOTED = 2, "larochelle"  # the engine's level and the rules of the channel's game
_HITS = 2 / 3  # how often a move is played to which a line replies
_ANSWERS, _THINKS = 0.8, 240  # how likely the next player moves soon, and after how many seconds
_PIECE, _TRY = ("k:think-to:", "k:think-piece:"), "k:think-try:"
_THOUGHTS = (_PIECE, _TRY, _PIECE, _TRY, "k:think-keep:", "k:line-replies:")  # presses there
_LONG = 4  # moves after which people consider resigning
_PAIRS, _PAIRS_TOGETHER = 5, 3  # challenges, and pairs against the bot, at the beginning
_TWICE, _RACE = 1 / 8, 1 / 12  # how often someone presses twice, or someone else presses too


class Community:
    """The people of a server, and what each of them does next."""

    def __init__(  # noqa: PLR0913  its parts
        self,
        box: Sandbox,
        facts: Facts,
        guild: str,
        chance: Random,
        note: Callable[[str], None],
        *,
        many: int = MANY,
    ) -> None:
        self.note = note
        self.box, self.facts, self.guild, self.chance = box, facts, guild, chance
        self.world = box.world
        self.gone: set[str] = set()  # people who asked to be erased, and never come back
        self.absent: set[str] = set()  # people who left the server, and will come back
        self.nights: dict[str, int] = {}  # the hour at which each goes to sleep, by UTC
        self._acted: dict[str, float] = {}  # when each last pressed or wrote something
        self.presses = 0
        self._numbers = 0
        self._recent: dict[str, list[str]] = {}
        box.world.subscribe(self._note)
        while len(self.members) < many:
            self.add()
        for who in self.members:
            self.nights.setdefault(who, chance.randrange(24))
        self._voters = chance.sample(self.members[:-1], _VOTERS)
        self.nights |= dict.fromkeys(self._voters, chance.randrange(24))  # so they vote together
        self.nights[self.owner] = _OWNERS_NIGHT
        one, other = chance.sample(self.members[:-1], 2)  # the last one is hostile
        self.foes = [(one, other)]  # people who block each other from the start

    def _note(self, event: Event) -> None:
        if isinstance(event, Posted) and event.message.author_id == self.box.bot.id:
            recent = self._recent.setdefault(event.message.channel_id, [])
            recent.append(event.message.id)
            del recent[:-_RECENT]

    @property
    def members(self) -> list[str]:
        """Everyone in the server except the bot."""
        members = self.world.guilds[self.guild].members
        return [member for member in members if member != self.box.bot.id]

    def add(self) -> str:
        """Add a new person."""
        self._numbers += 1
        locale = self.chance.choice(_LOCALES)
        person = Person(self.world.ids.next(), f"storm-{self._numbers}", locale=locale)
        self.world.people[person.id] = person
        places.join(self.world, self.guild, person.id)
        self.nights[person.id] = self.chance.randrange(24)
        return person.id

    def is_awake(self, who: str) -> bool:
        """Whether someone is awake; everyone sleeps for eight hours a day."""
        hour = int(time.time()) // HOUR % 24
        return (hour - self.nights[who]) % 24 >= NIGHT

    def is_active(self, who: str) -> bool:
        """Whether someone has just pressed or written something."""
        return self._acted.get(who, -_ACTIVE) > self.box.clock.seconds() - _ACTIVE

    @property
    def channels(self) -> list[Channel]:
        """The server's channels and their threads."""
        return [c for c in self.world.channels.values() if c.guild_id == self.guild]

    # Actions

    async def act(self, who: str) -> None:
        """Let someone look in and do something, unless they sleep."""
        if not self.is_awake(who):
            return
        ways = (
            *(self._move, self._look, self._vote, self._ask, self._accept),
            *(self._command, self._leave, self._erase, self._think),
        )
        way = self.chance.choices(ways, _OFTEN)[0]
        with suppress(Impossible, Refusal, LookupError):
            await way(who)

    async def _ask(self, who: str) -> None:
        """Challenge someone."""
        other = self.chance.choice([one for one in self.members if one != who])
        options = {"opponent": other, "rules": self.chance.choice(_RULES)}
        await self._slash(who, self._some_channel(who), "challenge", **options)

    async def _accept(self, who: str) -> None:
        """Accept a challenge, as its opponent."""
        asked = self.facts.rows("challenge", "standing = 'open'")
        if not asked:
            await self._move(who)
            return
        one = self.chance.choice(asked)
        who = str(one["opponent"] or who)
        channel = self.world.channels.get(str(one["channel"]))
        if channel and who in self.members and who not in self.gone and self.is_awake(who):
            accept = AcceptChallenge(one["id"], one["version"])
            await self._press(who, channel, accept.custom_id)

    async def _vote(self, who: str) -> None:
        """Vote in some vote game, as someone who always does."""
        games = self.facts.rows("vote_game", "opened IS NOT NULL AND state = 'running'")
        if not games:
            await self._look(who)
            return
        who = self.chance.choice(self._voters)
        if who not in self.members or who in self.gone or not self.is_awake(who):
            return
        game = self.chance.choice(games)
        match = self.facts.match(game["match"])
        (row,) = self.facts.rows("match", "id = ?", game["match"])
        channel = self.world.channels.get(str(row["channel"]))
        if match and channel:
            path = self.chance.choice(list(match.game.moves(match.position))[:3])
            vote = CastVote(game["match"], game["round"], path)
            await self._press(who, channel, vote.custom_id)

    async def _think(self, _: str) -> None:
        """Think ahead in a random game, as the player who waits or who is to move."""
        live = self.facts.rows("match", f"{LIVE} AND channel > 0 AND level = 0")
        if not live:
            return
        row = self.chance.choice(live)
        waits = "light" if row["turn"] == "d" else "dark"
        who = str(row[self.chance.choice(("dark", "light", waits, waits))])
        if who not in self.members or who in self.gone or not self.is_awake(who):
            return
        think = OpenThought(row["id"]).custom_id
        done = await self._press(who, self._some_channel(who), think)
        for starts in _THOUGHTS:
            shown = self._answer(done)
            parts = [part for _, part in inside(shown.components)] if shown else []
            wanted = [
                part
                for part in parts
                if str(part.get("custom_id", "")).startswith(starts) and not part.get("disabled")
            ]
            if shown and (part := self.chance.choice(wanted) if wanted else self._part(shown, "")):
                done = await self._press_part(who, shown, part)

    async def _leave(self, who: str) -> None:
        """Leave the server, and come back after some hours."""
        if who == self.owner:
            return
        places.leave(self.world, self.guild, who)
        self.absent.add(who)
        self.note(f"{who[-4:]} leaves")
        await asyncio.sleep(self.chance.uniform(600, 30_000))
        places.join(self.world, self.guild, who)
        self.absent.discard(who)

    async def _erase(self, who: str) -> None:
        """Erase all their data, and leave for good; someone new joins."""
        if who == self.owner or who in self.gone:
            return
        self.gone.add(who)
        self.note(f"{who[-4:]} has themselves erased")
        await self._press(who, self._some_channel(who), EraseData().custom_id)
        if who in self.members:
            places.leave(self.world, self.guild, who)
        self.add()

    async def erase_busy(self) -> None:
        """Now and then, let someone erase their data in the midst of a tournament or a game."""
        while True:
            await asyncio.sleep(self.chance.uniform(*_BUSY))
            games = 'SELECT {} AS who FROM "match" WHERE ' + LIVE  # noqa: S608  our own words
            entries = 'SELECT player AS who FROM tournament_entrant WHERE "left" IS NULL'
            busy = self.facts.ask(entries) if self.chance.random() < 1 / 2 else ()
            busy = busy or self.facts.ask(f"{games.format('dark')} UNION {games.format('light')}")
            there = [who for row in busy if (who := str(row["who"])) in self.members]
            awake = [who for who in there if self.is_awake(who) and who != self.owner]
            if awake:
                with suppress(Impossible, Refusal, LookupError):
                    await self._erase(self.chance.choice(awake))

    async def vote_regularly(self) -> None:
        """Let the same few people vote, so that rounds close before their deadline."""
        while True:
            await asyncio.sleep(self.chance.uniform(*_VOTES))
            with suppress(Impossible, Refusal, LookupError):
                await self._vote(self.owner)

    @property
    def owner(self) -> str:
        """The server's owner."""
        return self.world.guilds[self.guild].owner_id

    async def gather(self) -> None:
        """Start with a tournament that some people join, a vote game and a few other games."""
        channel = self._some_channel(self.owner)
        form = self.chance.choice(_FORMS)
        with suppress(Impossible, Refusal, LookupError):
            await self._press(
                self.owner, channel, BeginVoteGame(None, _LEVEL, _VOTED, "").custom_id
            )
        with suppress(Impossible, Refusal, LookupError):
            new = NewTournament(form).custom_id
            draft = self._answer(await self._press(self.owner, channel, new))
            if draft:
                await self._go_on(self.owner, draft, OpenTournament(1).custom_id)
        await self._join(channel, _ENTRANTS)
        for _ in range(_PAIRS_TOGETHER):
            with suppress(Impossible, Refusal, LookupError):
                await self._play_together()
        for who in self.chance.sample(self._awake(), _PAIRS):
            with suppress(Impossible, Refusal, LookupError):
                await self._ask(who)
                await self._accept(who)
        await asyncio.sleep(self.chance.uniform(60, 10_000))
        while self.facts.rows("tournament", "id = 1 AND status = 'open'"):
            with suppress(Impossible, Refusal, LookupError):
                await self._press(self.owner, channel, BeginNow(1).custom_id)
            await asyncio.sleep(HOUR)
            await self._join(channel, 1)

    async def _play_together(self) -> None:
        """Let two people play together against the bot, the second perhaps asked by name."""
        one, other = self.chance.sample(self._awake(), 2)
        channel = self._some_channel(one)
        invited = int(other) if self.chance.random() < 1 / 2 else None
        asked = AskForFour(self.chance.choice(_RULES), 1, None, _LEVEL, invited)
        await self._press(one, channel, asked.custom_id)
        for row in self.facts.rows("foursome", "status = 'open' AND level > 0"):
            await self._press(other, channel, JoinFoursome(row["id"]).custom_id)

    async def _join(self, channel: Channel, number: int) -> None:
        """Let so many people join the first tournament."""
        for who in self.chance.sample(self._awake(), number):
            with suppress(Impossible, Refusal, LookupError):
                await self._press(who, channel, Join(1).custom_id)

    def _awake(self) -> list[str]:
        return [who for who in self.members if self.is_awake(who)]

    async def _move(self, _: str) -> None:
        """Play some moves in a random game."""
        live = self.facts.rows("match", f"{LIVE} AND channel > 0")
        if not live:
            await self._ask(self.chance.choice(self.members))
            return
        on_turn = ((row["id"], str(row["dark" if row["turn"] == "d" else "light"])) for row in live)
        awake = [game for game, mover in on_turn if mover in self.nights and self.is_awake(mover)]
        game = self.chance.choice(awake or [row["id"] for row in live])
        more = 1
        while self.chance.random() < _ANSWERS:
            more += 1
        for _turn in range(more):
            if not await self._move_in(game):
                return
            await asyncio.sleep(self.chance.expovariate(1 / _THINKS))

    async def _move_in(self, game: int) -> bool:
        """Play one move. Return whether the game can go on."""
        (row,), match = self.facts.rows("match", "id = ?", game), self.facts.match(game)
        if match is None or match.verdict:
            return False
        who = str(mover(row, match))
        if who not in self.members or who in self.gone or not self.is_awake(who):
            return False
        channel = self.world.channels.get(str(row["channel"])) or self._some_channel(who)
        if len(match.plies) > _LONG and self.chance.random() < 1 / 6:
            resign = ConfirmResigning(row["id"], row["version"])
            await self._press(who, channel, resign.custom_id)
            return False
        path = self._foreseen(game, match) or self._choice(match)
        board = self.world.posts.get(str(row["channel"]), {}).get(str(row["message"]))
        way = self.chance.random()
        if way < 1 / 2 or board is None:
            await self._slash(who, channel, "move", move=write_move(path), game=str(row["id"]))
        elif way < 3 / 4:
            draft = user_actions.NewMessage(write_move(path), board.id)
            self._acted[who] = self.box.clock.seconds()
            user_actions.write(self.world, who, channel, draft)
        else:
            await self._go_on(who, board, f"k:move:{row['id']}:")
        return True

    def _foreseen(self, game: int, match: Match) -> Move | None:
        """The move to which a line of the other player's replies, if there is one."""
        for row in self.facts.rows("thought", '"match" = ?', game):
            for _, start, _, moves, _, _, replies in json.loads(row["data"])["lines"]:
                if replies and self.chance.random() < _HITS:
                    return read_move(moves.split()[len(match.plies) - start])
        return None

    def _choice(self, match: Match) -> Move:
        moves = list(match.game.moves(match.position))
        return self.chance.choice(moves)

    def _some_channel(self, who: str) -> Channel:
        seen = [
            c for c in self.channels if c.kind is not ChannelKind.FORUM and self.world.sees(who, c)
        ]
        return self.chance.choice(seen)

    async def _look(self, who: str) -> None:
        """Press something on one of the bot's newest messages."""
        seen: list[Message] = []
        for channel in (self._some_channel(who), self.world.direct(who, self.box.bot.id)):
            if channel:
                shelf = self.world.posts.get(channel.id, {})
                seen += [shelf[one] for one in self._recent.get(channel.id, ()) if one in shelf]
        seen = [message for message in seen if message.owner_id in {None, who}]
        if seen:
            await self._go_on(who, self.chance.choice(seen))

    async def _go_on(self, who: str, message: Message, first: str = "") -> None:
        """Press something on a message, and go on with the answers."""
        shown: Message | None = message
        for _ in range(self.chance.randint(2, _STEPS)):
            if shown is None or not (part := self._part(shown, first)):
                return
            done = await self._press_part(who, shown, part)
            first, shown = "", self._answer(done)
            if self.chance.random() < 1 / 8:
                return

    def _part(self, message: Message, first: str) -> Json | None:
        """Choose a button or a menu, by how eagerly people press it."""
        parts = [
            part
            for _, part in inside(message.components)
            if part.get("custom_id") and not part.get("disabled")
        ]
        if first and (first_parts := [p for p in parts if p["custom_id"].startswith(first)]):
            return first_parts[0]
        if not parts:
            return None
        weights = [_EAGER.get(f"{p['custom_id']}::".split(":")[1], 1) for p in parts]
        return self.chance.choices(parts, weights)[0]

    async def _press_part(self, who: str, message: Message, part: Json) -> Interaction:
        invoker = Invoker(self.world, who, self.world.channel(message.channel_id))
        chosen: list[str] = []
        if part["type"] == components.STRING_SELECT:
            chosen = [self.chance.choice(part["options"])["value"]]
        elif part["type"] == components.USER_SELECT:
            chosen = [self.chance.choice(self.members)]
        elif part["type"] == components.CHANNEL_SELECT:
            chosen = [self._some_channel(who).id]
        self.presses += 1
        self._acted[who] = self.box.clock.seconds()
        sent = interactions.press(invoker, message, part["custom_id"], chosen)
        if part["custom_id"] == EraseData().custom_id:
            self.gone.add(who)
        elif self.chance.random() < _TWICE:
            interactions.press(invoker, message, part["custom_id"], chosen)
        elif self.chance.random() < _RACE and message.owner_id is None:
            other = Invoker(self.world, self.chance.choice(self.members), invoker.channel)
            if other.person_id not in self.gone and self.is_awake(other.person_id):
                self._acted[other.person_id] = self.box.clock.seconds()
                interactions.press(other, message, part["custom_id"], chosen)
        return await self._answered(sent)

    async def _answered(self, sent: Interaction) -> Interaction:
        """Wait for the answer; fill in and submit a form that opens."""
        end = self.box.clock.seconds() + _ANSWERED
        while (now := self.world.interactions[sent.id]).state in {State.SENT, State.THINKING}:
            if self.box.clock.seconds() > end:
                break
            await asyncio.sleep(0.25)
        await asyncio.sleep(self.chance.uniform(0.3, 4))
        now = self.world.interactions[sent.id]
        if now.state is State.MODAL and now.modal:
            self.presses += 1
            return await self._answered(
                interactions.submit(self.world, now, self._filled(now.modal))
            )
        return now

    def _filled(self, modal: Json) -> dict[str, Any]:
        answers: dict[str, Any] = {}
        for _, field in inside(modal["components"]):
            if "custom_id" not in field or (self.chance.random() < 1 / 2 and "value" in field):
                continue
            kind, options = field["type"], field.get("options", ())
            if kind == components.TEXT_INPUT and not field.get("value"):
                answers[field["custom_id"]] = self.chance.choice(_TEXTS)
            elif kind in {components.RADIO_GROUP, components.STRING_SELECT} and options:
                value = self.chance.choice(options)["value"]
                answers[field["custom_id"]] = value if kind == components.RADIO_GROUP else [value]
        return answers

    def _answer(self, done: Interaction) -> Message | None:
        """The message that answers an interaction."""
        shelf = self.world.posts.get(done.channel_id, {})
        if done.answer_id in shelf:
            return shelf[done.answer_id]
        for one in reversed(self._recent.get(done.channel_id, [])):
            message = shelf.get(one)
            if message and message.trigger and message.trigger.interaction_id == done.id:
                return message
        return None

    # Commands

    async def _slash(self, who: str, channel: Channel, last: str, **options: object) -> None:
        """Run a command, found by its last word."""
        invoker = Invoker(self.world, who, channel)
        for command, branches, offered in _leaves(invoker):
            if branches and branches[-1]["name"] == last:
                given = [
                    {"name": o["name"], "type": o["type"], "value": options[o["name"]]}
                    for o in offered
                    if o["name"] in options
                ]
                await self._invoke(invoker, command, branches, given)
                return

    async def _invoke(
        self, invoker: Invoker, command: Json, branches: Sequence[Json], given: list[Json]
    ) -> None:
        for branch in reversed(branches):
            given = [{"name": branch["name"], "type": branch["type"], "options": given}]
        self.presses += 1
        self._acted[invoker.person_id] = self.box.clock.seconds()
        sent = interactions.invoke(invoker, Invocation(command["id"], given))
        shown = self._answer(await self._answered(sent))
        if shown and self.chance.random() < 1 / 2:
            await self._go_on(invoker.person_id, shown)

    async def _command(self, who: str) -> None:
        """Run some command with some options."""
        channel = self._some_channel(who)
        invoker = Invoker(self.world, who, channel)
        leaves = list(_leaves(invoker))
        weights = [5 if leaf[2] and leaf[1][-1]["name"] == "challenge" else 1 for leaf in leaves]
        command, branches, offered = self.chance.choices(leaves, weights)[0]
        given = [
            {"name": option["name"], "type": option["type"], "value": value}
            for option in offered
            if option.get("required") or self.chance.random() < 1 / 2
            if (value := self._value(option)) is not None
        ]
        await self._invoke(invoker, command, branches, given)

    def _value(self, option: Json) -> object:
        """Choose a value for an option; None leaves it out."""
        if choices := option.get("choices"):
            return self.chance.choice(choices)["value"]
        kind = option["type"]
        if kind == kinds.USER_OPTION:
            return self.chance.choice(self.members)
        if kind == kinds.INTEGER:
            least, most = option.get("min_value", 0), option.get("max_value", 3)
            return self.chance.choice([least, least, min(most, least + 1), min(most, 3)])
        return self._text(option["name"]) if kind == kinds.STRING else None

    def _text(self, option: str) -> str:
        if option == "rules":
            return self.chance.choice(_RULES)
        games = self.facts.ask('SELECT id FROM "match" ORDER BY id DESC LIMIT 10')
        if option == "game" and games:
            return str(self.chance.choice(games)["id"])
        return self.chance.choice(_TEXTS)

    async def _press(self, who: str, channel: Channel, custom_id: str) -> Interaction:
        """Press a button on a message of the bot's that exists only for this press."""
        button = {"type": 2, "id": 2, "style": 1, "label": "Unseen", "custom_id": custom_id}
        row = {"type": 1, "id": 1, "components": [button]}
        blank = posting.blank(self.world, channel.id, self.box.bot.id)
        message = self.world.keep(replace(blank, components=(row,)))
        try:
            return await self._press_part(who, message, button)
        finally:
            if message.id in self.world.posts.get(channel.id, {}):
                self.world.drop(message)

    async def forge(self, who: str) -> None:
        """Press, as a hostile person, a button that the bot never made."""
        text = self.chance.choice(_FORGED).format(game=self.chance.randint(1, 20))
        with suppress(Impossible, Refusal, LookupError):
            await self._press(who, self._some_channel(who), text[:100])


def _leaves(invoker: Invoker) -> list[tuple[Json, list[Json], list[Json]]]:
    """Every command that can be used there, with its branches and options."""
    forms: list[tuple[Json, list[Json], list[Json]]] = []
    for command in menu.usable(invoker):
        if command["type"] == kinds.CHAT:
            options = forms_in(command, "options")
            inner = [o for o in options if o["type"] == kinds.SUBCOMMAND]
            forms += [(command, [branch], forms_in(branch, "options")) for branch in inner]
            if not inner:
                forms.append((command, [], options))
    return forms
