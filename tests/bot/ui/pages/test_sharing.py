"""The page of an imported file or position, and the challenge that comes of it."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Standing, Terms
from bot.ui.pages import challenge as challenges
from bot.ui.pages import sharing as pages
from bot.ui.pages.reader import Reader
from games.core import Side
from games.errors import Unreadable
from games.gamefile import GameFile, read_game_file
from games.pace import Pace
from tests.bot.ui.model import (
    AS_DARK,
    CHANNEL,
    EN,
    FR,
    LOOKING_ON,
    buttons,
    challenge,
    check,
    pictures,
    text,
)
from tests.hostile import long_file

if TYPE_CHECKING:
    from bot.model.challenges import Challenge
    from bot.ui.pages.page import Page

TUICHI = "4tt3/4t4/3t5/t1K1T3t/ttT2TTtt/t3T3t/9/4t4/3ttt3 l 0\nc6-c7"
FIVE = "Rules: ludens\n{}\na4-c4 e3-c3 d1-d2 c3-c2"
END = "\nWinner: {}\nReason: {}"
HOSTILE = "@everyone <@5> **`x`** [a](https://example.org)"
AS_FR = Reader(FR, 333)


def draft(opponent: int | None = 222) -> Challenge:
    terms = Terms("ludens", None, Pace(), start=TUICHI.split("\n", maxsplit=1)[0])
    return challenge(terms=terms, opponent=opponent, standing=Standing.DRAFT)


def shown(written: str, rules: str | None = None, reader: Reader = LOOKING_ON) -> str:
    page = pages.imported(pages.summary(read_game_file(written, rules), reader), reader)
    check(page)
    assert page.pings == ()
    assert buttons(page) == {}
    return text(page)


def page_of(game_file: GameFile, new: Challenge | None, hindrance: str = "") -> Page:
    return pages.imported(pages.summary(game_file, LOOKING_ON), LOOKING_ON, new, hindrance)


def test_a_game_under_way_says_whose_turn_it_is() -> None:
    assert shown(FIVE.format("")) == "**Ludens** · 4 moves\nAttackers to move."


def test_a_position_of_its_own_is_said_and_what_is_called() -> None:
    assert shown(TUICHI, "larochelle").split("\n") == [
        "**La Rochelle** · 1 move",
        "Attackers to move. **Tuichi!** The king has 2 ways out.",
        "Custom starting position.",
    ]


def test_names_in_the_file_are_quoted() -> None:
    said = shown(FIVE.format(f"Dark: {HOSTILE}\nLight: Ben"))
    assert "Attackers `@everyone @5> **x** [a](https://example…` · Defenders `Ben`" in said


@pytest.mark.parametrize(
    ("winner", "reason", "said"),
    [
        ("light", "resigned", "**The defenders won.** The attackers resigned."),
        ("light", "time", "**The defenders won.** The attackers ran out of time."),
        ("nobody", "agreed", "**A draw.** Both players agreed to end it."),
        ("nobody", "stopped", "**No result.** A moderator stopped the game; nobody wins."),
    ],
)
def test_a_game_that_is_over_says_how(winner: str, reason: str, said: str) -> None:
    lines = shown(FIVE.format("") + END.format(winner, reason)).split("\n")
    assert lines[-2] == said
    assert lines[-1].startswith("-# To play on from one of its moves, delete the later moves")


def test_in_french() -> None:
    said = shown(FIVE.format("") + END.format("light", "resigned"), reader=AS_FR)
    assert said.split("\n")[-2] == "**Les défenseurs ont gagné.** Les attaquants ont abandonné."


def test_one_button_leads_to_the_challenge() -> None:
    game_file: GameFile = read_game_file(FIVE.format(""))
    page = page_of(game_file, draft())
    check(page)
    assert {name: button.id for name, button in buttons(page).items()} == {
        "Challenge": "k:open-draft:3"
    }
    assert text(page).split("\n")[-1] == ("-# *Challenge* asks <@222> to play on from here.")
    assert page.pings == ()
    assert "asks anyone here" in text(page_of(game_file, draft(None)))


def test_what_hinders_a_challenge_stands_in_the_buttons_place() -> None:
    page = page_of(read_game_file(FIVE.format("")), None, "Ask later.")
    assert text(page).split("\n")[-1] == "-# You can't play on from here. Ask later."
    assert buttons(page) == {}


def test_the_challenge_says_and_shows_from_where_and_cannot_be_customised() -> None:
    terms = Terms(
        "larochelle+attackers-first", Side.DARK, Pace(), start=TUICHI.split("\n", maxsplit=1)[0]
    )
    page = challenges.challenge(challenge(terms=terms), CHANNEL)
    check(page)
    assert "no time limit · from a position" in text(page)
    assert list(buttons(page)) == ["Accept", "Suggest changes", "Decline", "More"]
    details = challenges.details(challenge(terms=terms), AS_DARK)
    assert " the throne doesn't help to capture. Defenders to move.\n" in text(details)
    assert list(buttons(details)) == ["Change", "Cancel", "Rules"]
    (picture,) = pictures(page)
    assert "king: c6" in picture.alt.lower()
    assert EN("origin.note") not in text(challenges.challenge(challenge(), CHANNEL))


@pytest.mark.slow
def test_what_the_process_hands_back_is_small_and_the_same_there() -> None:
    """It is copied while the event loop waits: a few kilobytes and the picture, however long."""
    imported = pages.read_game(long_file().decode(), None, LOOKING_ON)
    sent = pickle.dumps(imported)
    assert isinstance(imported.picture.scene, bytes)
    assert len(sent) - len(imported.picture.scene) < 5000
    there = pickle.loads(sent)  # noqa: S301  our own
    assert (there.lines, there.picture) == (imported.lines, imported.picture)
    assert isinstance(there.onward, Unreadable)  # so many plies without a capture are no position


def test_a_game_goes_on_as_it_was_handed_back() -> None:
    imported = pages.read_game(FIVE.format(""), None, LOOKING_ON)
    assert isinstance(imported.onward, Terms)
    assert pickle.loads(pickle.dumps(imported)) == imported  # noqa: S301  our own


def test_a_reader_of_text_gets_no_picture() -> None:
    imported = pages.read_game(FIVE.format(""), None, Reader(EN, 333, picture=False))
    assert imported.picture.scene == b""
    assert not imported.picture.painted
