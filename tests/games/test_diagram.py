"""Boards as plain text, drawn and read back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue, diagram
from games.core import Side
from games.errors import Fault, Unreadable
from tests.every import for_every
from tests.games.positions import anywhere

if TYPE_CHECKING:
    from games.core import Game, Position

TABLUT = """\
9 . . . t t t . . .
8 . . . . t . . . .
7 . . . . T . . . .
6 t . . . T . . . t
5 t t T T K T T t t
4 t . . . T . . . t
3 . . . . T . . . .
2 . . . . t . . . .
1 . . . t t t . . .
  a b c d e f g h i"""

TABAL = r"""9 m-------m-------m
    \     |     /
8     m---m---m
        \ | /
7 m---m---m---m---m
  | \ | / | \ | / |
6 m---m---m---m---m
  | / | \ | / | \ |
5 .---.---.---.---.
  | \ | / | \ | / |
4 M---M---M---M---M
  | / | \ | / | \ |
3 M---M---M---M---M
        / | \
2     M---M---M
    /     |     \
1 M-------M-------M
  a   b   c   d   e"""


def test_a_full_square_of_points_needs_no_lines() -> None:
    assert diagram.draw_diagram(catalogue.game("ludens").start()) == TABLUT


def test_the_lines_of_tabal_are_drawn() -> None:
    assert diagram.draw_diagram(catalogue.game("tabal").start(Side.LIGHT)) == TABAL


@given(anywhere())
def test_what_is_drawn_is_read_back(case: tuple[Game, Position]) -> None:
    game, position = case
    try:
        game.check(position)
    except Unreadable:
        return  # his king was taken, or moves without end: no position to begin on
    text = diagram.draw_diagram(position, game.marks)
    assert diagram.read_diagram(game, text, position.turn) == replace(position, quiet=0)


def test_special_points_are_signed_while_they_are_free_and_seen_from_the_other_side() -> None:
    game = catalogue.game("fortresses")
    after = game.play(game.start(), ("e2", "f2")).after
    drawn = diagram.draw_diagram(after, game.marks, flipped=True).splitlines()
    assert drawn[0] == "1 # . . t t t . . #"
    assert drawn[1] == "2 . . . t : . . . ."
    assert drawn[-1] == "  i h g f e d c b a"


@for_every(
    ("text", "fault"),
    [
        ("", Fault.RANKS),
        ("x" * 2001, Fault.DIAGRAM),
        (TABLUT.replace("9 .", "8 .", 1), Fault.DIAGRAM),
        (TABLUT.replace("8 .", "9 .", 1), Fault.DIAGRAM),
        (TABLUT.replace("9 . .", "9 .", 1), Fault.RANK),
        (TABLUT.replace("K", "Q"), Fault.LETTER),
        (TABLUT.replace("K", "."), Fault.KINGS),
    ],
)
def test_what_is_no_diagram_is_refused(text: str, fault: Fault) -> None:
    with pytest.raises(Unreadable) as refused:
        diagram.read_diagram(catalogue.game("ludens"), text, Side.DARK)
    assert refused.value.fault is fault


def test_labels_may_be_left_out() -> None:
    game = catalogue.game("ludens")
    bare = "\n".join(line[2:] for line in TABLUT.splitlines()[:-1])
    assert diagram.read_diagram(game, bare, Side.DARK) == game.start()


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        diagram.read_diagram(catalogue.game("tabal"), text, Side.DARK)


@pytest.mark.parametrize("name", ["ludens", "tabal"])
def test_a_phone_has_room_for_it(name: str) -> None:
    drawn = diagram.draw_diagram(catalogue.game(name).start(Side.DARK))
    assert max(map(len, drawn.splitlines())) <= 30
