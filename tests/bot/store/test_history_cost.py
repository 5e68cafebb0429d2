"""A page of finished matches costs what it shows, however many matches a person has played."""

from __future__ import annotations

from itertools import count

import pytest

from bot.model.matches import Outcome, Search
from bot.store.matches import finished
from tests.bot.store.model import empty

ANNA = 1
# With either side by turns: nine opponents, other rules now and then, half of it won.
FILL = """
    WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ?)
    INSERT INTO "match" (id, channel, dark, light, rules, reserve, weekends, thread, version,
        turn, plies, since, winner, reason)
    SELECT id, 0, iif(id % 2, 1, 100 + id % 9), iif(id % 2, 100 + id % 9, 1),
        iif(id % 5, 'larochelle', 'ludens'), 0, 1, 0, 2, 'd', 40, 1000 + id,
        iif(id % 3, 'd', 'l'), 'resigned'
    FROM n"""


def cost(played: int, search: Search, skip: int = 0) -> tuple[list[int], int]:
    """The page of so many played, and how many steps of SQLite's own machine it took."""
    done = count()
    with empty() as db:
        db.execute(FILL, (played,))
        db.set_progress_handler(lambda: next(done) < 0, 1)
        page = finished(db, search, skip, 5)
    return [listing.id for listing in page], next(done)


@pytest.mark.parametrize(
    "search",
    [
        Search(ANNA),
        Search(ANNA, opponent=105),
        Search(ANNA, rules="ludens"),
        Search(ANNA, outcome=Outcome.WON),
    ],
)
def test_the_first_page_costs_the_same_of_a_hundred_and_of_five_thousand(search: Search) -> None:
    (few, little), (many, much) = cost(100, search), cost(5000, search)
    assert len(few) == len(many) == 5
    assert 0 < much < 1.5 * little


def test_a_later_page_only_passes_over_those_before() -> None:
    """Some forty steps a match."""
    last, much = cost(5000, Search(ANNA), 4995)
    assert last == [5, 4, 3, 2, 1]
    assert much < 5000 * 45
