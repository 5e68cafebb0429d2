"""The tables of docs/STRENGTH.md: as counted, and the rest of the page as it was."""

from __future__ import annotations

from engine.balance import PeoplesBalance, counted
from games.catalogue import NAMES
from tools import strength


def test_the_page_shows_what_was_counted() -> None:
    page = strength.PAGE.read_text("utf-8")
    assert strength.with_tables(page) == page
    assert page.count(" ± ") > len(NAMES)


def test_the_tables_are_written_again_and_the_rest_stays() -> None:
    page = strength.PAGE.read_text("utf-8")
    old = page.replace("| Ludens |", "| Ludo |").replace("| `brandubh` |", "| `ludo` |")
    assert old.count("| Ludo |") == old.count("| `ludo` |") == 1
    assert strength.with_tables(old) == page


def test_each_figure_has_its_games_where_they_are_known() -> None:
    measured = dict.fromkeys({*NAMES} - {"tawlbwrdd"}, counted(30, 0, 10))
    peoples = {
        "bga": PeoplesBalance(0.58, "a site", "", error=0.013, games=1_441),
        "saami": PeoplesBalance(0.46, "a site", "", similar=True),
    }
    rows = [*strength.fairness_rows(measured, peoples)]
    assert len(rows) == len(NAMES)
    assert "| Board Game Arena | 58 ± 1 | 1,441 | 75 ± 7 | 40 |" in rows
    assert "| Saami Tablut | about 46 | \N{EN DASH} | 75 ± 7 | 40 |" in rows
    assert "| Ludens | \N{EN DASH} |  | 75 ± 7 | 40 |" in rows
    assert "| Tawlbwrdd | \N{EN DASH} |  | \N{EN DASH} |  |" in rows
