"""Somebody who plays along in a test: the story API. It waits on what happens, never sleeps."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sandbox import wording
from sandbox.onlooker import DidNotRespond, Onlooker, Where
from sandbox.rules import commands as kinds
from sandbox.seen import Answer, Form, Seen
from sandbox.tabs.views import localized
from sandbox.waiting import until
from sandbox.world import acts, asking, events, menu, places
from sandbox.world.acts import Letter
from sandbox.world.events import Event
from sandbox.world.menu import Seat
from sandbox.world.things import Channel, Interaction, Message, Person, State


class Choice(NamedTuple):
    """A suggestion: as it is shown to the player, and what is sent when it is taken."""

    name: str
    value: Any


class Player(Onlooker):
    """One person who takes part."""

    def _seat(self, where: Where) -> Seat:
        return Seat(self.world, self.id, self.channel(where))

    # Asking the bot

    def commands(self, where: Where) -> list[str]:
        """The names of the commands that are listed there, in their language."""
        found = menu.usable(self._seat(where))
        return [localized(each, self.person.locale)["name_localized"] for each in found]

    async def slash(self, where: Where, words: str, /, **options: object) -> Answer:
        """Send a command: `slash("games", "board show", size=3)`."""
        seat = self._seat(where)
        command, branches = wording.command_of(seat, words)
        filled = wording.options_of(seat, command, branches, options)
        invocation = asking.Invocation(command["id"], filled)
        return await self._answer(lambda: asking.invoke(seat, invocation))

    async def autocomplete(
        self,
        where: Where,
        words: str,
        option: str,
        typed: object = "",
        /,
        **others: object,
    ) -> list[Choice]:
        """What is suggested while they type in an option."""
        seat = self._seat(where)
        command, branches = wording.command_of(seat, words)
        given = {**others, option: typed}
        filled = wording.options_of(seat, command, branches, given, typing=option)
        invocation = asking.Invocation(command["id"], filled)
        done = await self._first(asking.autocomplete(seat, invocation))
        shown = [localized(each, self.person.locale) for each in done.choices]
        return [Choice(each["name_localized"], each["value"]) for each in shown]

    async def user_command(self, where: Where, name: str, target: "Player") -> Answer:
        """Send a command from somebody's menu."""
        return await self._targeted(self._seat(where), name, kinds.USER, target.id)

    async def message_command(self, message: Seen, name: str) -> Answer:
        """Send a command from a message's menu."""
        return await self._targeted(self._seat(message), name, kinds.MESSAGE, message.id)

    async def _targeted(self, seat: Seat, name: str, kind: int, target: str) -> Answer:
        command, _ = wording.command_of(seat, name, kind)
        invocation = asking.Invocation(command["id"], [], target)
        return await self._answer(lambda: asking.invoke(seat, invocation))

    async def click(self, message: Seen, button: str, *, quiet: bool = False) -> Answer:
        """Press a button by its label or custom id. `quiet`: a silent deferral is answer enough."""
        custom_id = wording.button_of(message, button)
        return await self._press(message, custom_id, [], quiet=quiet)

    async def select(
        self,
        message: Seen,
        which: str | int,
        *choices: object,
        quiet: bool = False,
    ) -> Answer:
        """Choose in a menu, which is named by placeholder, custom id or number."""
        found = wording.menu_of(message, which)
        values = wording.chosen(found.raw, choices)
        return await self._press(message, found.custom_id, values, quiet=quiet)

    async def _press(
        self, message: Seen, custom_id: str, values: list[str], *, quiet: bool
    ) -> Answer:
        seat = self._seat(message)
        return await self._answer(
            lambda: asking.press(seat, message.message, custom_id, values), quiet=quiet
        )

    async def submit(
        self,
        form: Form,
        values: Mapping[str, object] | None = None,
        /,
        **more: object,
    ) -> Answer:
        """Send a modal; fields are named by label or custom id."""
        opened = self.world.interactions[form.interaction_id]
        seat = self._seat(self.world.channel(opened.channel_id))
        answers = wording.answers_of(seat, form, {**(values or {}), **more})
        return await self._answer(lambda: asking.submit(self.world, opened, answers))

    async def _first(self, interaction: Interaction) -> Interaction:
        """The interaction once it has its first answer."""

        def look() -> Interaction | None:
            now = self.world.interactions[interaction.id]
            return None if now.state is State.SENT else now

        sentence = f"The application did not respond to {_asked(interaction)}."
        try:
            done = await until(self.world, look, self.patience)
        except TimeoutError:
            raise DidNotRespond(sentence) from None
        if done.state is State.FAILED:
            raise DidNotRespond(sentence)
        return done

    async def _answer(self, start: Callable[[], Interaction], *, quiet: bool = False) -> Answer:
        """Start an interaction and gather what the player is shown of its answer."""
        touched: dict[str, Message] = {}

        def gather(event: Event) -> None:
            if isinstance(event, events.Posted | events.Edited):
                touched[event.message.id] = event.message

        stop = self.world.listen(gather)
        try:
            asked = start()
            done = await self._first(asked)
            if done.state is State.MODAL and done.modal:
                return Answer(modal=Form(done.id, done.modal))
            if not quiet or done.state is State.THINKING:
                await self._settled(asked, touched)
        finally:
            stop()
        mine = [each for each in touched.values() if self._is_of(asked, each)]
        return Answer(tuple(self._seen(each) for each in mine if self._still_there(each)))

    def _is_of(self, asked: Interaction, message: Message) -> bool:
        trigger = message.trigger
        return message.id == asked.message_id or (
            trigger is not None and trigger.interaction_id == asked.id
        )

    def _still_there(self, message: Message) -> bool:
        return message.id in self.world.posts.get(message.channel_id, {})

    async def _settled(self, asked: Interaction, touched: dict[str, Message]) -> None:
        """Wait until there is more to see than that the bot is at it."""

        def look() -> bool | None:
            now = self.world.interactions[asked.id]
            shown = any(self._is_of(asked, each) and not each.loading for each in touched.values())
            return True if now.state is State.DONE and (shown or now.steps) else None

        try:
            await until(self.world, look, self.patience)
        except TimeoutError:
            sentence = f"The application deferred {_asked(asked)} and then did nothing."
            raise DidNotRespond(sentence) from None

    # Writing

    def send(self, where: Where, text: str, *files: tuple[str, bytes]) -> Seen:
        """Write a message, with files as (name, bytes)."""
        letter = Letter(text, files=files)
        return self._seen(acts.write(self.world, self.id, self.channel(where), letter))

    def reply(self, message: Seen, text: str, *, ping: bool = True) -> Seen:
        """Reply to a message."""
        letter = Letter(text, message.id, ping)
        return self._seen(acts.write(self.world, self.id, self.channel(message), letter))

    def edit(self, message: Seen, text: str) -> Seen:
        """Change what they wrote."""
        return self._seen(acts.rewrite(self.world, self.id, message.message, text))

    def delete(self, message: Seen) -> None:
        """Delete a message."""
        acts.erase(self.world, self.id, message.message)

    def dm(self, other: "Player | Person") -> Channel:
        """Their conversation with somebody; with the bot: `dm(box.bot)`."""
        return places.direct(self.world, self.id, other.id)

    def thread(self, where: Where, name: str) -> Channel:
        """Start a thread, at a message when that is what is given."""
        at = where.id if isinstance(where, Seen) else None
        return acts.start_thread(self.world, self.id, self.channel(where), name, at)


def _asked(interaction: Interaction) -> str:
    custom_id = str(interaction.data.get("custom_id"))
    return f"/{interaction.command}" if interaction.command else custom_id
