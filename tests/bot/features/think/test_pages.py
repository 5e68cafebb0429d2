"""Thinking boards, lines and what both planned: what is shown, and what can be pressed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.think import pages
from bot.features.think.cases import Thinking
from bot.features.think.model import (
    DEEPEST,
    MOST,
    Line,
    Thought,
    ahead,
    at_game,
    with_kept,
    with_move,
    with_replies,
)
from bot.features.think.tables import read_thought, written_data
from bot.store.errors import Damaged
from bot.ui.pages.page import Show, Style
from bot.ui.pages.reader import Reader
from games import catalogue
from games.core import Side
from games.events import Answered, Moved, Offer, Offered, Resigned
from games.pace import DAY
from render.scene import Scene
from tests.bot.ui.model import (
    ALL,
    AS_DARK,
    AS_LIGHT,
    DARK,
    EN,
    LIGHT,
    buttons,
    check,
    menus,
    pictures,
    record,
    text,
)
from tests.bot.ui.screens import thought_of
from tests.every import for_every

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.ui.words import Words
    from games.core import Move

WAITING = record("larochelle", "e2-f2")  # the attackers have moved
LINE: tuple[Move, ...] = (("e4", "f4"), ("f2", "g2"))


def board_of(known: Record, player: int, *moves: Move) -> Thinking:
    thought = at_game(Thought(3, known.id, player), known.match)
    for move in moves:
        thought = with_move(thought, known.match, move)
    return Thinking(known, thought)


def kept(thinking: Thinking) -> Thinking:
    known = with_kept(thinking.thought, thinking.record.match, 9)
    return replace(thinking, thought=known)


@for_every("words", ALL)
def test_every_page_fits_discord_in_every_language(words: Words) -> None:
    for shown in (WAITING, record("copenhagen"), record("tabal", lot=Side.LIGHT)):
        for player in (DARK, LIGHT):
            who = Reader(words, player)
            for thinking in (
                thought_of(shown, player),
                thought_of(shown, player, 9),
                thought_of(shown, player, 9, keep=True),
            ):
                check(pages.board(thinking, who))
                check(pages.more(thinking, who, words("think.kept-first")))
                check(pages.lines(thinking, who, are_open=True))
    over = replace(WAITING, match=WAITING.match.after(Resigned(Side.LIGHT, 9999)))
    every = pages.planned_lines(over, [kept(board_of(WAITING, DARK, *LINE)).thought])
    check(pages.planned(over, Reader(words, LIGHT), every, pages.ShowPlanned(12)))
    check(pages.planned_for_all(over, Reader(words), every[0], 1))


def test_both_sides_are_named_and_the_king_is_yours_or_theirs() -> None:
    assert text(pages.board(board_of(WAITING, DARK), AS_DARK)).endswith("**Their move**")
    mine = board_of(WAITING, LIGHT)
    assert text(pages.board(mine, AS_LIGHT)).endswith("**Your move**")
    opened = record("larochelle", "e2-f2", "e4-f4", "f2-g2", "d5-d4", "g2-h2")
    for player, whose in ((LIGHT, "Your"), (DARK, "Their")):
        page = pages.board(board_of(opened, player), Reader(EN, player), ("e5",))
        assert text(page) == f"{whose} king on **e5**. Where to?"


def test_nothing_on_the_board_plays_at_once_and_one_row_leads_on() -> None:
    thinking = board_of(WAITING, DARK, *LINE)
    page = pages.board(thinking, AS_DARK, ("c5",))
    green = [b for b in buttons(page).values() if b.style is Style.GOOD]
    assert green
    assert all(isinstance(button.press, pages.TryMove) for button in green)
    page = pages.board(thinking, AS_DARK)
    labels = list(buttons(page))[-4:]
    assert labels == ["◀", "▶", "Keep", "More"]
    assert text(page).startswith("1.\N{NO-BREAK SPACE}e4-f4 2.\N{NO-BREAK SPACE}f2-g2 · ")


def test_on_raichi_what_can_stop_it_comes_first() -> None:
    escaping = record("bga-rim", *RAICHI)
    callout = escaping.match.callout
    assert callout
    page = pages.board(board_of(escaping, DARK), AS_DARK)
    (menu,) = menus(page) or [None]
    names = [o.value for o in menu.options] if menu else [*buttons(page)]
    ways = {point for way in callout.ways for point in way[1:]}
    game, position = escaping.match.game, escaping.match.position
    stops = [bool(ways & {*game.choices(position, (man,))}) for man in names if len(man) == 2]
    assert stops[0]
    assert stops == sorted(stops, reverse=True)


RAICHI = (
    *("a4-a3", "e6-f6", "a3-a2", "e5-e6", "d1-c1", "e6-c6"),
    *("f1-g1", "c6-d6", "c1-b1", "d6-c6"),
)


def test_only_on_ones_own_turn_the_first_move_can_be_played() -> None:
    assert "Play e4-f4" in buttons(pages.more(board_of(WAITING, LIGHT, *LINE), AS_LIGHT))
    assert not any(
        label.startswith("Play")
        for label in buttons(pages.more(board_of(WAITING, DARK, *LINE), AS_DARK))
    )


def test_a_line_replies_only_where_there_is_a_reply_to_their_move() -> None:
    reply = "Reply automatically"
    assert reply in buttons(pages.more(kept(board_of(WAITING, DARK, *LINE)), AS_DARK))
    assert reply not in buttons(pages.more(board_of(WAITING, DARK, *LINE), AS_DARK))
    assert reply not in buttons(pages.more(kept(board_of(WAITING, DARK, LINE[0])), AS_DARK))
    assert reply not in buttons(pages.more(kept(board_of(WAITING, LIGHT, *LINE)), AS_LIGHT))
    alone = replace(WAITING, level=3)
    assert reply not in buttons(pages.more(kept(board_of(alone, DARK, *LINE)), AS_DARK))


def test_lines_are_listed_with_what_they_end_in_and_whether_they_reply() -> None:
    thinking = kept(board_of(WAITING, DARK, *LINE))
    (line,) = thinking.thought.kept
    on = with_replies(thinking.thought, WAITING.match, line.number, on=True)
    on = replace(on, lines=tuple(replace(one, end="raichi") for one in on.lines))
    page = pages.lines(replace(thinking, thought=on), AS_DARK, are_open=True)
    assert "- e4-f4 f2-g2 · **Raichi!** · replies automatically" in text(page)
    assert "Hide after games" in buttons(page)
    gone = replace(WAITING, match=WAITING.match.after(Moved(Side.LIGHT, 9999, ("e4", "d4"))))
    page = pages.lines(Thinking(gone, thinking.thought), AS_DARK, are_open=False)
    assert "- e4-f4 f2-g2 · the game went another way" in text(page)
    assert "Show after games" in buttons(page)


@pytest.mark.parametrize(
    ("earlier", "told"),
    [(60, "saw it coming"), (3 * 3600, "saw it 3 hours before"), (2 * DAY, "saw it 2 days before")],
)
def test_after_the_end_it_is_said_how_long_before_it_was_seen(earlier: int, told: str) -> None:
    match = WAITING.match.after(Moved(Side.LIGHT, 7200, LINE[0]))
    over = match.after(Moved(Side.DARK, 9 * DAY, LINE[1]), Resigned(Side.LIGHT, 9 * DAY))
    thought = kept(board_of(WAITING, DARK, *LINE)).thought
    seen = replace(thought, lines=tuple(replace(o, kept=9 * DAY - earlier) for o in thought.lines))
    game = replace(WAITING, match=over)
    every = pages.planned_lines(game, [seen])
    page = pages.planned(game, AS_LIGHT, every, pages.ShowPlanned(12))
    assert f"<@{DARK}> {told}" in text(page)
    assert "2 moves came true." in text(page)
    page = pages.planned(game, AS_LIGHT, every, pages.ShowPlanned(12, DARK, 3, 99))
    assert "**2.\N{NO-BREAK SPACE}f2-g2**" in text(page)


@for_every("taken_back", [False, True])
def test_a_line_is_shown_in_the_game_in_which_it_was_kept(taken_back: bool) -> None:  # noqa: FBT001
    match = record("larochelle", "a4-c4", "e3-c3").match  # with a capture
    here = replace(WAITING, match=match)
    line = kept(board_of(here, LIGHT, ("d1", "d2"), ("c3", "c2"))).thought.lines[0]
    line = replace(line, kept=match.log[-1].at)
    later = match.log[-1].at + 60
    if taken_back:
        match = match.after(
            Offered(Side.LIGHT, later, Offer.TAKEBACK), Answered(Side.DARK, later, accepted=True)
        )
    over = replace(here, match=match.after(Resigned(Side.LIGHT, later)))
    one = pages.Planned(LIGHT, line, 0)
    for ply in range(3):
        press = pages.ShowPlanned(12, LIGHT, line.number, ply)
        (picture,) = pictures(pages.planned(over, AS_LIGHT, [one], press))
        shown = picture.scene
        assert isinstance(shown, Scene)
        assert shown.caption.detail == f"Move {2 + ply}"
        assert sum(count for _, count in shown.caption.lost) == 1
        assert shown.path == (("e3", "c3"), ("d1", "d2"), ("c3", "c2"))[ply]


def test_a_players_own_first_move_is_not_foreseen() -> None:
    over = WAITING.match.after(Moved(Side.LIGHT, 7200, LINE[0]), Resigned(Side.DARK, 9000))
    own = kept(board_of(WAITING, LIGHT, *LINE)).thought
    theirs = kept(board_of(WAITING, DARK, *LINE)).thought
    game = replace(WAITING, match=over)
    assert [one.foreseen for one in pages.planned_lines(game, [own])] == [0]
    assert [one.foreseen for one in pages.planned_lines(game, [theirs])] == [1]


def test_boards_in_letters_show_the_position_that_is_thought_of() -> None:
    who = replace(AS_DARK, picture=False, text=True)
    (picture,) = pictures(pages.board(board_of(WAITING, DARK, LINE[0]), who))
    assert picture.show is Show.TEXT
    assert str(picture.board)
    (now,) = pictures(pages.board(board_of(WAITING, DARK), who))
    assert str(picture.board) != str(now.board)


def test_the_longest_lines_there_can_be_fit_the_row() -> None:
    longest = "x".join(["a1", "c3"] * 8 + ["a1"])
    position = "9" * 140
    line = Line(10**6, 10**3, position, (longest,) * DEEPEST, 10**10, "raichi", replies=True)
    thought = Thought(1, 1, DARK, lines=(line,) * (2 * MOST), moves=line.moves)
    assert len(written_data(thought)) <= 65_536


@pytest.mark.parametrize(
    "data",
    [
        *("", "[]", "{}", '{"start":0}'),
        '{"start":-1,"position":"","moves":"","numbers":0,"lines":[]}',
        '{"start":0,"position":"","moves":"zornig","numbers":0,"lines":[]}',
        '{"start":0,"position":"","moves":"","numbers":0,"lines":[[1,0,"","e4-f4",0,"x",false]]}',
    ],
)
def test_what_is_no_thinking_board_is_damage(data: str) -> None:
    db = sqlite3.connect(":memory:")
    db.row_factory = sqlite3.Row
    asked = 'SELECT 1 AS id, 2 AS "match", 3 AS player, 0 AS step, ? AS data'
    with closing(db), pytest.raises(Damaged):
        read_thought(db.execute(asked, (data,)).fetchone())


@for_every("name", catalogue.NAMES)
def test_a_line_of_a_whole_depth_can_be_thought_in_every_game(name: str) -> None:
    start = record(name, lot=Side.LIGHT)
    thinking = thought_of(start, start.player(start.match.turn), DEEPEST, keep=True)
    assert all(ahead(start.match, line.moves) for line in thinking.thought.lines)
