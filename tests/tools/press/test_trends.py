"""The table and the picture of how even the rule sets are: as counted, and not older than that."""

from __future__ import annotations

from pathlib import Path

from engine.balance import counted, people, table, with_trend
from tests.every import for_every
from tests.render.test_png import colours_and_pixels
from tools.press import trends

DOCS = Path(__file__).parents[3] / "docs"


def test_the_docs_show_what_was_counted() -> None:
    page = (DOCS / "BALANCE.md").read_text("utf-8")
    assert trends.with_tables(page, table(), people()) == page
    shown = (DOCS / "balance.png").read_bytes()
    assert colours_and_pixels(shown) == colours_and_pixels(trends.paint(table()))


def test_a_table_is_written_anew_and_the_rest_stays() -> None:
    other = "| a | b |\n|---|---|\n| c | d |\n"
    page = f"# Even\n\n| rules | share |\n|---|---|\n| `bga` | 500: old |\n\n{other}"
    bga = with_trend([counted(30, 0, 10, 500, "now"), counted(20, 0, 20, 2_000, "now")])
    written = trends.with_tables(page, {"bga": bga}, {})
    assert "| `bga` | 500: 75 % ± 7 (40, 0 drawn, now); 2,000: 50 % ± 8 (40, 0 drawn, now) |\n" in (
        written
    )
    assert "old" not in written
    assert written.endswith(other)


@for_every(
    ("nodes", "level"), [(250, 0), (500, 0), (1_000, 0), (2_500, 1), (8_000, 2), (50_000, 3)]
)
def test_a_depth_has_the_place_of_the_nearest(nodes: int, level: int) -> None:
    by_place = {
        place: trends.paint({"bga": with_trend([counted(30, 0, 10, depth)])})
        for place, depth in enumerate((500, 2_000, 8_000, 20_000))
    }
    assert len(set(by_place.values())) == len(by_place)
    assert trends.paint({"bga": with_trend([counted(30, 0, 10, nodes)])}) == by_place[level]
