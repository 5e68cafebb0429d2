"""A message is read later too: what stays as it is gives dates, and never says *in 3 hours*."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest

import bot
from bot.composition import FEATURES
from bot.model.people import Person
from bot.model.servers import Place
from bot.ui.pages import naming
from bot.ui.posting import reading
from bot.ui.posting.poster import CORE
from tests.bot.ui import gallery
from tests.bot.ui.model import ALL, EN, check, text
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ui.words import Words
    from tests.bot.service.parlour import Parlour

COUNTED = ":R>"  # how Discord counts a moment down, or up
HERE = Path(bot.__file__).parent
SENT = (*CORE, *FEATURES.posts)
# Each with what keeps it true. What is new gives dates, unless it is named here.
COUNT_DOWN = {
    "board",  # edited with each change of its clock; with the next board it goes, or loses its time
    "clock",  # is that edit
    "reminder",  # goes when its turn is over, and when its player gets a day or goes away
    "challenge",  # edited with its end, which comes by itself too
    "edit-challenge",  # is that edit
    *("announcement", "foursome-announcement"),  # edited as their sign-up ends
    "turn-list",  # edited with each game
}
MADE_IN = {  # where a catalogue or a reader of it can be had
    "bot.ui.words": {"words_of", "words_for", "default", "languages"},
    "bot.ui": {"words"},
    "bot.ui.pages.reader": {"private", "public"},
    "bot.ui.pages": {"reader"},
    "bot.ui.answers": {"channel_reader", "reader_here", "reader_of"},
    "bot.ui.actions.commands": {"reader_here", "reader_of"},
}
# Words that are true for a day or a season, in sentences that one person reads at once; and others
# that are true whenever they are read.
PASSING = re.compile(
    r"\b(yesterday|today|tonight|tomorrow|ago|(this|last|next) (week|month|year|season))\b",
    re.IGNORECASE,
)
READ_AT_ONCE = ("no.", "away.", "until.", "date.", "option.", "mydata.")
ALWAYS_TRUE = {
    "command.puzzle.description",
    "puzzle.week",
    "puzzle.week-title",
    "ruleset.copenhagen.about",
}
SENDERS = sorted(
    {Path(str(sys.modules[known.send.__module__].__file__)) for known in SENT}
    | {*(HERE / "ui" / "posting").glob("*.py")}
)


def test_what_counts_down_is_kept_true() -> None:
    assert {known.kind.kind for known in SENT if known.counts_down} == COUNT_DOWN


@for_every("sender", SENDERS)
def test_each_sender_has_its_readers_from_one_place(sender: Path) -> None:
    readers = {*_made(ast.parse(sender.read_text("utf-8")))}
    assert readers == ({"private", "public"} if sender == Path(reading.__file__) else set())


def _made(module: ast.Module) -> Iterator[str]:
    """Yield a module's imports for making readers of its own."""
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom):
            yield from MADE_IN.get(str(node.module), set()) & {name.name for name in node.names}


def test_one_place_writes_what_counts_down() -> None:
    files = [file for kind in ("*.py", "*.toml") for file in HERE.rglob(kind)]
    written = [file for file in files if COUNTED in file.read_text("utf-8")]
    assert written == [Path(naming.__file__)]


@pytest.mark.parametrize("counts_down", [True, False])
@pytest.mark.parametrize("is_guest", [True, False])
async def test_only_what_can_be_edited_counts_down(
    parlour: Parlour, *, counts_down: bool, is_guest: bool
) -> None:
    posting: Any = SimpleNamespace(
        app=SimpleNamespace(services=parlour.services),
        client=Mock(**{"get_guild.return_value": None}),
        guests=Mock(**{"locale.return_value": "en-GB"}),
        io=Mock(**{"is_guest.return_value": is_guest}),
        counts_down=counts_down,
        people={},
        servers={},
    )
    public = await reading.reader_at(posting, Place(5, 6))
    assert (COUNTED in naming.when(7, public.words)) is (counts_down and not is_guest)
    for goes in (True, False):
        private = reading.private_reader(posting, Person(1), "fr", goes=goes)
        assert (COUNTED in naming.when(7, private.words)) is (counts_down and goes)
    assert naming.when(7, reading.private_reader(posting, Person(1), "fr").words) == "le <t:7:f>"


@pytest.mark.slow
@for_every("words", ALL)
def test_each_main_page_can_give_dates(words: Words) -> None:
    pages = [page for _, page in gallery.pages(words.dated)]
    for page in pages:
        check(page)
        assert COUNTED not in text(page)
    assert any(f"{words.dated('date.on', moment='<t:')}" in text(page) for page in pages)


def test_some_of_them_count_down_otherwise() -> None:
    assert any(COUNTED in text(page) for _, page in gallery.pages(EN))


def test_no_sentence_that_is_posted_says_yesterday() -> None:
    passing = {key for key in EN if PASSING.search(EN.raw(key))}
    assert {key for key in passing if not key.startswith(READ_AT_ONCE)} == ALWAYS_TRUE
