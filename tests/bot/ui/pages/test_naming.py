"""What people call themselves, where Discord shows plain text."""

from __future__ import annotations

import pytest

from bot.ui.pages.naming import plain
from tests.render.names import UNWRITTEN, WRITTEN


@pytest.mark.parametrize("language", [*WRITTEN, *UNWRITTEN])
def test_names_of_all_scripts_stay_whole(language: str) -> None:
    for name in (WRITTEN | UNWRITTEN)[language]:
        assert plain(name) == name.replace("\N{ZERO WIDTH NON-JOINER}", " ")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("*Birch*\n<@1> `x` https://a.b", "Birch 1 x https a b"),
        ("\N{FIRE}Anna\N{FIRE}", "Anna"),
        ("\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}", ""),
        ("\N{COMBINING ACUTE ACCENT}", ""),
        ("", ""),
    ],
)
def test_what_could_be_markup_or_is_not_seen_is_left_out(name: str, shown: str) -> None:
    assert plain(name) == shown
