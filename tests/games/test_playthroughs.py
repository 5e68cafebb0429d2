"""Whole games kept as text, from the first move to the result; between them, every way to end.

A record is its header, then each move with what it takes and what is called after it, and at last
an end of the match without a move.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from games.catalogue import NAMES, game, options
from games.core import WITHOUT_RESULT, Reason, Side, Verdict
from games.events import Answered, Created, Event, Flagged, Moved, Offer, Offered, Resigned
from games.match import fold
from games.notation import move_at, write_move
from tests.every import for_every

if TYPE_CHECKING:
    from games.match import Match

SIDES = {"dark": Side.DARK, "light": Side.LIGHT}


class Record(NamedTuple):
    """One game as it was written down."""

    name: str
    rules: str
    first: Side
    verdict: Verdict
    plies: tuple[str, ...]  # "e8-g8", "e5-e3 tuichi"
    end: str  # what ended it besides a move
    start: str | None = None  # a position, if it does not begin as all do


def read_record(file: Path) -> Record:
    text = file.read_text(encoding="utf-8")
    header = dict(re.findall(r"^(\w+): (.+)$", text, re.MULTILINE))
    lines = re.findall(r"^ *(\d+)\. (.+)$", text, re.MULTILINE)
    assert [int(number) for number, _ in lines] == list(range(1, len(lines) + 1))
    ends = re.findall(r"^(?:dark|light) .+$", text, re.MULTILINE)
    return Record(
        name=file.stem,
        rules=header["rules"],
        first=SIDES[header["first"]],
        verdict=Verdict(SIDES.get(header["winner"]), Reason(header["reason"])),
        plies=tuple(ply for _, line in lines for ply in line.split(", ")),
        end=ends[0] if ends else "",
        start=header.get("start"),
    )


def begun(record: Record) -> Match:
    """The match before the first move."""
    data = game(record.rules).data
    lot = None if data["first"] or record.start else record.first
    return fold([Created(0, data, lot, record.start)])


FOLDER = Path(__file__).parent / "playthroughs"
RECORDS = [read_record(file) for file in sorted(FOLDER.glob("*.txt"))]


@for_every("record", RECORDS)
def test_the_game_goes_as_it_was_written(record: Record) -> None:
    played = game(record.rules)
    match = begun(record)
    assert match.turn is record.first
    for at, written in enumerate(record.plies, start=1):
        assert match.verdict is None, at
        text, *_ = written.split()
        match = match.after(Moved(match.turn, at, move_at(played, match.position, text)))
        assert as_written(match) == written
    match = match.after(*closing(record.end, len(record.plies) + 1))
    assert match.verdict == record.verdict
    assert fold(match.log) == match


def as_written(match: Match) -> str:
    assert match.last is not None
    captured = match.last.step.captured
    called = [match.callout.name] if match.callout else []
    return " ".join([write_move(match.last.move, captured), *called])


def closing(end: str, at: int) -> list[Event]:
    """The events in words."""
    match end.replace(",", "").split():
        case []:
            return []
        case [side, "resigns"]:
            return [Resigned(SIDES[side], at)]
        case [side, "runs", "out", "of", "time"]:
            return [Flagged(at, SIDES[side])]
        case [side, "offers", other, "accepts"]:
            asked = Answered(SIDES[other], at + 1, accepted=True)
            return [Offered(SIDES[side], at, Offer.AGREE), asked]
        case _:
            raise AssertionError(end)


def test_every_ending_by_play_is_shown() -> None:
    by_play = set(Reason) - WITHOUT_RESULT
    assert {record.verdict.reason for record in RECORDS} == by_play


def test_every_rule_set_module_and_setup_is_shown() -> None:
    shown = {word for record in RECORDS for word in record.rules.split("+")}
    assert shown == {*NAMES, *(option for name in NAMES for option in options(name))}


@for_every(
    ("preset", "verdict"),
    [
        ("larochelle", Verdict(None, Reason.REPETITION)),
        ("fortresses", Verdict(Side.DARK, Reason.REPETITION)),
        ("fortresses", Verdict(Side.DARK, Reason.QUIET)),
        ("bga", Verdict(None, Reason.AGREED)),
        ("tabal", Verdict(Side.DARK, Reason.REPETITION)),  # he has more men
        ("tabal", Verdict(Side.LIGHT, Reason.QUIET)),
        ("tabal", Verdict(Side.LIGHT, Reason.AGREED)),
    ],
)
def test_what_history_decides_is_shown_for_each_rule_set(preset: str, verdict: Verdict) -> None:
    assert (preset, verdict) in {(record.rules, record.verdict) for record in RECORDS}
