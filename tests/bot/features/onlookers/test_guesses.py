"""Who wins?: one guess a person until the sixth move, who was right, and the best of a season."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.onlookers import cases, guess_pages
from bot.features.onlookers.cases import guess
from bot.features.onlookers.guess_pages import GuessWinner
from bot.features.onlookers.model import Guesser, Guesses
from bot.features.onlookers.refusals import OnlookerNo
from bot.model.people import Person
from bot.model.posts import ClockPost
from bot.model.servers import Place
from bot.service.play import resign
from bot.store.check import check
from bot.ui.pages.page import Additions
from bot.ui.pages.reader import Reader
from games.core import Side
from games.errors import Why
from games.events import Stopped
from tests.bot.features.onlookers.test_cases import MOVES, QUICK, play
from tests.bot.service.parlour import ANNA, BEN, CARL, ELSEWHERE, HERE, NOON, D, L, Parlour
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import bar, block, following, keep_person
from tests.bot.store.test_repair import repaired
from tests.bot.ui.model import ALL, EN, buttons, record, text
from tests.bot.ui.model import check as check_page

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.ui.words import Words

DORA, EVE = 104, 105


def known(parlour: Parlour) -> list[tuple[object, ...]]:
    asked = "SELECT player, side, ended, correct FROM guess ORDER BY player"
    return [tuple(row) for row in parlour.tables.db.execute(asked)]


async def counts(parlour: Parlour, game: Record) -> Guesses | None:
    return await cases.guesses(parlour.services, await parlour.services.record(game.id))


async def test_a_person_guesses_once_and_may_change_it(parlour: Parlour) -> None:
    game = await parlour.begun(rules=QUICK)
    for side in (D, D, L, D):
        await guess(parlour.services, game, CARL, side)
    await guess(parlour.services, game, DORA, L)
    assert known(parlour) == [(CARL, "d", None, None), (DORA, "l", None, None)]
    assert await counts(parlour, game) == Guesses({D: 1, L: 1}, 0)


async def test_however_many_guess_the_board_is_edited_once_a_few_seconds_later(
    parlour: Parlour,
) -> None:
    game = await parlour.begun(rules=QUICK)
    for player in range(200, 230):
        await guess(parlour.services, game, player, D)
    await guess(parlour.services, game, 200, D)  # nothing new
    (post,) = parlour.said()
    assert post == ClockPost(game.id, due=NOON + 4, changes=29)
    parlour.time += 3601
    await guess(parlour.services, game, CARL, D)
    assert parlour.said() == [ClockPost(game.id, due=NOON + 3601 + 30)]


async def test_until_the_sixth_move(parlour: Parlour) -> None:
    game = await parlour.begun(rules=QUICK)
    await play(parlour, game, *MOVES[:5])
    await guess(parlour.services, game, CARL, D)
    await play(parlour, game, *MOVES[5:])
    assert await parlour.no(guess(parlour.services, game, CARL, L)) is OnlookerNo.GUESSED_ALREADY
    assert await counts(parlour, game) is None
    assert known(parlour) == [(CARL, "d", None, None)]


async def test_not_who_plays_is_barred_or_was_blocked(parlour: Parlour) -> None:
    game = await parlour.begun()
    for player in (ANNA, BEN):
        asked = guess(parlour.services, game, player, D)
        assert await parlour.no(asked) is OnlookerNo.WINS_THEMSELVES
    await bar(parlour.store, 1, CARL)
    assert await parlour.no(guess(parlour.services, game, CARL, D)) is OnlookerNo.MAY_NOT_LOOK_ON
    await block(parlour.store, BEN, DORA)
    assert await parlour.no(guess(parlour.services, game, DORA, D)) is OnlookerNo.NOT_WITH_THEM
    hidden = replace(game, place=Place(None, 11))
    assert await parlour.no(guess(parlour.services, hidden, 105, D)) is OnlookerNo.NO_ONLOOKERS
    assert await cases.guesses(parlour.services, hidden) is None


async def test_who_was_right_is_known_with_the_end(parlour: Parlour, tmp_path: Path) -> None:
    game = await parlour.begun()
    for player, side in ((CARL, L), (DORA, D), (105, L)):
        await guess(parlour.services, game, player, side)
    parlour.time += 60
    await resign(parlour.services, game.id, ANNA)
    over = await parlour.services.record(game.id)
    assert known(parlour) == [
        (CARL, "l", NOON + 60, 1),
        (DORA, "d", NOON + 60, 0),
        (105, "l", NOON + 60, 1),
    ]
    assert await cases.outcome(parlour.services, over) == Guesses({D: 1, L: 2}, 2)
    assert await parlour.why(guess(parlour.services, game, 106, D)) is Why.OVER
    assert (await parlour.store.personal_data.of(CARL)).features["guesses"] == [
        {"match": game.id, "side": "l", "right": True}
    ]
    await parlour.store.personal_data.erase(CARL, NOON)
    assert await cases.outcome(parlour.services, over) == Guesses({D: 1, L: 1}, 1)
    assert [*check(tmp_path / "parlour.db", EXTENSIONS)] == []


async def test_where_no_side_won_nobody_was_right_or_wrong(
    parlour: Parlour, tmp_path: Path
) -> None:
    game = await parlour.begun()
    await guess(parlour.services, game, CARL, D)
    await parlour.store.commit(following(game, Stopped(NOON)))
    assert known(parlour) == [(CARL, "d", None, None)]
    over = await parlour.services.record(game.id)
    assert await cases.outcome(parlour.services, over) is None
    wrong = [broken.sentence for broken in check(tmp_path / "parlour.db", EXTENSIONS)]
    assert [sentence for sentence in wrong if "guess" in sentence] == []


async def test_the_best_of_a_server_and_a_time(parlour: Parlour) -> None:
    async def one(at: int, guesses: Mapping[Player, Side], place: Place = HERE) -> None:
        parlour.time = at
        game = await parlour.begun(place=place)
        for player, side in guesses.items():
            await guess(parlour.services, game, player, side)
        await resign(parlour.services, game.id, ANNA)

    async def best(since: int, until: int, guild: int = 1) -> list[Guesser]:
        return [*await cases.best(parlour.services, guild, since, until)]

    await one(NOON, {CARL: L, DORA: L, EVE: D})
    await one(NOON + 10, {CARL: D, DORA: L})
    await one(NOON + 20, {CARL: L})
    await one(NOON + 20, {EVE: L}, ELSEWHERE)
    assert await best(NOON, NOON + 21) == [Guesser(DORA, 2, 2), Guesser(CARL, 2, 3)]
    assert await best(NOON, NOON + 10) == [Guesser(CARL, 1, 1), Guesser(DORA, 1, 1)]
    assert await best(NOON + 21, NOON + 99) == []
    assert await best(0, NOON + 99, 2) == [Guesser(EVE, 1, 1)]
    await keep_person(parlour.store, Person(DORA, listed=False))
    assert await best(NOON, NOON + 21) == [Guesser(CARL, 2, 3)]


async def test_check_compares_them_with_the_results_and_repair_says_again_who_was_right(
    parlour: Parlour, tmp_path: Path
) -> None:
    games = [await parlour.begun() for _ in range(3)]
    for game in games:
        await guess(parlour.services, game, CARL, L)
    for game in games[:2]:
        await resign(parlour.services, game.id, ANNA)
    before = known(parlour)
    db = parlour.tables.db
    db.execute('UPDATE guess SET correct = 0 WHERE "match" = ?', (games[0].id,))
    db.execute('UPDATE guess SET ended = 7 WHERE "match" = ?', (games[1].id,))
    db.execute('UPDATE guess SET ended = 7, correct = 1 WHERE "match" = ?', (games[2].id,))
    wrong = [broken.sentence for broken in check(tmp_path / "parlour.db", EXTENSIONS)]
    assert wrong == [f"a guess about match {game.id} is not as that ended" for game in games]
    assert repaired(tmp_path / "parlour.db") == []
    assert known(parlour) == before


@pytest.mark.parametrize("words", ALL, ids=repr)
@pytest.mark.parametrize("rules", ["larochelle", "tabal"])
def test_the_buttons_name_the_sides_and_how_many_guess_them(words: Words, rules: str) -> None:
    (row,) = guess_pages.buttons(record(rules), Guesses({D: 3, L: 15}, 0), words)
    dark, light = row.buttons
    assert (dark.press, light.press) == (GuessWinner(12, D), GuessWinner(12, L))
    assert (dark.label[-2:], light.label[-2:]) == (" 3", "15")
    for side in Side:
        check_page(guess_pages.guessed(record(rules), side, 6, Reader(words, 333)))


def test_what_is_said_of_guesses() -> None:
    assert [*guess_pages.outcome(Guesses({D: 5, L: 3}, 5), EN)] == ["**5 of 8** guessed right."]
    assert [*guess_pages.outcome(Guesses({D: 0, L: 0}, 0), EN)] == []
    assert [*guess_pages.best([Guesser(7, 3, 4), Guesser(8, 2, 2)], EN)] == [
        "Best guesses: <@7> 3 of 4 · <@8> 2 of 2"
    ]
    assert [*guess_pages.best([], EN)] == []
    page = guess_pages.guessed(record("tabal"), L, 6, Reader(EN, 333))
    assert text(page).startswith("Your guess in game 12: the light men win.")
    assert buttons(page) == {}
    assert Additions().rows(EN) == ()
