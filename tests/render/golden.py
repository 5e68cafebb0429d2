"""The golden pictures: scenes in every theme, boards of other sizes too, reduced; and a table.

`python -m tests.render.golden` paints them again. Look at each before committing it: the tests only
say that something changed.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from render import choosing, paint, scene, standings
from render.standings import Line, Standings
from render.themes import THEMES
from tests.render.boards import SIDES, crowded_board
from tests.render.matches import new_match, with_moves
from tests.render.words import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from render.scene import Scene

FOLDER = Path(__file__).with_name("golden")
REDUCED = 4  # times smaller than 720 wide


def scenes() -> Iterator[tuple[str, Scene]]:
    """Name and scene: a callout with its ways, a choice with its captures, a chain."""
    tuichi = with_moves(new_match("fortresses", "9/9/2t1t4/9/9/3T5/8T/3K4T/9 l 0"), "d2-d1")
    yield "tuichi", scene.scene_of(tuichi, ENGLISH)
    choice = new_match("bga-rim", "3ttt3/4t4/9/t3T3t/t2TKT2t/t1Tt4t/4T4/2T1t4/3ttt3 l 0")
    yield "men", choosing.choices_scene(with_moves(new_match("bga"), "e8-c8"), ENGLISH)
    yield "choice", choosing.choices_scene(choice, ENGLISH, ("e3",))
    chain = with_moves(
        new_match("tabal", "m1Q/1q1/5/3m1/5/1q3/M3M/3/2m l 0".replace("2m", "2q")), "a3-c5-e7"
    )
    yield "chain", scene.scene_of(chain, ENGLISH)
    for side in SIDES:
        yield f"side-{side}", crowded_board(side)


RANKS = "ranks.png"  # as it is, since letters are small
SCRIPTS = {
    "Latin": "Łukasz Þórsson",
    "Latin of Vietnam": "Nguyễn Thị Ánh",
    "Latin of Nigeria": "Ọlájùmọ̀kẹ́",
    "Greek": "Σωκράτης",
    "Cyrillic": "Дмитрий",
    "Cyrillic of Kazakhstan": "Әсел Нұрғалиқызы",
    "Armenian": "Անահիտ",
    "Georgian": "გიორგი",
    "Han": "太郎",
    "Hangul": "서연",
    "Kana": "さくら",
    "Arabic": "محمد",
    "Hebrew": "רבקה",
    "Devanagari": "मीनाक्षी",
    "Thai": "สมชาย",
    "emoji": "\N{FIRE}Anna\N{FIRE}",
    "wide": "W" * 32,
}


def ranks() -> Standings:
    """A table of people whose names are in twelve scripts and more."""
    lines = (
        Line(
            *(str(place), name, str(1700 - 31 * place)),
            *(0.9 - place / 20, 0.85 - place / 20, 0.95 - place / 20),
            *("WLDWL"[-place:], place == len(SCRIPTS)),
        )
        for place, name in enumerate(SCRIPTS.values(), 1)
    )
    return Standings(tuple(lines), ("Tablut", "„Straße“ · été"), ("1100", "1750"))


def paint_ranks() -> Image.Image:
    """The table, 720 wide."""
    return Image.open(BytesIO(standings.paint(ranks(), "horn", 720))).convert("RGB")


def paint_reduced(shown: Scene, theme: str) -> Image.Image:
    """The picture at a quarter of 720."""
    picture = Image.open(BytesIO(paint.paint(shown, theme, 720))).convert("RGB")
    return picture.reduce(REDUCED)


def main() -> None:
    """Paint them all again."""
    FOLDER.mkdir(exist_ok=True)
    paint_ranks().quantize(64, dither=Image.Dither.NONE).save(FOLDER / RANKS, optimize=True)
    for theme in THEMES:
        for name, shown in scenes():
            small = paint_reduced(shown, theme).quantize(64, dither=Image.Dither.NONE)
            small.save(FOLDER / f"{theme}-{name}.png", optimize=True)


if __name__ == "__main__":
    main()
