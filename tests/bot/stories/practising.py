"""Games against the engine in private: begun, and played with as few taps as need be."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.server import Sandbox

# A person who waits longer is told to look again: the bot says so after twenty seconds.
_LOOK_AGAIN, _LOOKS = 30, 6  # seconds, and how often


class Seat(Protocol):
    """A player's seat."""

    @property
    def box(self) -> Sandbox:
        """The little Discord."""
        ...

    @property
    def where(self) -> str:
        """The channel."""
        ...


def verbs(message: MessageView) -> set[str]:
    """Return the verbs of a message's buttons."""
    return {(button.custom_id or "::").split(":")[1] for button in message.buttons}


def named(label: str | None) -> str:
    """The point or the move that a button names: of `Play e4-e6` as of `e6`."""
    words = str(label).split()
    points = [word for word in words if word[:1].islower() and word[1:2].isdigit()]
    return (points or words)[0]


def press(message: MessageView, verb: str) -> str:
    """The first button that does this."""
    ids = [button.custom_id or "" for button in message.buttons]
    return next(id_ for id_ in ids if id_.startswith(f"k:{verb}:"))


async def answered(seat: Seat, who: Player, message: MessageView) -> MessageView:
    """The message once the engine has moved, however little time it has."""

    def look() -> MessageView | None:
        return message if verbs(message) & {"to", "play", "begin"} else None

    for _ in range(_LOOKS):
        with suppress(TimeoutError):
            return await seat.box.until(look, _LOOK_AGAIN)
        message = (await who.click(message, press(message, "board"))).message
    raise TimeoutError


async def practise(seat: Seat, who: Player, **options: object) -> MessageView:
    """A game in private, the person to move."""
    asked = await who.slash(seat.where, "tablut practice", **options)
    return await answered(seat, who, asked.message)


async def played(seat: Seat, who: Player, message: MessageView) -> MessageView:
    """The message after any move and its answer: as few taps as need be."""
    while "play" not in verbs(message):
        message = (await who.click(message, press(message, "to"))).message
    thinking = (await who.click(message, press(message, "play"))).message
    return await answered(seat, who, thinking)
