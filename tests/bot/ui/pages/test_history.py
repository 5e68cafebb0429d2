"""One's finished games: what a line says, the score, the pages, in both languages."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from bot.model.matches import Outcome, Past, Search, Tally
from bot.model.people import FORMER
from bot.service.history import PAGE_SIZE, HistoryPage
from bot.ui.pages import naming
from bot.ui.pages.challenge import AskWhom
from bot.ui.pages.history import ShowHistory, history, show_history
from bot.ui.pages.page import Button, Buttons, Section, Text
from bot.ui.pages.reader import Reader
from games import catalogue
from games.core import Reason, Side
from tests.bot.ui.model import ALL, AS_DARK, DARK, EN, FR, LIGHT, buttons, check, text
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.pages.page import Page

WON, DRAWN, LOST, VOID = Outcome.WON, Outcome.DRAWN, Outcome.LOST, Outcome.VOID
PLAIN = Search(DARK)
NBSP = "\N{NO-BREAK SPACE}"
GAME = Past(
    id=7,
    dark=DARK,
    light=LIGHT,
    rules="larochelle+king-four",
    plies=34,
    ended=5000,
    winner=Side.DARK,
    reason=Reason.KING_TAKEN,
)
TALLY = Tally(
    {
        (Side.DARK, WON): 6,
        (Side.DARK, LOST): 2,
        (Side.LIGHT, WON): 1,
        (Side.LIGHT, DRAWN): 3,
        (Side.LIGHT, LOST): 4,
    }
)


def finished(*matches: Past, tally: Tally = TALLY, page: int = 0, pages: int = 1) -> HistoryPage:
    return HistoryPage(matches, tally, page, pages)


def line(past: Past, reader: Reader = AS_DARK) -> list[str]:
    page = history(finished(past), PLAIN, reader)
    check(page)
    (section,) = [block for block in page.blocks if isinstance(block, Section)]
    return section.text.split("\n")


def test_a_game_without_its_moves_cannot_be_opened() -> None:
    page = history(finished(replace(GAME, forgotten=True)), PLAIN, AS_DARK)
    check(page)
    assert "moves no longer kept" in text(page)
    assert not any(isinstance(block, Section) for block in page.blocks)


def heading(search: Search, reader: Reader = AS_DARK, tally: Tally = TALLY) -> list[str]:
    page = history(finished(GAME, tally=tally), search, reader)
    check(page)
    assert isinstance(page.blocks[0], Text)
    return page.blocks[0].text.split("\n")


def test_a_line_gives_result_date_opponent_reason_and_rules() -> None:
    assert line(GAME) == [
        f"**Won** against <@{LIGHT}> · <t:5000:d>",
        "The king was captured.",
        "-# Attackers · La Rochelle + king moves up to four · 34 moves",
    ]
    assert line(replace(GAME, rules="ludens"), Reader(FR, DARK)) == [
        f"**Gagnée** contre <@{LIGHT}> · <t:5000:d>",
        "Le roi est pris.",
        "-# Attaquants · Ludens · 34 coups",
    ]


@for_every(
    ("changes", "said", "why"),
    [
        ({"winner": Side.LIGHT, "reason": Reason.RESIGNED}, "**Lost** against", f"<@{DARK}> resi"),
        ({"reason": Reason.TIME}, "**Won** against", f"<@{LIGHT}> ran out of time."),
        ({"winner": None, "reason": Reason.AGREED}, "**Drawn** with", "Both players agreed"),
        ({"winner": None, "reason": Reason.STOPPED}, "**No result** with", "A moderator stopped"),
        ({"winner": None, "reason": Reason.QUIET}, "**Drawn** with", "Too many moves without"),
    ],
)
def test_every_outcome_has_its_words(changes: dict[str, object], said: str, why: str) -> None:
    first, second, _ = line(replace(GAME, **changes))  # pyright: ignore[reportArgumentType]  any of its fields
    assert first.startswith(said)
    assert second.startswith(why)


@for_every("reason", list(Reason))
@for_every("words", ALL)
def test_every_reason_has_its_words(reason: Reason, words: object) -> None:
    assert isinstance(words, type(EN))
    assert "{" not in "".join(line(replace(GAME, reason=reason), Reader(words, DARK)))


def test_what_makes_a_game_unlike_others_stands_in_small_print() -> None:
    assert line(replace(GAME, games=2))[2].endswith("34 moves · first of two games")
    second = replace(GAME, games=2, first=6, placed=True)
    assert line(second)[2].endswith("34 moves · second of two games · from a position")


@for_every(
    ("changes", "note"),
    [
        ({"reason": Reason.RESIGNED, "plies": 3}, "too short to count"),
        ({"reason": Reason.RESIGNED, "plies": 4}, "4 moves"),
        ({"reason": Reason.KING_TAKEN, "plies": 3}, "3 moves"),
        ({"reason": Reason.STOPPED, "winner": None, "plies": 3}, "3 moves"),
        ({"reason": Reason.RESIGNED, "plies": 3, "level": 2}, "level 2"),
        (
            {"reason": Reason.TIME, "excused": True},
            "not counted: timed out in several games at once",
        ),
    ],
)
def test_a_line_says_of_what_is_in_no_tally_why(changes: dict[str, object], note: str) -> None:
    said = line(replace(GAME, **changes))  # pyright: ignore[reportArgumentType]  any of its fields
    assert said[2].endswith(f" · {note}")


def test_an_erased_player_is_called_so() -> None:
    gone = replace(GAME, light=FORMER, reason=Reason.RESIGNED)
    said = line(gone)
    assert said[0].startswith("**Won** against a former player")
    assert said[1] == "A former player resigned."
    assert "contre un compte effacé" in line(gone, Reader(FR, DARK))[0]


def test_the_score_of_all_stands_on_top() -> None:
    assert heading(PLAIN) == [
        "**Your finished games**",
        "Won **7** · drawn **3** · lost **6**",
    ]
    stopped = Tally({(Side.DARK, WON): 1, (Side.DARK, VOID): 2})
    assert heading(PLAIN, tally=stopped)[1].endswith("lost **0** · no result **2**")
    placed = Tally({(Side.DARK, LOST): 1}, {WON: 2, DRAWN: 1})
    assert (
        heading(PLAIN, tally=placed)[1]
        == "Won **0** · drawn **0** · lost **1** · not counted **3**"
    )
    assert heading(PLAIN, tally=Tally({}, {WON: 2}))[1].endswith("not counted **2**")


def test_head_to_head_the_score_is_by_side_too() -> None:
    assert heading(Search(DARK, opponent=LIGHT)) == [
        f"**Your finished games** · against <@{LIGHT}>",
        "Won **7** · drawn **3** · lost **6**",
        "-# Attackers (Tabal: Dark): won 6, drawn 0, lost 2",
        "-# Defenders (Tabal: Light): won 1, drawn 3, lost 4",
    ]
    tabal = heading(Search(DARK, LIGHT, "tabal", DRAWN), Reader(FR, DARK))
    assert tabal == [
        f"**Tes parties finies** · contre <@{LIGHT}> · Tabal · nulles seulement",
        "Gagnées_: **7** · nulles_: **3** · perdues_: **6**".replace("_", NBSP),
        f"-# Noirs{NBSP}: gagnées 6, nulles 0, perdues 2",
        f"-# Blancs{NBSP}: gagnées 1, nulles 3, perdues 4",
    ]


def test_the_button_opens_the_game() -> None:
    page = history(finished(GAME), PLAIN, AS_DARK)
    assert {name: button.id for name, button in buttons(page).items()} == {"Open": "k:open:7"}
    assert page.pings == ()


def test_the_buttons_lead_to_other_pages_of_the_same_search() -> None:
    search = Search(DARK, 2**63 - 1, "larochelle+king-four", LOST)
    page = history(finished(GAME, page=1, pages=3), search, AS_DARK)
    assert "-# Page 2 of 3" in text(page)
    turn = page.blocks[-1]
    assert isinstance(turn, Buttons)
    back, following = (button.press for button in turn.buttons)
    assert back == ShowHistory(2**63 - 1, LOST, "larochelle+king-four", 0)
    assert following == ShowHistory(2**63 - 1, LOST, "larochelle+king-four", 2)


def test_a_search_for_nothing_in_particular_fits_too() -> None:
    assert show_history(PLAIN, 3) == ShowHistory(page=3)


def sentences(page: Page) -> str:
    check(page)
    return text(page)


def test_nothing_to_show_says_what_to_do() -> None:
    none = finished(tally=Tally())
    assert sentences(history(none, PLAIN, AS_DARK)) == "You haven't finished a game yet."
    friend = Button("Challenge a friend", AskWhom())
    assert [*buttons(history(none, PLAIN, AS_DARK, first=[friend]))] == ["Challenge a friend"]
    assert not buttons(history(none, Search(DARK, outcome=DRAWN), AS_DARK, first=[friend]))
    searched = sentences(history(none, Search(DARK, outcome=DRAWN), AS_DARK))
    assert searched.startswith("**Your finished games** · only draws\nNo finished games match.")
    both = sentences(history(none, Search(DARK, LIGHT), AS_DARK))
    assert both.startswith(f"**Your finished games** · against <@{LIGHT}>\nYou two haven't")
    drawn = sentences(history(none, Search(DARK, LIGHT, outcome=DRAWN), AS_DARK))
    assert "No finished games match." in drawn


def test_the_longest_page_can_be_sent() -> None:
    rules = max(catalogue.every_name(), key=lambda name: len(naming.title(name, EN)))
    long = replace(
        GAME, dark=2**63 - 1, light=2**63 - 2, rules=rules, games=2, first=1, placed=True
    )
    lines = [replace(long, id=2**53 - number) for number in range(PAGE_SIZE)]
    tally = Tally(dict.fromkeys(product(Side, Outcome), 10**6), dict.fromkeys(Outcome, 10**6))
    search = Search(2**63 - 1, 2**63 - 2, rules, WON)
    for words in ALL:
        page = history(
            finished(*lines, tally=tally, page=998, pages=1000), search, Reader(words, DARK)
        )
        payload = str(check(page))
        assert "…" not in payload
        assert payload.count(str(2**63 - 2)) > PAGE_SIZE
