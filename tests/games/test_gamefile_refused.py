"""Files that are refused: the line, and why; and that no text costs more than its length."""

from __future__ import annotations

import time

import pytest

from games.errors import Clash, Contradiction, Fault, GameError, Illegal, Spoilt, Unreadable, Why
from games.gamefile import LARGEST, MOST, read_game_file, read_moment
from tests.every import by_night, for_every

START = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d 0"
EQUAL = "mmm/3/5/5/5/5/5/3/MMM l 0"
MOVED = "Rules: bga\nd1-d3 e4-c4"
ROUND = "Rules: bga\n" + "d1-d3 e4-c4\nd3-d1 c4-e4\n" * 2
TABAL = '"game": "tabal", "name": "tabal"}'
LIMIT = '"quiet_limit": '
NESTED = "[" * 3000


def why(text: str, rules: str | None = None) -> tuple[int | None, object]:
    """The line, None where no line is to blame, and the reason."""
    with pytest.raises(GameError) as refusal:
        read_game_file(text, rules)
    error = refusal.value
    line, cause = (error.line, error.cause) if isinstance(error, Spoilt) else (None, error)
    match cause:
        case Unreadable():
            return line, cause.fault
        case Illegal():
            return line, cause.why
        case Contradiction():
            return line, cause.clash
        case _:
            raise AssertionError(cause)


@for_every(
    ("text", "line", "reason"),
    [
        ("", None, Fault.FILE_EMPTY),
        ("# Rules: bga\n\nDark: 111", None, Fault.FILE_EMPTY),
        ("Hello.\nRules: bga", 1, Fault.MOVE),
        ("Hello there.", 1, Fault.MOVE),
        ("# Hello.\n\nFrom: me\nthis and/or that", 4, Fault.MOVE),
        ("and/or", 1, Fault.MOVE),
        ("Hello, then d1-d3", None, Fault.FILE_RULES),
        ("d1-d3 e4-c4", None, Fault.FILE_RULES),
        (START, None, Fault.FILE_RULES),
        ("Rules: larochelle", None, Fault.FILE_START),
        ("Rules: larochelle\nd1", 2, Fault.MOVE),
        ("Rules: larochelle\nc3-c4", 2, Why.NOTHING_THERE),
        ("Rules: larochelle\n\nz9-c4", 3, Why.OFF_BOARD),
        ("Rules: larochelle\ne3-d3 e4-d4", 2, Why.NOT_YOUR_MAN),
        ("\nRules: chess", 2, Fault.RULES),
        ("Rules: bga+king-four", 1, Clash.NOT_FOR),
        ("Rules: bga\nRULES: bga", 2, Fault.TWICE),
        (f"Rules: bga\n\n{START}\nstart: {START}", 4, Fault.TWICE),
        ("Rules: bga\nStart: 9/9 d 0", 2, Fault.RANKS),
        (f"Rules: tabal\r\n{START}", 2, Fault.RANK),
        ("Rules: bga\n9/9/9/9/9/9/9/9/9 d 0", 2, Fault.KINGS),
        # the rules in full
        ("Rules in full: tabal", 1, Fault.RECORD),
        ("Rules in full: []", 1, Fault.RECORD),
        ('Rules in full: {"game": "chess"}', 1, Fault.RECORD),
        ('Rules in full: {"game": "tabal", "name": "tabal", "quiet_limit": true}', 1, Fault.RECORD),
        ('Rules in full: {"game": "tabal", "name": "Tabal"}', 1, Fault.RECORD),
        (f"Rules in full: {{{LIMIT}9999999999, {TABAL}", 1, Fault.RECORD),
        (f"Rules in full: {{{(LIMIT + '50, ') * 220}{TABAL}", 1, Fault.RECORD),
        ('Rules in full: {"game": "tabal", "name": "tabal", "quiet_limit": 0}', 1, Clash.VALUE),
        (f'Rules in full: {{"game": {NESTED}', 1, Fault.RECORD),
        (f"Rules in full: {NESTED}{NESTED}", 1, Fault.RECORD),
        ('Rules in full: {"game": "tabal", "name": "tabal"}\nRules: bga', 2, Fault.FILE_NAMES),
        ('Rules: chess\nRules in full: {"game": "tabal", "name": "tabal"}', 1, Fault.RULES),
        # moves
        (f"{MOVED}\nd3-d9", 3, Why.IN_THE_WAY),
        (f"{MOVED} c4-c5", 2, Why.NOT_YOUR_MAN),
        (f"{MOVED}\n\n2. d3-d4xd5", 4, Why.NO_SUCH_CAPTURE),
        (f"{MOVED}\n2. resigns", 3, Fault.MOVE),
        (f"{MOVED} 1-0", 2, Fault.MOVE),
        (f"{MOVED} d3.4-d4", 2, Fault.MOVE),
        (f"{MOVED} {'e4' * 200}", 2, Fault.MOVE),
        (f"{ROUND}d1-d3", 6, Why.OVER),
        # moments
        ("Rules: bga\nBegun: yesterday", 2, Fault.MOMENT),
        (f"{MOVED}\nEnded: 2026-02-30 10:00", 3, Fault.MOMENT),
        (f"{MOVED} {{2026-11-21}}", 2, Fault.MOMENT),
        (f"{MOVED} {{2026-11-21 07:05:09", 2, Fault.MOMENT),
        # results
        (f"{MOVED}\nWinner: Bob\nReason: resigned", 4, Fault.WINNER),
        (f"{MOVED}\nWinner: Bob", 3, Fault.WINNER),
        (f"{MOVED}\nReason: boredom", 3, Fault.REASON),
        (f"{MOVED}\nWinner: dark", 3, Fault.RESULT),
        (f"{MOVED}\nReason: resigned", 3, Fault.RESULT),
        (f"{MOVED}\nReason: resigned\nWinner: nobody", 3, Fault.RESULT),
        (f"{MOVED}\nReason: resigned\nWinner: not yet", 3, Fault.RESULT),
        (f"{MOVED}\nReason: time\nWinner: dark", 3, Fault.RESULT),  # it is dark's turn
        (f"{MOVED}\nReason: stopped\nWinner: light", 3, Fault.RESULT),
        (f"{MOVED}\nReason: agreed\nWinner: light", 3, Fault.RESULT),
        (f"{MOVED}\nReason: king escaped\nWinner: light", 3, Fault.RESULT),
        (f"{ROUND}Winner: dark", 6, Fault.RESULT),
        (f"{ROUND}Winner: not yet", 6, Fault.RESULT),
        (f"{ROUND}Reason: agreed", 6, Fault.RESULT),
        ("Rules: fortresses\nWinner: nobody\nReason: agreed", 3, Why.NO_AGREEMENT),
        # too much
        ("Rules: bga\n" + "d1-d3\n" * (MOST + 1), MOST + 2, Fault.FILE_MOVES),
        ("#" * (LARGEST + 1), None, Fault.FILE_SIZE),
        ("Hello. " * LARGEST, None, Fault.FILE_SIZE),
        ("Hello. " * (MOST + 1), 1, Fault.FILE_MOVES),
    ],
)
def test_a_bad_file_is_refused_by_its_line(text: str, line: int | None, reason: object) -> None:
    assert why(text) == (line, reason)


def test_rules_in_full_may_be_as_long_as_they_need() -> None:
    played = read_game_file(f"Rules in full: {{{LIMIT}999999999, {TABAL}\n{EQUAL}").match
    assert played.game.endings.quiet_limit == 999_999_999


def test_what_the_reader_adds_is_blamed_on_no_line() -> None:
    assert why(START, "chess") == (None, Fault.RULES)
    assert why(f"\n{START.replace('K', 'Q')}", "bga") == (2, Fault.LETTER)
    assert why("Hello.", "chess") == (1, Fault.MOVE)


def test_a_refusal_says_its_line_and_what_is_so() -> None:
    with pytest.raises(Spoilt) as refusal:
        read_game_file(f"{MOVED}\nWinner: Dark\nReason: Time")
    assert str(refusal.value) == (
        "line 4: the result is given as 'dark, time', "
        "but the game as written makes it 'light, time'"
    )


@for_every(
    "text",
    [
        *(
            "",
            "now",
            "2026-11-21",
            "07:05",
            "2026-11-21 24:00",
            "2026-11-21 07:60",
            "1969-12-31 23:59",
        ),
        *("0000-01-01 00:00", "2026-13-01 00:00", "2026-02-29 00:00", "12026-11-21 07:05"),
        *("2026-11-21 07:05:09.5", "2026-11-21 07:05 CET", "\u0662\u0660\u0662\u0666-11-21 07:05"),
    ],
)
def test_what_is_no_moment_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_moment(text)
    assert (refusal.value.fault, refusal.value.parts) == (Fault.MOMENT, (text,))


@pytest.mark.parametrize(
    "text", ["2026-11-21 07:05:00", "2026-11-21T07:05Z", "2026-11-21 07:05 UTC"]
)
def test_a_moment_is_read_to_the_second(text: str) -> None:
    assert read_moment(text) == 1_795_244_700


HOSTILE = [
    "{",
    "{a",
    "{}",
    "a:\n",
    "\n",
    "1. ",
    "e4 - ",
    " - ",
    ". ",
    "x",
    "[",
    "9/",
    "d1-d3 {",
    "e4-e7:",
]


@pytest.mark.slow
@by_night("size", LARGEST // 4, LARGEST)
@for_every("scrap", HOSTILE)
def test_no_text_costs_more_than_its_length(scrap: str, size: int) -> None:
    """Four times as long may take four times as long; were it the square, it would be sixteen."""
    short, long = (scrap * (length // len(scrap)) for length in (size // 4, size))
    most = max(0.05, 10 * min(spent(short) for _ in range(3)))
    assert any(spent(long) < most for _ in range(3))


def spent(text: str) -> float:
    """The seconds that it takes this process to read it."""
    begun = time.process_time()
    try:
        read_game_file(text, "bga")
    except GameError:
        return time.process_time() - begun
    raise AssertionError(text[:40])
