"""Raichi, tuichi, captures and the end: seen on every page that follows such a move.

Over all games that are kept for tests, in every language: boards of channels and of one person,
panels, refused moves, practice with what helps, boards with a planned reply, puzzles, ends.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.puzzles import pages as puzzles
from bot.features.puzzles.model import Attempt, Sheet, Streak, record_of
from bot.features.puzzles.stock import book
from bot.features.think import pages as thoughts
from bot.model.people import ENGINE
from bot.service.practice import Onward
from bot.ui.pages import board, naming, panel, parts, practice, result
from bot.ui.pages.page import Page, Picture
from bot.ui.pages.reader import Reader
from games.errors import Illegal, Why
from games.events import Moved
from games.notation import move_at
from render.layout import Figure
from render.scene import Call, Scene, Sign
from tests.bot.ui.model import ALL, DARK, LIGHT, record, text
from tests.bot.ui.screens import alone, farthest, thought_of
from tests.every import for_combinations, for_every
from tests.games.test_playthroughs import RECORDS, begun, closing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.model.matches import Record
    from bot.ui.words import Words
    from games.match import Match
    from tests.games.test_playthroughs import Record as Playthrough


def moments(playthrough: Playthrough) -> Iterator[Match]:
    """The game after each move that called or took something, or ended it."""
    match = begun(playthrough)
    for at, written in enumerate(playthrough.plies, start=1):
        move = move_at(match.game, match.position, written.split()[0])
        match = match.after(Moved(match.turn, at, move))
        assert match.last
        if match.callout or match.last.step.captured or match.verdict:
            yield match


def shown_on(page: Page) -> Scene:
    """The scene of its picture."""
    (picture,) = (block for block in page.blocks if isinstance(block, Picture))
    assert isinstance(picture.scene, Scene)
    return picture.scene


def taken_by(match: Match, ply: int) -> dict[str, Figure]:
    """The men that a move took, as they are drawn."""
    before = match.positions[ply]
    return {point: Figure(before[point]) for point in match.plies[ply].step.captured}


def assert_seen(shown: Scene, match: Match) -> None:
    """The banner, the ways, the last move and what it took are in the scene."""
    assert match.last
    assert shown.path == match.last.move
    hidden = {point for point, sign in shown.signs if sign in {Sign.PICKED, Sign.TARGET}}
    hidden |= {point for point, sign in shown.signs if sign in {Sign.TAKING, Sign.WINNING}}
    taken = taken_by(match, len(match.plies) - 1)
    assert {p: f for p, f in taken.items() if p not in hidden}.items() <= dict(shown.ghosts).items()
    if match.callout and match.verdict is None:
        assert shown.call == Call(match.callout.name)
        assert shown.hand or shown.ways == match.callout.ways  # a move in hand draws its own


def pages_after(of: Record, words: Words) -> Iterator[Page]:
    """Every page that shows the board while the game goes on."""
    turn, channel = of.match.turn, Reader(words)
    mover, other = (Reader(words, of.player(side)) for side in (turn, turn.other))
    man = farthest(of)
    yield board.board(of, channel)
    yield board.again(of, mover)
    yield board.again(of, other)
    yield panel.panel(of, mover)
    yield panel.panel(of, mover, man)
    yield panel.refused(of, mover, Illegal(Why.IN_THE_WAY, *man), (*man, *man))
    yield thoughts.board(thought_of(of, other.player or 0), other)
    own = alone(of, turn)
    me = Reader(words, DARK, coach=True)
    move = (*man, of.match.game.choices(of.match.position, man)[0])
    yield practice.game(own, me)
    yield practice.game(own, me, man)
    yield practice.game(own, me, man, hint=move, note=words("practice.hint-man", man=man[0]))
    yield practice.game(alone(of, turn.other), me)  # it thinks


@pytest.mark.slow
@for_every("playthrough", RECORDS, nth=4)
def test_callouts_and_captures_are_on_every_page_after_them(playthrough: Playthrough) -> None:
    for number, match in enumerate(moments(playthrough)):
        words = ALL[number % len(ALL)]
        if match.verdict:
            continue
        of = replace(record(playthrough.rules), match=match)
        for page in pages_after(of, words):
            assert_seen(shown_on(page), match)
            assert page.accent is parts.callout_accent(match.callout) or page.accent.name == "STOP"


@pytest.mark.slow
@for_every("playthrough", RECORDS, nth=4)
def test_what_one_did_oneself_is_on_the_board_that_brings_the_answer(
    playthrough: Playthrough,
) -> None:
    """In practice nobody sees the board between the two moves."""
    for number, before in enumerate(moments(playthrough)):
        words = ALL[number % len(ALL)]
        plies = len(before.plies)
        if before.verdict or plies == len(playthrough.plies):
            continue
        written = playthrough.plies[plies].split()[0]
        match = before.after(Moved(before.turn, 9, move_at(before.game, before.position, written)))
        if match.verdict:
            continue
        own = alone(replace(record(playthrough.rules), match=match), match.turn)
        assert own.player(match.turn.other) == ENGINE
        page = practice.game(own, Reader(words, DARK, coach=True))
        shown = shown_on(page)
        assert match.last
        taken = taken_by(match, plies - 1)
        gone = dict(shown.men).keys() | dict(shown.ghosts).keys() | {*match.last.move}
        assert (
            dict(shown.earlier).items() == {p: f for p, f in taken.items() if p not in gone}.items()
        )
        told = text(page)
        if taken:
            assert words("board.alone-took", men=words.join(sorted(taken))) in told
        if before.callout:
            assert words(f"board.alone-{before.callout.name}") in told
        public = board.board(replace(own, place=record(own.match.game.name).place), Reader(words))
        assert {*shown.earlier} <= {*shown_on(public).earlier}  # a man in hand may stand there


@pytest.mark.slow
@for_combinations(words=ALL, playthrough=RECORDS)
def test_an_end_is_carved_over_its_board_for_everybody(
    playthrough: Playthrough, words: Words
) -> None:
    match = begun(playthrough)
    for at, written in enumerate(playthrough.plies, start=1):
        move = move_at(match.game, match.position, written.split()[0])
        match = match.after(Moved(match.turn, at, move))
    match = match.after(*closing(playthrough.end, len(playthrough.plies) + 1))
    verdict = match.verdict
    assert verdict
    of = replace(record(playthrough.rules), match=match)
    for reader in (Reader(words), Reader(words, DARK), Reader(words, LIGHT)):
        own = of.side(reader.player) if reader.player else None
        picture = result.result(of, reader).pictures[0]
        still = picture.still or picture
        assert isinstance(still.scene, Scene)
        seen = [still.scene]
        if own:
            over = practice.over(alone(of, own), Reader(words, DARK), Onward(0))
            seen.append(shown_on(over))
        for shown in seen:
            if verdict.winner is None:
                assert shown.call in {Call.DRAWN, Call.NO_RESULT}
            else:
                lost = own is verdict.winner.other
                assert shown.call is (Call.LOST if lost else Call.WON)
            assert shown.caption.carved == words(f"picture.carved.{shown.call}")
            if match.last:
                assert shown.path == match.last.move


@pytest.mark.nightly
@for_every("words", ALL)
def test_what_a_puzzle_calls_and_takes_is_seen_in_it(words: Words) -> None:
    known, who = book(), Reader(words, DARK)
    for puzzle in known.puzzles[ALL.index(words) :: 4 * len(ALL)]:  # others in each language
        sheet = Sheet(puzzle, Attempt(DARK, puzzle.number, tries=0), False, Streak(), 86_400)  # noqa: FBT003
        line = [*known.solution(puzzle.line)]
        start = record_of(puzzle, DARK)
        assert shown_on(puzzles.question(sheet, who)).call == _called(start.match)
        end = record_of(puzzle, DARK, *line).match
        for page in (puzzles.solved(sheet, who, line), puzzles.solution(sheet, who, line)):
            assert_seen(shown_on(page), end)
            if end.verdict:
                assert shown_on(page).call in {Call.WON, Call.LOST}
        if len(line) > 1:
            after = record_of(puzzle, DARK, *line[:2]).match
            page = puzzles.right(sheet, who, line[:2])
            assert_seen(shown_on(page), after)
            called = after.callout_after(1)
            move, answer = map(naming.move_text, after.plies[:2])
            key = f"puzzle.right-{called.name}" if called else "puzzle.right"
            assert words(key, move=move, answer=answer) in text(page)
            own = taken_by(after, 0)
            assert dict(shown_on(page).earlier).keys() <= own.keys()
            assert len(own) - len(shown_on(page).earlier) <= 1  # where the answer stands now
        others = (move for move in start.match.game.moves(start.match.position) if move != line[0])
        wrong = next(others, None)
        if wrong is not None:
            judged = known.follow(puzzle.line, (wrong,))
            reply = judged[1] if judged else None
            moves = (wrong, reply) if reply else (wrong,)
            assert_seen(
                shown_on(puzzles.wrong(sheet, who, (wrong,), reply)),
                record_of(puzzle, DARK, *moves).match,
            )


def _called(match: Match) -> Call | None:
    return Call(match.callout.name) if match.callout else None
