"""Moves as players type them: what is understood as a move, and what is left as it is."""

from __future__ import annotations

import sqlite3
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.metrics import Asked, Why
from bot.model.people import Person
from bot.service.rate_limit import Admission
from bot.ui.app import Remembered
from bot.ui.typed_moves import TypedMoves, as_typed, is_a_move, is_nearly_a_move, plain_move
from bot.ui.words import words_of
from games import catalogue
from tests.every import for_every

TAFL, TABAL = catalogue.game("larochelle"), catalogue.game("tabal")


@for_every(
    "text",
    [
        "e3-d3",
        "E3 TO D3",
        "e3 vers d3",
        "e3 à d3",
        "e3 d3?",
        "e3d3!",
        "\N{EUROPEAN CASTLE} e3-d3",
        "e3\N{RIGHTWARDS ARROW}d3",
        "e3 > d3",
        "e3, d3.",
        "e3xd3",
        "Ke3-d3--",
        "te3-d3+",
        "( e3-d3 )",
    ],
)
def test_a_move_however_it_is_typed(text: str) -> None:
    assert plain_move(text, TAFL) == "e3-d3"


@for_every(
    "text",
    ["e3-\u2060d3", "e3\u2011d3", "e3\u2060\u2011\u2060d3", "**e3-\u2060d3**", "Ke3-\u2060d3!"],
)
def test_a_move_copied_from_where_we_wrote_it(text: str) -> None:
    typed = as_typed(text)
    assert is_a_move(typed)
    assert plain_move(typed, TAFL) == "e3-d3"


@pytest.mark.parametrize(
    ("text", "move"),
    [("e8-e4xc8/d7", "e8-e4xc8xd7"), ("Ke1-a1xa2/b1--", "e1-a1xa2xb1"), ("E4-E7 x D7", "e4-e7xd7")],
)
def test_what_a_move_takes_stays_with_it(text: str, move: str) -> None:
    assert plain_move(text, TAFL) == move


@for_every(
    ("text", "move"),
    [
        ("f10-f8", "f10-f8"),
        ("f10f8", "f10-f8"),
        ("F 11 to F 8", "f11-f8"),
        ("k10 k4", "k10-k4"),
        ("Kk10-k4", "k10-k4"),
        ("k11xb11", "k11-b11"),
        ("c4-c1xd1/k11", "c4-c1xd1xk11"),
    ],
)
def test_a_move_on_the_largest_board(text: str, move: str) -> None:
    assert plain_move(text, TAFL) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [("A3xC5xE7", "a3xc5xe7"), ("a3 to c5 to e7", "a3-c5-e7"), ("a3 c5 e7", "a3-c5-e7")],
)
def test_a_chain(text: str, move: str) -> None:
    assert plain_move(text, TABAL) == move


@for_every(
    "text",
    ["", "hello", "e3", "shall I play e3-d3", "e3-d3 or e3-f3", "e3-d12", "2 e3-d3", "e3-l1"],
)
def test_what_is_more_or_less_than_a_move_stays_as_it_is(text: str) -> None:
    assert plain_move(text, TAFL) == text


@for_every(
    "text",
    [
        "e3-d3",
        "Ke3-d3!",
        "e3",
        "a 4?",
        "Ke3",
        "e3-z3",
        "e3-d12",
        "e3 e4 e5",
        "e3-d3 or e3-f3",
        "play e3-d3",
        "e3-d3 \N{THUMBS UP SIGN}",
    ],
)
def test_points_alone_and_a_move_with_a_word_more_are_nearly_a_move(text: str) -> None:
    assert is_nearly_a_move(text)


@for_every(
    "text",
    [
        "",
        "hello",
        "well played",
        "z3",
        "I like e4",
        "e4 was nice",
        "nice e4",
        "like4",
        "shall I play e3-d3",
        "I play e4f4",
        "what about e4-f4 next time",
        "I have a 4 day weekend",
    ],
)
def test_other_talk_is_none(text: str) -> None:
    assert not is_nearly_a_move(text)


def test_the_newest_languages_are_remembered() -> None:
    locales = Remembered[int, str](most=2)
    for player, locale in ((1, "fr"), (2, "en-GB"), (1, "fr"), (3, "de")):
        locales[player] = locale
    assert [locales.get(player, "?") for player in (1, 2, 3)] == ["fr", "?", "de"]


def refused_as(field: str) -> discord.HTTPException:
    """Return Discord's answer to a form with this field wrong."""
    faults = {field: {"_errors": [{"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown"}]}}
    body = {"code": 50035, "message": "Invalid Form Body", "errors": faults}
    return discord.HTTPException(Mock(status=400, reason="Bad Request"), body)


@pytest.mark.parametrize(("field", "faults"), [("message_reference", 0), ("content", 1)])
async def test_a_move_that_was_deleted_needs_no_answer(field: str, faults: int) -> None:
    app, written = Mock(locales={}), Mock(spec=discord.Message)
    app.rate_limit.admit.return_value = Admission.REFUSED
    app.services.store.people.person = AsyncMock(return_value=Person(7))
    written.content, written.author.id = "e2-f2", 7
    written.reply.side_effect = refused_as(field)
    await TypedMoves(app).reply(written, 9)
    assert app.metrics.failed.call_count == faults


@pytest.mark.parametrize("text", ["<@9> e2-f2", "e2"])
async def test_where_the_store_fails_a_move_is_answered_and_the_fault_logged(
    caplog: pytest.LogCaptureFixture, text: str
) -> None:
    app, written = Mock(locales={7: "de"}), Mock(spec=discord.Message)
    app.rate_limit.admit.return_value = Admission.ADMITTED
    failing = AsyncMock(side_effect=sqlite3.OperationalError("database is locked"))
    app.services.store.people.person = failing
    written.content, written.author.id = text, 7
    await TypedMoves(app).reply(written, 9)
    (said,) = written.reply.await_args_list
    assert words_of("de")("fault.ours") in str(said.kwargs["view"].to_components())
    assert caplog.messages == ["could not handle reply move"]
    app.metrics.failed.assert_called_once_with(Asked("reply", "move"), Why.FAULT)
