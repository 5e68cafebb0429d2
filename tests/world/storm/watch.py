"""Invariants at every moment of a storm: each message, ping and answer is checked as it comes.

A message that carries a post has the post's number, which says what the message is for.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.model.people import Person
from bot.service.pings import quiet_end
from render.scene import Scene, men_on
from sandbox.world import events
from sandbox.world.model import ChannelKind, State
from tests.world.storm.deep import Deep
from tests.world.storm.facts import ids, marks_of

if TYPE_CHECKING:
    from sandbox.world.events import Event
    from sandbox.world.model import Interaction, Message
    from tests.world.life import Life
    from tests.world.storm.cheap import Painted
    from tests.world.storm.facts import Row
    from tests.world.storm.run import Storm

_SILENT = 1 << 12
_KILLED = -9
_TICK = 900  # seconds between two looks at everything stored
_SETTLED = 60  # seconds of calm after which the bot must do everything without delay
_ANSWER, _WHOLE_ANSWER = 5, 60  # seconds until a press must be answered, and the answer complete
_AT_ONCE = 15  # seconds within which a due post must be sent
_ONE = 2**31 - 1  # the number that stands for post 1


@dataclass(frozen=True, slots=True)
class Said:
    """A message that carried a post: the post's kind, and the match and event it is about."""

    message: str
    channel: str
    kind: str
    match: int | None
    events: int
    pings: frozenset[str]
    silent: bool
    to: str | None  # the recipient of a DM
    absent: frozenset[str]  # people who had left the server, so nothing could ping them there


class Watch:
    """Sees everything that happens."""

    def __init__(self, storm: Storm, painted: Painted) -> None:
        self._storm = storm
        self._painted = painted
        self._happened = asyncio.Event()
        self._online_since = float("inf")
        self._began = 0.0  # when the newest bot started
        self._settings: dict[str, Any] = {}  # people's settings at the last look
        self.wrong: list[str] = []
        self.said: defaultdict[int, list[Said]] = defaultdict(list)  # by the post's number
        self.shown: defaultdict[int, int] = defaultdict(int)  # a game's events, as posted
        self.world = storm.world.box.world
        self.world.subscribe(self._hear)
        self._deep = Deep(storm, self)

    def say(self, wrong: str) -> None:
        """Report that something is wrong."""
        self._storm.note(f"WRONG: {wrong}")
        self.wrong.append(wrong)
        self._happened.set()

    async def run(self) -> None:
        """Run until something is wrong, with a look at everything stored now and then."""
        while not self.wrong:
            try:
                async with asyncio.timeout(_TICK):
                    await self._happened.wait()
            except TimeoutError:
                if self.calm > _SETTLED:
                    self._deep.look(self.calm)
                people = self._storm.facts.rows("person")
                self._settings = {str(row["id"]): row for row in people}

    @property
    def calm(self) -> float:
        """The seconds for which nothing has gone wrong and the bot has been online."""
        online = self._storm.world.loop.time() - self._online_since
        return min(self._storm.weather.calm, online)

    def ended(self, life: Life, status: int) -> None:
        """Check how a bot ended: by a kill, or by a disk failure during its start."""
        began = self._storm.world.loop.time() - self._storm.weather.calm
        if status != _KILLED and self._began > began + _SETTLED:
            self.say(f"{life.name} ended by itself with {status}")

    def started(self) -> None:
        """Note that a bot starts."""
        self._began = self._storm.world.loop.time()

    def logged(self, line: str) -> None:
        """Check a line of the bot's log."""
        if not line.startswith((" ", "Traceback")):
            self._storm.note(f"log: {line}")
        if " ERROR " in line and self.calm > _SETTLED:
            self.say(f"an error in calm: {line}")

    def _hear(self, event: Event) -> None:
        match event:
            case events.Posted(message) if message.author_id == self.world.app.bot_id:
                self._hear_post(message)
            case events.Edited(message) if message.author_id == self.world.app.bot_id:
                self._storm.note(f"edits {message.id} {' '.join(_verbs(message))}")
                self._look_at_board(message)
            case events.Deleted(message):
                self._storm.note(f"deleted: {message.id}")
            case events.InteractionSent(interaction):
                self._hear_press(interaction)
            case events.PresenceChanged(online):
                now = self._storm.world.loop.time()
                if not online:
                    self._online_since = float("inf")
                elif self._online_since > now:
                    self._online_since = now
            case events.RequestHandled(method, path, status) if status >= 300:
                self._storm.note(f"{method} {path[:60]}: {status}")
            case _:
                pass

    # Presses

    def _hear_press(self, sent: Interaction) -> None:
        what = sent.command or str(sent.data.get("custom_id"))
        self._storm.note(f"{sent.person_id[-4:]} presses {what}")
        loop = self._storm.world.loop
        loop.call_later(_ANSWER, self._look_at_answer, sent, {State.SENT, State.FAILED}, _ANSWER)
        loop.call_later(_WHOLE_ANSWER, self._look_at_answer, sent, {State.THINKING}, _WHOLE_ANSWER)

    def _look_at_answer(self, sent: Interaction, bad: set[State], after: float) -> None:
        now = self.world.interactions[sent.id].state
        if now in bad and self.calm > _SETTLED + after:
            what = sent.command or sent.data.get("custom_id")
            self.say(f"{what} of {sent.person_id} is {now} after {after} s")

    # Messages

    def _hear_post(self, message: Message) -> None:
        number = marks_of(message.components)
        number = 1 if number == _ONE else number
        verbs = " ".join(_verbs(message))
        pinged = f" pinging {sorted(message.pings)}" if message.pings else ""
        self._storm.note(f"posts {message.id} in {message.channel_id} as {number}: {verbs}{pinged}")
        self._look_at_pings(message)
        if message.owner_id is None:
            self._look_at_board(message)
            if number > 1 or marks_of(message.components) == _ONE:
                self._note_said(message, number)

    def _note_said(self, message: Message, number: int) -> None:
        rows = self._storm.facts.rows("post", "id = ?", number)
        earlier = self.said[number]
        if not rows and not earlier:
            self.say(f"post {number} is not committed, but is said in {message.id}")
        if rows and not earlier:
            self._look_at_wait(rows[0])
        channel = self.world.channels[message.channel_id]
        places = {channel.id, channel.parent_id}
        others = [one for one in channel.recipients if one != self.world.app.bot_id]
        to = others[0] if channel.kind is ChannelKind.DM else None
        there = [s for s in earlier if s.message in self.world.posts.get(s.channel, {})]
        twice = [s for s in there if None in {s.to, to} or s.to == to]  # each can get a DM
        if twice and not places & self._storm.weather.unreadable:
            self.say(f"post {number} is said twice: in {twice[0].message} and {message.id}")
        row = rows[0] if rows else {}
        data = json.loads(row.get("data", "{}"))
        people = self._storm.people
        self.said[number].append(
            Said(
                message.id,
                channel.id,
                str(row.get("kind", "")),
                row.get("match"),
                int(data.get("events", 0)),
                message.pings,
                bool(message.flags & _SILENT),
                to,
                frozenset(people.absent | people.gone),
            )
        )

    def _look_at_wait(self, post: Row) -> None:
        """Check that a post is sent when due, unless it was tried in bad weather."""
        now = self._storm.now()
        waited = now - max(post["due"], post["made"] + self._storm.weather.skew)
        if waited > _AT_ONCE and self.calm > waited + _SETTLED and not post["tries"]:
            self.say(f"a post waited for {waited} s: {post}")

    def _look_at_pings(self, message: Message) -> None:
        if message.flags & _SILENT:
            return
        now, channel = self._storm.now(), self.world.channels[message.channel_id]
        private = channel.kind is ChannelKind.DM and message.trigger is None
        for who in (*message.pings, *(channel.recipients if private else ())):
            row = self._settings.get(who)
            if private and self._storm.people.is_active(who):
                continue  # an answer
            if row is None or self._storm.facts.rows("person", "id = ?", int(who)) != [row]:
                continue
            known = {name: row[name] for name in ("zone", "quiet_from", "quiet_until")}
            person = Person(int(who), **known)
            if quiet_end(person, now) and quiet_end(person, now - 120):
                self.say(f"{message.id} pings {who} in quiet hours")

    def _look_at_board(self, message: Message) -> None:
        """Check that a board shows its match as the log has it."""
        if message.owner_id is not None:
            return
        for custom_id in ids(message):
            verb, *rest = f"{custom_id}::".removeprefix("k:").split(":")
            if verb in {"move", "more", "rematch"}:
                game, seen = int(rest[0]), int(rest[1]) if verb != "rematch" else None
                self._compare(message, game, seen)
                return

    def _compare(self, message: Message, game: int, seen: int | None) -> None:
        match = self._storm.facts.match(game, seen)
        if match is None:
            self.say(f"{message.id} shows game {game} after {seen} events, which it has not")
            return
        self.shown[game] = max(self.shown[game], len(match.log))
        for file in message.files:
            scene = self._painted.scenes.get(file.data)
            if isinstance(scene, Scene) and {*scene.men} != {*men_on(match.position)}:
                self.say(f"{message.id} shows game {game} otherwise than after {seen} events")


def _verbs(message: Message) -> list[str]:
    return [":".join(one.split(":")[1:4]) for one in ids(message)][:4]
