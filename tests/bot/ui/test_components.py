"""A page message into what discord.py sends: pictures or text, pings, limits, nothing kept."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import discord
import pytest

from bot.ui import components
from bot.ui.pages import board, replay, result
from bot.ui.pages import challenge as challenges
from bot.ui.pages.games import ShowGames
from bot.ui.pages.help import ShowHelp
from bot.ui.pages.moderation import ShowBarred, ShowLog
from bot.ui.pages.page import (
    Accent,
    Attachment,
    Button,
    Buttons,
    Menu,
    Option,
    Page,
    Picture,
    Section,
    Show,
    Style,
    Text,
    sign,
)
from bot.ui.pages.reader import Reader
from games.core import Side
from games.notation import read_move
from tests.bot.ui.model import CHANNEL, DARK, EN, LIGHT, challenge, pictures, record
from tests.every import for_every

IMAGE = {"board.png": b"\x89PNG"}
TEXT_ONLY = Reader(EN, DARK, picture=False, text=True)
BOTH = Reader(EN, DARK, text=True)


def container(message: components.Message) -> dict[str, Any]:
    (only,) = message.view.to_components()
    return only


def inside(message: components.Message) -> list[dict[str, Any]]:
    return container(message)["components"]


def kinds(message: components.Message) -> list[int]:
    return [int(str(component["type"])) for component in inside(message)]


def written(message: components.Message) -> str:
    return "\n".join(str(part["content"]) for part in inside(message) if part["type"] == 10)


async def test_a_board_is_text_picture_and_buttons() -> None:
    message = components.message(board.board(record("ludens"), CHANNEL), IMAGE)
    assert kinds(message) == [10, 12, 1]
    gallery = inside(message)[1]
    (item,) = gallery["items"]
    assert item["media"]["url"] == "attachment://board.png"
    assert "King: e5." in item["description"]
    assert container(message)["accent_color"] == int(Accent.BOARD)
    assert message.files == IMAGE


async def test_the_text_board_stands_in_for_a_picture_that_is_missing() -> None:
    page = board.board(record("ludens"), CHANNEL)
    (picture,) = pictures(page)
    message = components.message(page, {})
    assert kinds(message) == [10, 10, 1]
    assert f"```\n{picture.board}\n```" in written(message)
    assert picture.alt in written(message)
    assert message.files == {}


async def test_a_reader_of_text_gets_text_and_no_picture() -> None:
    message = components.message(board.again(record("ludens"), TEXT_ONLY), IMAGE)
    assert 12 not in kinds(message)
    assert "```" in written(message)
    assert message.files == {}


async def test_a_reader_of_both_gets_both() -> None:
    message = components.message(board.again(record("ludens"), BOTH), IMAGE)
    assert kinds(message) == [10, 12, 10, 1]
    assert "```" in written(message)


async def test_where_a_film_is_missing_its_last_picture_stands_there() -> None:
    page = result.result(record("ludens", "h3-c3", start=KING_TAKEN), CHANNEL)
    message = components.message(page, IMAGE)
    assert kinds(message) == [10, 12, 1]
    assert [*message.files] == ["board.png"]
    message = components.message(page, {**IMAGE, "replay.gif": b"GIF"})
    assert kinds(message) == [10, 12, 1]
    assert [*message.files] == ["replay.gif"]
    message = components.message(page, {})
    assert kinds(message) == [10, 10, 1]
    assert "```" in written(message)


KING_TAKEN = "3ttt3/4t4/9/t3T3t/t1t2TT1t/1tKtT3t/7t1/4t4/4tt3 d 0"


async def test_only_those_to_be_told_are_pinged() -> None:
    message = components.message(board.board(record("ludens", "d1-d3"), CHANNEL), {})
    assert message.sending()["allowed_mentions"].to_dict() == {"parse": [], "users": [LIGHT]}
    assert message.editing()["allowed_mentions"].to_dict() == {"parse": [], "users": [LIGHT]}
    message = components.message(challenges.challenge(challenge(opponent=None), CHANNEL), {})
    assert message.sending()["allowed_mentions"].to_dict() == {"parse": [], "users": []}


def texts(message: components.Message) -> list[str]:
    shown = inside(message)
    return [
        text["content"]
        for part in shown
        for text in (part, *part.get("components", ()))
        if "content" in text
    ]


async def test_the_files_of_a_message_are_sent_with_it() -> None:
    page = replay.film(record("ludens", "h3-c3", start=KING_TAKEN), CHANNEL)
    message = components.message(page, {"replay.gif": b"image"})
    for files in (message.sending()["files"], message.editing()["attachments"]):
        picture, record_file = files
        assert (picture.filename, picture.fp.read()) == ("replay.gif", b"image")
        assert record_file.filename == "konakis-12.txt"


async def test_files_of_an_edited_message_can_be_kept() -> None:
    page = board.board(record("ludens"), CHANNEL, live=False)
    message = components.message(page, {}, kept_files=["board.png"])
    assert kinds(message) == [10, 12]
    assert message.files == {}
    assert "attachments" not in message.editing()
    assert set(message.sending()) == {"view", "files", "allowed_mentions"}
    fresh = components.message(page, IMAGE)
    assert [file.filename for file in fresh.editing()["attachments"]] == ["board.png"]


async def test_a_mark_is_the_containers_number() -> None:
    page = board.board(record("ludens"), CHANNEL)
    assert container(components.message(page, {}, mark=4711))["id"] == 4711
    assert "id" not in container(components.message(page, {}))


def test_the_first_mark_is_not_the_number_that_discord_gives_by_itself() -> None:
    """Or else the first post ever was taken for any message there that is no post."""
    ids = [components.component_id(mark) for mark in range(100)]
    assert ids[0] is None
    assert 1 not in ids
    assert len(set(ids)) == 100


async def test_views_are_finished_so_that_nothing_keeps_them() -> None:
    assert components.message(Page((Text("x"),)), {}).sending()["view"].is_finished()


async def test_every_block_becomes_its_component() -> None:
    (start,) = pictures(board.board(record("ludens"), CHANNEL))
    picture = Picture("p.png", start.scene, "what is seen", "text", Show.PICTURE)
    blocks = (
        Text("text"),
        picture,
        Buttons(
            (Button("log", ShowLog(7), Style.GRAVE), Button("barred", ShowBarred(7), Style.MAIN))
        ),
        Menu(ShowGames(), "choose", (Option("one", "1", "about", chosen=True),)),
        Section("beside", Button("off", ShowGames(1), off=True)),
        Attachment("f.txt", b"content"),
    )
    message = components.message(Page(blocks, Accent.OVER), {"p.png": b"image"})
    assert kinds(message) == [10, 12, 1, 1, 9, 13]
    row, choice = inside(message)[2:4]
    grave, main = row["components"]
    assert (grave["style"], grave["custom_id"]) == (discord.ButtonStyle.danger.value, "k:mod-log:7")
    assert (main["style"], main["label"]) == (discord.ButtonStyle.primary.value, "barred")
    (select,) = choice["components"]
    assert select["options"][0]["default"] is True
    assert [*message.files] == ["p.png", "f.txt"]


async def test_what_is_too_long_is_cut_and_never_refused() -> None:
    blocks = (
        Text("a" * 3990),
        Section("b" * 50, Button("c" * 100, ShowGames())),
        Menu(ShowGames(), "d" * 200, (Option("e" * 200, "1", "f" * 200),)),
    )
    message = components.message(Page(blocks), {})
    assert sum(map(len, texts(message))) == 4000
    section, row = inside(message)[1:]
    assert section["components"][0]["content"] == "b" * 9 + "…"
    assert section["accessory"]["label"] == "c" * 79 + "…"
    (select,) = row["components"]
    assert len(select["placeholder"]) == 150
    assert len(select["options"][0]["label"]) == len(select["options"][0]["description"]) == 100


async def test_what_has_no_room_at_all_is_left_out() -> None:
    blocks = (
        Text("a" * 5000),
        Section("b", Button("c", ShowGames())),
        Text("d"),
        Buttons((Button("e", ShowHelp()),)),
    )
    message = components.message(Page(blocks), {})
    assert kinds(message) == [10, 1]


@pytest.mark.parametrize(("longest", "short"), [(5, "abcde"), (4, "abc…"), (1, "…"), (0, "")])
def test_cutting_keeps_within_the_length(longest: int, short: str) -> None:
    assert components.cut("abcde", longest) == short


MAN = discord.PartialEmoji(name="konakis_dark_1", id=77)


@pytest.mark.parametrize("emojis", [{}, {"t": MAN}])
def test_men_have_pictures_where_the_bot_has_them(emojis: dict[str, discord.PartialEmoji]) -> None:
    menu = Menu(ShowGames(), "Which?", (Option("One", "1", man="t"), Option("Two", "2", man="K")))
    page = Page(
        (Text(f"{sign(Side.DARK)}Attackers"), Buttons((Button("e2", ShowHelp(), man="t"),)), menu)
    )
    text, row, choice = inside(components.message(page, {}, emojis=emojis))
    (button,), (select,) = row["components"], choice["components"]
    shown = [part.get("emoji") for part in (button, *select["options"])]
    man = ("77", "konakis_dark_1")
    if emojis:
        assert text["content"] == "<:konakis_dark_1:77> Attackers"
        assert [sign and (str(sign["id"]), sign["name"]) for sign in shown] == [man, man, None]
    else:
        assert text["content"] == "Attackers"
        assert shown == [None, None, None]
    assert button["label"] == "e2"


def test_calls_have_pictures_where_the_bot_has_them() -> None:
    page = Page((Text(f"{sign('raichi')}Raichi! {sign('tuichi')}Tuichi!"),))
    raichi = discord.PartialEmoji(name="konakis_raichi_1", id=78)
    (text,) = inside(components.message(page, {}, emojis={"raichi": raichi}))
    assert text["content"] == "<:konakis_raichi_1:78> Raichi! Tuichi!"


@pytest.mark.parametrize("move", ["c8-g8", "c10-c11", "a3-c3-e1", "e4-e7xd7xe8"])
def test_a_move_is_not_broken_at_its_hyphen_and_is_read_when_it_is_copied(move: str) -> None:
    message = components.message(Page((Text(f"Played **{move}**."),), Accent.BOARD), {})
    joined = move.replace("-", "-\u2060")
    assert written(message) == f"Played **{joined}**."
    assert read_move(written(message)[9:-3]) == read_move(move)


@for_every("text", ["2026-11-24", "one-way", "<t:5:R> - a1", "konakis-7.txt", "-# 1"])
def test_other_hyphens_stay(text: str) -> None:
    assert written(components.message(Page((Text(text),), Accent.BOARD), {})) == text


def test_a_picture_that_was_sent_is_freed_without_a_search_for_garbage() -> None:
    """discord.py hangs functions on a file, and one leads back to it."""
    page = Page((Picture("board.png", b"", "the board"),))
    (file,) = components.message(page, IMAGE).sending()["files"]
    assert file.fp.read() == IMAGE["board.png"]
    file.reset(seek=1)  # a second try
    assert file.fp.read() == IMAGE["board.png"]
    file.close()
    content = weakref.ref(file.fp)
    gc.disable()
    try:
        del file
        assert content() is None
    finally:
        gc.enable()
