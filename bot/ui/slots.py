"""Slots: the places in the core's pages where features add something.

A page asks for all additions in its slot (`Features` of bot.ui.app); a feature declares its own:

    FEATURE = Feature(name="ratings", adds=(RESULT_LINES.by(result_lines),))

Invariant: a slot's name says what is added where, and never names a feature.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.app import Slot
from bot.ui.pages.page import Additions

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from bot.model.challenges import Challenge
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.posts import Post
    from bot.service.services import Services
    from bot.ui.app import (
        App,
        Controls,
        Interaction,
        Lines,
        Posting,
        ThreadStart,
        ViewButtons,
    )
    from bot.ui.pages.hub import HubPart
    from bot.ui.pages.page import Block, Button
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Move

    OfGame = Callable[[Services, Record], Awaitable[Lines]]
    OfChallenge = Callable[[Services, Challenge], Awaitable[Lines]]
    Buttons = Callable[[Words], Sequence[Button]]
    OfServer = Callable[[App, Interaction, Reader], Awaitable[Sequence[Block]]]


RESULT_HEAD: Slot[Callable[[Services, Record], Awaitable[Callable[[Words], str] | None]]] = Slot(
    "over the result of a game that was never played, if it counts for someone"
)
RESULT_LINES: Slot[OfGame] = Slot("under a result")
RESULT_BUTTONS: Slot[Callable[[Services, Record], Awaitable[Buttons]]] = Slot("under a result")
BOARD_NOTES: Slot[OfGame] = Slot("in a board's small print")
BOARD_BUTTONS: Slot[Callable[[Record, Words], Sequence[Button]]] = Slot("beside *More*")
TURN_CONTROLS: Slot[Callable[[Services, Record], Awaitable[Controls | None]]] = Slot(
    "under a board in the place of *Move*, if several people play that side"
)
# The last argument is the reply with the move, if it should be deleted.
TYPED_VOTES: Slot[Callable[[Services, Record, Player, Move, int | None], Awaitable[None]]] = Slot(
    "a typed move, if several people play that side"
)
CARD_NOTES: Slot[Callable[[Services, Record], Awaitable[Mapping[Player, str] | None]]] = Slot(
    "below players' names on a finished game's card"
)
PLAYER_BUTTONS: Slot[Callable[[Record, Reader], Sequence[Button]]] = Slot(
    "beside *Move*, and while waiting, for a player of a game in progress"
)
LOOK_BACK_BUTTONS: Slot[Callable[[Services, Record, Reader], Awaitable[Sequence[Button]]]] = Slot(
    "where a finished game is gone over"
)
GAME_BUTTONS: Slot[Callable[[Record, Words], Sequence[Button]]] = Slot("under a finished game")
THREAD_START: Slot[Callable[[Services, Record], Awaitable[ThreadStart | None]]] = Slot(
    "where the thread of a match opens that a feature has started"
)
CHALLENGE_LINES: Slot[OfChallenge] = Slot("in the details of a challenge")
CHALLENGE_NOTES: Slot[OfChallenge] = Slot("on a challenge, in a word or two")
WANTED_SHARE: Slot[Callable[[Services, Challenge], Awaitable[float | None]]] = Slot(
    "what Light should score among equals, for an even game between the two of a challenge"
)
PROFILE_LINES: Slot[Callable[[Services, Player], Awaitable[Lines]]] = Slot("in a profile")
SERVER_LINES: Slot[Callable[[Services, int], Awaitable[Lines]]] = Slot(
    "in a message that is kept up to date with what is in progress in a server"
)
SETTINGS_BLOCKS: Slot[OfServer] = Slot("among the settings of a server")
SETTINGS_LINES: Slot[Callable[[App, Interaction], Awaitable[Lines]]] = Slot(
    "what a server has in which channel"
)
HUB_PARTS: Slot[Callable[[App, Interaction, Reader], Awaitable[HubPart]]] = Slot(
    "under /tablut tournaments"
)
PERSON_BUTTONS: Slot[Callable[[Interaction, Player, Words], Sequence[Button]]] = Slot(
    "under the games with another person"
)
GREETING_BUTTONS: Slot[Callable[[Words], Sequence[Button]]] = Slot(
    "under the greeting of a server, and for people without a game"
)
SEASON_BUTTONS: Slot[Callable[[Words], Sequence[Button]]] = Slot("where a season starts")
# The arguments are the rule set, the page and its topic (see bot.ui.pages.rules.Chapter).
RULES_BUTTONS: Slot[Callable[[str, int, str, Words], Sequence[Button]]] = Slot(
    "under a page of rules"
)
VIEW_BUTTONS: Slot[Callable[[App, Interaction], Awaitable[ViewButtons]]] = Slot(
    "under a page that a person reads in private and everybody may see"
)
DIGEST_BLOCKS: Slot[Callable[[Posting, Post, Reader], Awaitable[Sequence[Block]]]] = Slot(
    "in a digest, which is sent as that post"
)


async def board_additions(app: App, record: Record) -> Additions:
    """Return the features' additions to a board: small print and buttons."""
    notes = await app.features.lines(BOARD_NOTES, app.services, record)
    return Additions(notes, lambda words: app.features.buttons(BOARD_BUTTONS, record, words))


async def turn_controls(app: App, record: Record) -> Controls:
    """Return the writer of the controls that replace *Move* under a board; usually none do."""
    controls = await app.features.first(TURN_CONTROLS, app.services, record)
    return controls or (lambda _: ())


async def result_buttons(app: App, record: Record) -> Buttons:
    """Return the writer of the features' buttons under a result."""
    parts = [await add(app.services, record) for add in app.features.at(RESULT_BUTTONS)]
    game = game_buttons(app, record)
    return lambda words: [button for part in (*parts, game) for button in part(words)]


def player_buttons(app: App, record: Record, reader: Reader) -> tuple[Button, ...]:
    """Return the features' buttons for a player of a game in progress."""
    if reader.player is None or record.team(reader.player) is None or record.match.verdict:
        return ()
    return app.features.buttons(PLAYER_BUTTONS, record, reader)


async def look_back_buttons(app: App, record: Record, reader: Reader) -> tuple[Button, ...]:
    """Return the features' buttons where a finished game is gone over."""
    parts = [await add(app.services, record, reader) for add in app.features.at(LOOK_BACK_BUTTONS)]
    return tuple(button for part in parts for button in part)


def game_buttons(app: App, record: Record) -> Buttons:
    """Return the writer of the features' buttons under a finished game."""
    return lambda words: app.features.buttons(GAME_BUTTONS, record, words)


async def view_buttons(app: App, interaction: Interaction) -> ViewButtons:
    """Return the writer of buttons under pages that everyone can see."""
    parts = [await add(app, interaction) for add in app.features.at(VIEW_BUTTONS)]
    return lambda press, words: [button for part in parts for button in part(press, words)]
