"""A person's view, for tests: messages with their buttons, menus and pictures; modals."""

from collections.abc import Iterator
from dataclasses import dataclass

from sandbox.raw import Json, form_in, forms_in, text_in
from sandbox.rules import components as kinds
from sandbox.rules.arrangement import inside
from sandbox.tabs import views
from sandbox.tabs.views import View
from sandbox.world.model import Attachment, Message


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a message."""

    label: str
    custom_id: str | None
    disabled: bool
    style: int
    url: str | None


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of a message; `options` are the labels of one with options of its own."""

    placeholder: str
    custom_id: str
    disabled: bool
    options: tuple[str, ...]
    raw: Json


@dataclass(frozen=True, slots=True)
class Picture:
    """A file that a message shows, with its alternative text."""

    name: str
    alt: str | None
    content_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Form:
    """An open modal."""

    interaction_id: str
    raw: Json

    @property
    def title(self) -> str:
        """Its title."""
        return self.raw["title"]

    @property
    def labels(self) -> list[str]:
        """The labels of its fields."""
        return [label for label, _ in self.fields()]

    @property
    def texts(self) -> list[str]:
        """The plain texts between its fields."""
        return [
            component["content"] for component in self._parts() if component["type"] == kinds.TEXT
        ]

    def fields(self) -> Iterator[tuple[str, Json]]:
        """Its fields with their labels."""
        for component in self._parts():
            if component["type"] == kinds.LABEL:
                yield component["label"], component["component"]
            elif component["type"] == kinds.TEXT_INPUT and component.get("label"):
                yield component["label"], component

    def _parts(self) -> Iterator[Json]:
        return (component for _, component in inside(self.raw["components"]))


class MessageView:
    """A message as one person sees it now; each property is read from the world again."""

    def __init__(self, view: View, message: Message) -> None:
        self._view = view
        self.id = message.id
        self.channel_id = message.channel_id

    def __repr__(self) -> str:
        return f"<MessageView {self.id} {'gone' if self.gone else repr(self.text)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MessageView) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def message(self) -> Message:
        """The message itself."""
        return self._view.world.message(self.channel_id, self.id)

    @property
    def gone(self) -> bool:
        """Whether it has been deleted."""
        return self.id not in self._view.world.posts.get(self.channel_id, {})

    @property
    def raw(self) -> Json:
        """Its JSON."""
        return views.post(self._view, self.message)

    @property
    def text(self) -> str:
        """All its text, line by line, without what nobody sees: word joiners."""
        message = self.message
        shown = [component for _, component in inside(message.components)]
        lines = [message.content]
        lines += [component["content"] for component in shown if component["type"] == kinds.TEXT]
        for embed in message.embeds:
            lines += [text_in(form_in(embed, "author"), "name")]
            lines += [text_in(embed, "title"), text_in(embed, "description")]
            for field in forms_in(embed, "fields"):
                lines += [field["name"], field["value"]]
            lines += [text_in(form_in(embed, "footer"), "text")]
        return "\n".join(line for line in lines if line).replace("\u2060", "")

    @property
    def author(self) -> str:
        """The author's handle."""
        return self._view.world.people[self.message.author_id].username

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees it."""
        return self.message.ephemeral

    @property
    def loading(self) -> bool:
        """Whether it is a deferred answer: the bot is thinking."""
        return self.message.loading

    @property
    def edited(self) -> bool:
        """Whether it has been changed."""
        return self.message.edited is not None

    @property
    def pings(self) -> set[str]:
        """The handles of the people it pinged."""
        return {self._view.world.people[ping].username for ping in self.message.pings}

    @property
    def buttons(self) -> list[Button]:
        """Its buttons, from the top."""
        return [
            Button(
                label=text_in(component, "label") or text_in(form_in(component, "emoji"), "name"),
                custom_id=component.get("custom_id"),
                disabled=bool(component.get("disabled")),
                style=component["style"],
                url=component.get("url"),
            )
            for _, component in inside(self.message.components)
            if component["type"] == kinds.BUTTON
        ]

    @property
    def menus(self) -> list[Menu]:
        """Its menus, from the top."""
        return [
            Menu(
                placeholder=text_in(component, "placeholder"),
                custom_id=component["custom_id"],
                disabled=bool(component.get("disabled")),
                options=tuple(option["label"] for option in forms_in(component, "options")),
                raw=component,
            )
            for _, component in inside(self.message.components)
            if component["type"] in kinds.SELECTS
        ]

    @property
    def pictures(self) -> list[Picture]:
        """The files that it shows. A file that no component of a layout names is not shown."""
        message = self.message
        if not message.v2:
            return [_picture(file, file.description) for file in message.files]
        files = {file.id: file for file in message.files}
        named = [pair for _, component in inside(message.components) for pair in _named(component)]
        return [_picture(files[key], alt) for key, alt in named if key in files]


def _named(component: Json) -> Iterator[tuple[str, str | None]]:
    """The files that one component shows, by id, with their alt texts."""
    for holder in (component, *forms_in(component, "items")):
        media = form_in(holder, "media") or form_in(holder, "file")
        yield media.get("attachment_id", ""), holder.get("description")


def _picture(file: Attachment, alt: str | None) -> Picture:
    return Picture(file.filename, alt, file.content_type, file.data)


@dataclass(frozen=True, slots=True)
class Answer:
    """The bot's answer to an interaction: messages, or a modal."""

    messages: tuple[MessageView, ...] = ()
    modal: Form | None = None

    @property
    def message(self) -> MessageView:
        """The first message."""
        if not self.messages:
            raise AssertionError("the answer brought no message")
        return self.messages[0]

    @property
    def form(self) -> Form:
        """The modal."""
        if self.modal is None:
            raise AssertionError(f"the answer was no modal but {self.messages}")
        return self.modal

    @property
    def text(self) -> str:
        """All the text of its messages."""
        return "\n".join(message.text for message in self.messages)

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees it."""
        return self.message.ephemeral

    @property
    def buttons(self) -> list[Button]:
        """The buttons of the first message."""
        return self.message.buttons

    @property
    def menus(self) -> list[Menu]:
        """The menus of the first message."""
        return self.message.menus

    @property
    def pictures(self) -> list[Picture]:
        """The pictures of the first message."""
        return self.message.pictures
