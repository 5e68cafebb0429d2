"""A language is its folder: one made from English in another place is selectable and whole.

It is no language that anyone speaks: English with other names, days, plurals and forms of names.
"""

from __future__ import annotations

import re
import shutil
from datetime import date
from typing import TYPE_CHECKING

import discord
import pytest

from bot.model.people import Person
from bot.model.servers import Server
from bot.ui import dates, words
from bot.ui.localised_commands import CatalogueTranslator, localised
from bot.ui.pages import board, rules, server, settings
from bot.ui.pages.page import Menu
from bot.ui.pages.reader import Reader, private, public
from bot.ui.words import languages, words_of
from bot.ui.words.checks import faults, unfinished
from games import catalogue
from tests.bot.ui.model import record, text
from tests.bot.ui.test_words_commands import context

if TYPE_CHECKING:
    from pathlib import Path

    from bot.ui.pages.page import Page

CHANGES = {
    'name = "English"': 'name = "Polski"',
    'default = "yes"': 'default = "no"',
    'locales = "en-US, en-GB"': 'locales = "pl"',
    '{ one = "n = 1" }': '{ one = "n = 1", few = "n % 10 = 2..4 and n % 100 != 12..14" }',
    'weekdays = "Monday,': 'weekdays = "poniedziałek,',
    'tomorrow = "tomorrow"': 'tomorrow = "jutro"',
    'weeks = "w, week, weeks"': 'weeks = "tydzień, tygodnie"',
}


@pytest.fixture
def third(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All languages there are and one more, in a folder of their own."""
    folder = tmp_path / "words"
    shutil.copytree(words.FOLDER, folder)
    shutil.copytree(folder / "en", folder / "pl")
    about = (folder / "pl" / "language.toml").read_text("utf-8")
    for former, new in CHANGES.items():
        assert former in about
        about = about.replace(former, new)
    (folder / "pl" / "language.toml").write_text(about, "utf-8")
    for file in (folder / "pl").glob("*.toml"):  # its third form of each plural
        text = re.sub(r"other = (\"[^\"]*\") }", r"few = \1, other = \1 }", file.read_text("utf-8"))
        file.write_text(text.replace('name = "challenge"', 'name = "wyzwanie"'), "utf-8")
    _decline(folder / "pl")
    monkeypatch.setattr(words, "FOLDER", folder)
    return folder / "pl"


# Of the sides, and of what holds the king, a form called by; sentences that ask for it.
DECLINED = (
    ("naming", r'^the = "the (.*)"$', r'\g<0>\nthe-by = "THE \1"'),
    ("rules", r'^([a-z-]+) = ("(the empty|the edge|an?) .*")$', r"\g<0>\n\1-by = \2"),
    ("rules", r"or \{walls\}", "or by {walls:by}"),
    ("board", r"as \{side\}", "as {side:by}"),
)


def _decline(folder: Path) -> None:
    for name, former, new in DECLINED:
        file = folder / f"{name}.toml"
        file.write_text(re.sub(former, new, file.read_text("utf-8"), flags=re.MULTILINE), "utf-8")


def options(page: Page, prompt: str) -> list[str]:
    menus = (block for block in page.blocks if isinstance(block, Menu))
    (menu,) = (menu for menu in menus if menu.prompt == prompt)
    return [option.label for option in menu.options]


@pytest.mark.slow
def test_it_is_whole(third: Path) -> None:
    assert third.name in languages()
    assert list(faults(words_of("pl"), words_of("en"))) == []
    lacked = (line for line in unfinished(words_of("pl"), words_of("en")) if "english" not in line)
    assert list(lacked) == []


def test_a_person_and_a_server_can_choose_it(third: Path) -> None:
    reader = private(Person(1), "en-US")
    page = settings.settings(Person(1), reader, ("horn",), "privacy", 0)
    assert "Polski" in options(page, "Language of my replies to you")
    chosen = settings.changed(Person(1), "language", third.name, ("horn",))
    assert chosen.locale == third.name
    assert private(chosen, "fr").words is words_of("pl")
    page = server.channels(Server(5), reader)
    assert "Polski" in options(page, "Language of posts")
    guild = server.changed_server(Server(5), "locale", (third.name,), ("horn",))
    assert public(guild.locale).words is words_of("pl")


@pytest.mark.usefixtures("third")
async def test_discord_hears_its_names_of_commands() -> None:
    name = localised("command.challenge.name")
    assert name.message == "challenge"
    translated = await CatalogueTranslator().translate(name, discord.Locale.polish, context())
    assert translated == "wyzwanie"


@pytest.mark.usefixtures("third")
def test_it_counts_and_reads_days_in_its_own_way() -> None:
    polish = words_of("pl")
    forms = [polish.plural(count) for count in (1, 2, 5, 12, 22)]
    assert forms == ["one", "few", "other", "other", "few"]
    today = date(2026, 11, 21)
    assert dates.read_date("jutro", today) == date(2026, 11, 22)
    assert dates.read_date("2 tygodnie", today) == date(2026, 12, 5)
    assert dates.read_date("PONIEDZIAŁEK", today) == date(2026, 11, 23)
    assert dates.written(date(2026, 11, 23), polish) == "poniedziałek 23 November 2026"


@pytest.mark.usefixtures("third")
def test_a_name_has_the_form_that_a_sentence_asks_for() -> None:
    polish = words_of("pl")
    begun = record("larochelle")
    shown = "\n".join(board.lines(begun, polish, None))
    assert "you go first as THE attackers." in shown
    assert "Attackers to move" not in shown  # they are named already
    pages = [
        rules.rules(
            catalogue.game("copenhagen"), Reader(polish), rules.RulesOfSet("copenhagen", page)
        )
        for page in range(12)
    ]
    assert any("or by the empty throne" in text(page) for page in pages)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("former", "new", "fault"),
    [
        ('move = "Move"', 'moves = "Move"', "unknown: board.moves"),
        ("game {number}", "game", "placeholders: board.footer"),
        (
            'alone-begin = "You go first as {side:by}."',
            'alone-begin = "{side:of}"',
            "form: board.alone-begin: side:of",
        ),
        ("{by} offers a draw.", "{by:by}", "form: board.offered.agree.draw: by:by"),
    ],
)
def test_what_is_wrong_in_it_is_found(third: Path, former: str, new: str, fault: str) -> None:
    file = third / "board.toml"
    text = file.read_text("utf-8")
    assert former in text
    file.write_text(text.replace(former, new, 1), "utf-8")
    assert list(faults(words_of("pl"), words_of("en"))) == [fault]
