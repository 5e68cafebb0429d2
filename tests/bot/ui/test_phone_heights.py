"""Newcomers' pages fit a phone of 390 by 844 pixels, in every language; with counts of taps.

`python -m tests.bot.ui.test_phone_heights` measures all of them and writes PHONE.md beside this.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.ui.pages import panel
from bot.ui.pages.reader import Reader
from bot.ui.words import languages
from tests.bot.ui.model import ALL, EN, buttons
from tests.bot.ui.phone import VISIBLE, phone
from tests.bot.ui.screens import screens, turns

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence

    from bot.model.matches import Record
    from bot.ui.words import Words
    from games.core import Move
    from tests.bot.ui.phone import Phone, Seen
    from tests.bot.ui.screens import Screen

PAGE = Path(__file__).with_name("PHONE.md")
HEAD = """\
# How tall pages are on a phone

Written by `python -m tests.bot.ui.test_phone_heights`, in pixels. A phone of 390 by 844 shows 714
between the channel's name and the line for writing, and a chat stays at its bottom.

*seen*: pages measured, in all languages together. *tallest*: a whole message, and *in* which
languages. *wide*: the tallest with the wide buttons of iPhones. *in view*: without the author's
line, which leaves the screen first. *from the middle*: counted from the middle of the picture.
*words*: in the longest.

| screen | seen | tallest | in | wide | in view | from the middle | words |
|---|---|---|---|---|---|---|---|
"""

# Of these the lower half of the picture is seen with the words and all buttons; of all others the
# whole picture. The text of rules is read from its beginning.
_LOWER_HALF = (
    "tafl-11",
    "where to?",
    "practice, tafl-9",
    "lesson",
    "puzzle",
    "the end",
    "rules",
    "greeting",
)
_LINE = 22  # pixels of these that may be out of view: sixteen pieces and a long question
_READ = "rules"

# A few screens in English for every change, so that what is too tall is seen at once.
_FEW, _EVERY = 3, 10_000
_LOOKS = [
    pytest.param(EN, _FEW, id="a few"),
    *(pytest.param(words, _EVERY, id=words.locale, marks=pytest.mark.nightly) for words in ALL),
]

_WIDTHS = ("narrow buttons", "wide buttons")


async def looked_at(shown: Phone, words: Words, most: int = _EVERY) -> Mapping[str, Sequence[Seen]]:
    """How the screens of a language are seen, by their names; `most`: of a name, the first ones."""
    seen: defaultdict[str, list[Seen]] = defaultdict(list)
    count = Counter[str]()
    every: list[Screen] = []
    for screen in screens(words):
        count[screen.name] += 1
        if count[screen.name] <= most:
            every.append(screen)
    for edited in (True, False):
        some = [screen for screen in every if screen.edited is edited]
        looks = await shown.look([screen.page for screen in some], edited=edited)
        for screen, look in zip(some, looks, strict=True):
            seen[screen.name].append(look)
    return seen


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=[False, True], ids=_WIDTHS)
async def shown(request: pytest.FixtureRequest) -> AsyncGenerator[Phone]:
    """A phone with each width of buttons, on which all languages are looked at."""
    async with phone(wide=request.param) as one:
        yield one


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("words", "most"), _LOOKS)
async def test_what_guides_and_what_is_chosen_from_is_in_view_on_a_phone(
    shown: Phone, words: Words, most: int
) -> None:
    over: list[tuple[str, int]] = []
    for name, seen in (await looked_at(shown, words, most)).items():
        for one in seen:
            lower_half = any(part in name for part in _LOWER_HALF)
            height = one.from_middle - _LINE if lower_half else one.parts
            if height > VISIBLE and (one.pictures or not name.startswith(_READ)):
                over.append((name, height))
    assert over == []


@dataclass
class Taps:
    """How many taps moves take on a panel, from one to as many as there are points."""

    record: Record
    reader: Reader

    def of(self, move: Move) -> int:
        """How many taps play this move."""
        path: Move = ()
        for tap in range(1, len(move) + 2):
            pressed = [
                button.press
                for button in buttons(panel.panel(self.record, self.reader, path)).values()
            ]
            if any(isinstance(one, panel.PlayMove) and one.path == move for one in pressed):
                return tap
            nearer = [
                one.path
                for one in pressed
                if isinstance(one, panel.ChoosePoint) and move[: len(one.path)] == one.path
            ]
            path = max(nearer, key=len)
        pytest.fail(f"no way to {move}")


@pytest.mark.nightly
@pytest.mark.parametrize("words", ALL[:1], ids=str)
def test_a_move_is_two_taps_and_a_forced_one_is_one(words: Words) -> None:
    for record in turns():
        taps = Taps(record, Reader(words, record.player(record.match.turn)))
        moves = record.match.game.moves(record.match.position)
        for move in moves:
            chain = max(2, len(move))  # each further point of a chain is a tap at most
            assert taps.of(move) <= (1 if len(moves) == 1 else chain), (
                record.match.game.name,
                move,
            )


async def main() -> None:
    """Write the page."""
    rows: defaultdict[str, list[Seen]] = defaultdict(list)
    heights: defaultdict[str, dict[str, int]] = defaultdict(dict)
    widest: defaultdict[str, int] = defaultdict(int)
    async with phone() as on_phone, phone(wide=True) as on_iphone:
        for code, words in languages().items():
            for name, seen in (await looked_at(on_phone, words)).items():
                rows[name] += seen
                heights[name][code] = max(one.height for one in seen)
            for name, seen in (await looked_at(on_iphone, words)).items():
                widest[name] = max(widest[name], *(one.height for one in seen))
    lines = (f"{line}\n" for line in _table(rows, heights, widest))
    PAGE.write_text(HEAD + "".join(lines), "utf-8")


def _table(
    rows: Mapping[str, Sequence[Seen]],
    heights: Mapping[str, Mapping[str, int]],
    widest: Mapping[str, int],
) -> Iterator[str]:
    """Yield a line for each screen; `heights`: the tallest in each language."""
    for name, seen in rows.items():
        tallest = max(heights[name].values())
        where = [code for code, height in heights[name].items() if height == tallest]
        figures = (
            len(seen),
            tallest,
            ", ".join(where) if len(where) < len(heights[name]) else "all",
            widest[name],
            max(one.parts for one in seen),
            max(one.from_middle for one in seen),
            max(one.words for one in seen),
        )
        yield f"| {name} | {' | '.join(map(str, figures))} |"


if __name__ == "__main__":
    asyncio.run(main())
