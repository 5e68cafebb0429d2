"""A person who takes part in a test: sends commands, presses buttons, writes; waits for answers."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from sandbox import inputs
from sandbox.message_view import Answer, Form, MessageView
from sandbox.observer import DidNotRespond, Observer, Where
from sandbox.rules import commands as kinds
from sandbox.tabs.views import localized
from sandbox.waiting import PATIENCE, until
from sandbox.world import events, interactions, menu, places, user_actions
from sandbox.world.events import Event
from sandbox.world.menu import Invoker
from sandbox.world.model import Channel, Interaction, Message, Person, State
from sandbox.world.user_actions import NewMessage


class Choice(NamedTuple):
    """A suggestion: the name shown to the player, and the value sent when it is chosen."""

    name: str
    value: Any


class Player(Observer):
    """One person who takes part."""

    def _invoker(self, where: Where) -> Invoker:
        return Invoker(self.world, self.id, self.channel(where))

    # Interactions

    def commands(self, where: Where) -> list[str]:
        """The names of the commands listed there, in the person's language."""
        usable = menu.usable(self._invoker(where))
        return [localized(command, self.person.locale)["name_localized"] for command in usable]

    async def slash(self, where: Where, words: str, /, **options: object) -> Answer:
        """Send a command: `slash("games", "board show", size=3)`."""
        invoker = self._invoker(where)
        command, branches = inputs.command_of(invoker, words)
        filled = inputs.options_of(invoker, command, branches, options)
        invocation = interactions.Invocation(command["id"], filled)
        return await self._answer(lambda: interactions.invoke(invoker, invocation))

    async def autocomplete(
        self,
        where: Where,
        words: str,
        option: str,
        typed: object = "",
        /,
        **others: object,
    ) -> list[Choice]:
        """The suggestions for an option while they type."""
        invoker = self._invoker(where)
        command, branches = inputs.command_of(invoker, words)
        given = {**others, option: typed}
        filled = inputs.options_of(invoker, command, branches, given, typing=option)
        invocation = interactions.Invocation(command["id"], filled)
        done = await self._first(interactions.autocomplete(invoker, invocation))
        shown = [localized(choice, self.person.locale) for choice in done.choices]
        return [Choice(choice["name_localized"], choice["value"]) for choice in shown]

    async def user_command(self, where: Where, name: str, target: "Player") -> Answer:
        """Send a command from a person's context menu."""
        return await self._targeted(self._invoker(where), name, kinds.USER, target.id)

    async def message_command(self, message: MessageView, name: str) -> Answer:
        """Send a command from a message's context menu."""
        return await self._targeted(self._invoker(message), name, kinds.MESSAGE, message.id)

    async def _targeted(self, invoker: Invoker, name: str, kind: int, target: str) -> Answer:
        command, _ = inputs.command_of(invoker, name, kind)
        invocation = interactions.Invocation(command["id"], [], target)
        return await self._answer(lambda: interactions.invoke(invoker, invocation))

    async def click(self, message: MessageView, button: str, *, quiet: bool = False) -> Answer:
        """Press a button by its label or custom id. `quiet`: a silent deferral is enough."""
        custom_id = inputs.button_of(message, button)
        return await self._press(message, custom_id, [], quiet=quiet)

    async def select(
        self,
        message: MessageView,
        which: str | int,
        *choices: object,
        quiet: bool = False,
    ) -> Answer:
        """Choose in a menu, given by its placeholder, custom id or number."""
        chosen_menu = inputs.menu_of(message, which)
        values = inputs.chosen(chosen_menu.raw, choices)
        return await self._press(message, chosen_menu.custom_id, values, quiet=quiet)

    async def _press(
        self, message: MessageView, custom_id: str, values: list[str], *, quiet: bool
    ) -> Answer:
        invoker = self._invoker(message)
        return await self._answer(
            lambda: interactions.press(invoker, message.message, custom_id, values), quiet=quiet
        )

    async def submit(
        self,
        form: Form,
        values: Mapping[str, object] | None = None,
        /,
        **more: object,
    ) -> Answer:
        """Send a modal; its fields are given by label or custom id."""
        opened = self.world.interactions[form.interaction_id]
        invoker = self._invoker(self.world.channel(opened.channel_id))
        answers = inputs.answers_of(invoker, form, {**(values or {}), **more})
        return await self._answer(lambda: interactions.submit(self.world, opened, answers))

    async def _first(self, interaction: Interaction) -> Interaction:
        """Wait for the interaction's first answer, or until the sandbox fails it."""

        def look() -> Interaction | None:
            now = self.world.interactions[interaction.id]
            return None if now.state is State.SENT else now

        with suppress(TimeoutError):
            done = await until(self.world, look, PATIENCE)
            if done.state is not State.FAILED:
                return done
        passed = self.world.clock.seconds() - interaction.created
        raise DidNotRespond(
            f"The application did not respond to {_label(interaction)} in {passed:.1f} s."
        )

    async def _answer(self, start: Callable[[], Interaction], *, quiet: bool = False) -> Answer:
        """Start an interaction and collect the messages of its answer."""
        touched: dict[str, Message] = {}

        def gather(event: Event) -> None:
            if isinstance(event, events.Posted | events.Edited):
                touched[event.message.id] = event.message

        stop = self.world.subscribe(gather)
        try:
            interaction = start()
            done = await self._first(interaction)
            if done.state is State.MODAL and done.modal:
                return Answer(modal=Form(done.id, done.modal))
            if not quiet or done.state is State.THINKING:
                await self._settled(interaction, touched)
        finally:
            stop()
        answers = [message for message in touched.values() if self._is_of(interaction, message)]
        return Answer(
            tuple(self._view_of(message) for message in answers if self._still_there(message))
        )

    def _is_of(self, interaction: Interaction, message: Message) -> bool:
        """Whether it is the answer: not the message with the button, edited for another reason."""
        trigger = message.trigger
        return message.id == self.world.interactions[interaction.id].answer_id or (
            trigger is not None and trigger.interaction_id == interaction.id
        )

    def _still_there(self, message: Message) -> bool:
        return message.id in self.world.posts.get(message.channel_id, {})

    async def _settled(self, interaction: Interaction, touched: dict[str, Message]) -> None:
        """Wait until there is more to see than a deferred answer."""

        def look() -> bool | None:
            now = self.world.interactions[interaction.id]
            shown = not now.silent and any(
                self._is_of(interaction, message) and not message.loading
                for message in touched.values()
            )
            return True if now.state is State.DONE and (shown or now.steps) else None

        try:
            await until(self.world, look, self.patience)
        except TimeoutError:
            sentence = f"The application deferred {_label(interaction)} and then did nothing."
            raise DidNotRespond(sentence) from None

    # Writing

    def send(self, where: Where, text: str, *files: tuple[str, bytes]) -> MessageView:
        """Write a message, with files as (name, bytes)."""
        draft = NewMessage(text, files=files)
        return self._view_of(user_actions.write(self.world, self.id, self.channel(where), draft))

    def reply(self, message: MessageView, text: str, *, ping: bool = True) -> MessageView:
        """Reply to a message."""
        draft = NewMessage(text, message.id, ping)
        return self._view_of(user_actions.write(self.world, self.id, self.channel(message), draft))

    def edit(self, message: MessageView, text: str) -> MessageView:
        """Edit a message of their own."""
        return self._view_of(user_actions.rewrite(self.world, self.id, message.message, text))

    def delete(self, message: MessageView) -> None:
        """Delete a message."""
        user_actions.erase(self.world, self.id, message.message)

    def react(self, message: MessageView, emoji: str) -> None:
        """React to a message."""
        user_actions.react(self.world, self.id, message.message, emoji)

    def dm(self, other: "Player | Person") -> Channel:
        """Their conversation with another person; with the bot: `dm(box.bot)`."""
        return places.direct(self.world, self.id, other.id)

    def thread(self, where: Where, name: str) -> Channel:
        """Start a thread, at a message if one is given."""
        at = where.id if isinstance(where, MessageView) else None
        return user_actions.start_thread(self.world, self.id, self.channel(where), name, at)


def _label(interaction: Interaction) -> str:
    custom_id = str(interaction.data.get("custom_id"))
    return f"/{interaction.command}" if interaction.command else custom_id
