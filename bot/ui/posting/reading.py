"""Readings for senders: a page's reader, a place's setting for old boards, a match as it was.

Invariant: all senders get their readers from here. So a message that isn't edited later gives
dates, never *in 3 hours* or *yesterday*.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.model.servers import Boards
from bot.service.clocks import clock_state
from bot.service.settings import server_of
from bot.ui.answers import result_page
from bot.ui.pages import board
from bot.ui.pages.reader import private, public
from bot.ui.slots import board_additions, turn_controls

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.model.matches import Record
    from bot.model.people import Person, Player
    from bot.model.servers import Place, Server
    from bot.ui.app import Posting
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader


async def match_of(posting: Posting, number: int) -> Record:
    """Return a match as it is now; the settings of its players and server are read with it."""
    record, settings = await posting.app.services.record_with_settings(number)
    posting.people.update(settings.people)
    if settings.server:
        posting.servers[settings.server.id] = settings.server
    posting.matches[number] = record
    return record


async def known_match(posting: Posting, number: int) -> Record:
    """Return a match as it was last read for a post; read it if it wasn't."""
    return posting.matches.get(number) or await match_of(posting, number)


async def person_of(posting: Posting, player: Player) -> Person:
    """Return the settings of a person, read once for a post."""
    if player not in posting.people:
        posting.people[player] = await posting.app.services.store.people.person(player)
    return posting.people[player]


async def _server_at(posting: Posting, place: Place) -> Server:
    """Return the settings of a place's server, read once for a post."""
    number = place.guild or 0
    if number not in posting.servers:
        posting.servers[number] = await server_of(posting.app.services, place)
    return posting.servers[number]


async def reader_at(posting: Posting, place: Place, *players: Person) -> Reader:
    """Return the reader that stands for everyone in a channel, with the given players' theme.

    Where we are guests, we can soon no longer edit a message, so it gives dates.
    """
    guild = posting.client.get_guild(place.guild) if place.guild else None
    locale = guild.preferred_locale if guild else posting.guests.locale(place.channel)
    server = await _server_at(posting, place)
    reader = public(server.locale or str(locale or ""), *players, theme=server.theme)
    return reader if posting.counts_down and not posting.io.is_guest(place) else reader.later


def private_reader(posting: Posting, person: Person, locale: str, *, goes: bool = False) -> Reader:
    """Return the reader of a DM. `goes`: the DM is deleted after the turn, so can count down."""
    reader = private(person, locale)
    return reader if posting.counts_down and goes else reader.later


async def match_reader(posting: Posting, record: Record) -> Reader:
    """Return the reader of a match's channel, with the settings of all its players."""
    players = [await person_of(posting, player) for player in record.everyone]
    return await reader_at(posting, record.place, *players)


async def page_writer(
    posting: Posting, record: Record, *, live: bool = True, clocked: bool = True
) -> Callable[[Reader], Page]:
    """Return the writer of a match's board or result; not live: of an old board.

    `clocked`: show the deadline.
    """
    if record.match.verdict:
        return await result_page(posting.app, record)
    clock = await clock_state(posting.app.services, record) if live and clocked else None
    additions = await board_additions(posting.app, record)
    controls = await turn_controls(posting.app, record)

    def write(reader: Reader) -> Page:
        under = controls(reader.words)
        return board.board(
            record, reader, live=live, clock=clock, additions=additions, controls=under
        )

    return write


async def old_board_setting(posting: Posting, place: Place) -> Boards:
    """Return how a place treats old boards; in a thread they stay."""
    if not place.guild:
        return Boards.SHORT
    setting = (await _server_at(posting, place)).boards
    in_thread = isinstance(posting.client.get_channel(place.channel), discord.Thread)
    return Boards.SHORT if setting is Boards.ONE and in_thread else setting


def as_it_was(newest: Record, events: int) -> Record:
    """Return a match as it was after so many events."""
    then = newest.match.as_of(events)
    return newest if then is newest.match else replace(newest, match=then)
