"""The gallery for translators: each of its pages can be sent, in every language, and is painted."""

from __future__ import annotations

from itertools import islice
from struct import unpack_from
from typing import TYPE_CHECKING

import pytest

from bot.ui.pages import scenes
from bot.ui.pages.page import Page, Text
from bot.ui.pages.reader import Reader
from tests.bot.ui import gallery
from tests.bot.ui.model import ALL, EN, check
from tests.bot.ui.phone import phone
from tests.every import for_every

if TYPE_CHECKING:
    from pathlib import Path

    from bot.ui.words import Words


@pytest.mark.slow
@for_every("words", ALL, nth=3)
def test_every_page_of_it_can_be_sent_and_has_a_name_of_its_own(words: Words) -> None:
    pages = list(gallery.pages(words))
    names = {name for name, _ in pages}
    assert len(names) == len(pages)
    assert {*gallery.SHOWN} <= names
    for _, page in pages:
        check(page)


@pytest.mark.nightly
async def test_each_page_is_shown_with_its_own_picture() -> None:
    """Also where the page before had one of the same name."""
    boards = (
        Page((scenes.board(gallery.played(count), Reader(EN)), Text("?"))) for count in (0, 16)
    )
    async with phone() as shown:
        begun, later = [await shown.photograph(page) for page in boards]
    assert begun != later


@pytest.mark.nightly
def test_it_is_written_with_a_page_that_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = list(islice(gallery.pages(EN), 2))

    def pages(_: Words) -> list[tuple[str, Page]]:
        return few

    monkeypatch.setattr(gallery, "pages", pages)
    assert gallery.write(EN, tmp_path) == 2
    shown = ["01-greeting.png", "02-challenge.png"]
    assert sorted(file.name for file in tmp_path.glob("*.png")) == shown
    index = (tmp_path / "index.html").read_text("utf-8")
    for name in shown:
        assert f'src="{name}"' in index
        width, height = unpack_from(">II", (tmp_path / name).read_bytes(), 16)
        assert 300 < width / gallery.SCALE <= 390
        assert height > 100
