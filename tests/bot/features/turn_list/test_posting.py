"""Which games a turn list tells of: those of its channel that all who read it may know of."""

from __future__ import annotations

from unittest.mock import Mock

from discord import ChannelType, Thread

from bot.features.turn_list.posting import read_by_all

CHANNEL = 7


def thread(number: int, parent: int, kind: ChannelType) -> Thread:
    """A thread as discord.py has it, as far as a list asks."""
    there = Mock(spec=Thread, id=number, parent_id=parent)
    there.is_private.return_value = kind is ChannelType.private_thread
    return there


def test_a_private_thread_is_not_told_of_in_its_channel() -> None:
    threads = (
        thread(71, CHANNEL, ChannelType.public_thread),
        thread(72, CHANNEL, ChannelType.private_thread),
        thread(81, 8, ChannelType.public_thread),
    )
    assert read_by_all(threads, CHANNEL) == [CHANNEL, 71]
    assert read_by_all(threads, 72) == [72]  # the list of the thread itself
