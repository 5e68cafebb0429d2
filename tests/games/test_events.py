"""Events as plain data, there and back; and data that are no events."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, cast, get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.catalogue import game
from games.core import Side
from games.errors import Fault, Unreadable
from games.events import (
    Answered,
    Created,
    Event,
    Flagged,
    Given,
    Moved,
    Offer,
    Offered,
    Resigned,
    Resumed,
    Shelved,
    Stopped,
    Withdrawn,
    from_data,
    to_data,
)
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Mapping

D, L = Side.DARK, Side.LIGHT

RECORDS: list[tuple[Event, Mapping[str, object]]] = [
    (
        Created(5, {"game": "tablut"}, lot=L),
        {"kind": "created", "at": 5, "rules": {"game": "tablut"}, "lot": "l", "start": None},
    ),
    (
        Created(5, {}, start="9 d 0"),
        {"kind": "created", "at": 5, "rules": {}, "lot": None, "start": "9 d 0"},
    ),
    (
        Moved(D, 6, ("a3", "c3", "e1")),
        {"kind": "moved", "by": "d", "at": 6, "path": ["a3", "c3", "e1"]},
    ),
    (
        Moved(D, 6, ("a3", "c3"), prepared=True),
        {"kind": "moved", "by": "d", "at": 6, "path": ["a3", "c3"], "prepared": True},
    ),
    (Offered(L, 7, Offer.AGREE), {"kind": "offered", "by": "l", "at": 7, "what": "agree"}),
    (Offered(L, 7, Offer.TAKEBACK), {"kind": "offered", "by": "l", "at": 7, "what": "takeback"}),
    (Withdrawn(L, 8), {"kind": "withdrawn", "by": "l", "at": 8}),
    (
        Answered(D, 9, accepted=False),
        {"kind": "answered", "by": "d", "at": 9, "accepted": False},
    ),
    (Resigned(D, 253_402_300_799), {"kind": "resigned", "by": "d", "at": 253_402_300_799}),
    (Flagged(11, D), {"kind": "flagged", "at": 11, "side": "d"}),
    (
        Flagged(12, L, void=True),
        {"kind": "flagged", "at": 12, "side": "l", "void": True},
    ),
    (Given(L, 12), {"kind": "given", "by": "l", "at": 12}),
    (Shelved(13), {"kind": "shelved", "at": 13}),
    (Resumed(D, 14), {"kind": "resumed", "by": "d", "at": 14}),
    (Stopped(15), {"kind": "stopped", "at": 15}),
]

MOVED: dict[str, object] = {"kind": "moved", "by": "d", "at": 6, "path": ["a3", "c3"]}
CREATED: dict[str, object] = {"kind": "created", "at": 6, "rules": {}}


@for_every(("event", "data"), RECORDS)
def test_an_event_is_written_like_this_and_read_back(
    event: Event, data: Mapping[str, object]
) -> None:
    assert to_data(event) == data
    assert from_data(json.loads(json.dumps(data))) == event


def test_every_kind_of_event_is_tried_here() -> None:
    assert {type(event) for event, _ in RECORDS} == set(get_args(Event))


def test_every_part_that_may_be_left_out_is_tried_here() -> None:
    """With another value than the usual one."""
    usual = {
        (kind, part.name): part.default
        for kind in get_args(Event)
        for part in fields(kind)
        if part.default is not MISSING
    }
    tried = {
        (type(event), part.name)
        for event, _ in RECORDS
        for part in fields(event)
        if getattr(event, part.name) != usual.get((type(event), part.name))
    }
    assert usual.keys() <= tried


def test_the_house_and_the_clock_have_no_seat() -> None:
    assert Created(0, {}).by is None
    assert Flagged(0, D).by is None
    assert Moved(D, 0, ()).by is D


def test_events_can_be_kept_in_sets() -> None:
    assert len({Created(0, {}), Created(0, {}), Flagged(0, D)}) == 2


def test_what_may_be_left_out_was_not_known_when_it_was_written() -> None:
    assert from_data(CREATED) == Created(6, {})


def test_to_name_other_rules_in_written_data_does_not_change_the_event() -> None:
    created = Created(0, game("ludens").data)
    cast("dict[str, object]", to_data(created)["rules"])["name"] = "other"
    assert created.rules["name"] == "ludens"


@for_every(
    ("data", "named"),
    [
        (None, "an event"),
        ([], "an event"),
        ("moved", "an event"),
        ({1: 2}, "an event"),
        ({}, "kind"),
        (MOVED | {"kind": None}, "kind"),
        (MOVED | {"kind": ["moved"]}, "kind"),
        (MOVED | {"kind": "castled"}, "castled"),
        (MOVED | {"extra": 1}, "extra"),
        ({"kind": "moved", "by": "d", "at": 6}, "path"),
        (MOVED | {"by": None}, "by"),
        (MOVED | {"by": "D"}, "by"),
        (MOVED | {"by": ["d"]}, "by"),
        (MOVED | {"at": "6"}, "at"),
        (MOVED | {"at": 6.0}, "at"),
        (MOVED | {"at": True}, "at"),
        (MOVED | {"at": -1}, "at"),
        (MOVED | {"at": 253_402_300_800}, "at"),
        (MOVED | {"at": 10**5000}, "at"),
        (MOVED | {"path": "a3c3"}, "path"),
        (MOVED | {"path": ["a3", 3]}, "path"),
        ({"kind": "offered", "by": "d", "at": 6, "what": "tea"}, "what"),
        ({"kind": "answered", "by": "d", "at": 6, "accepted": 1}, "accepted"),
        (CREATED | {"rules": "ludens"}, "rules"),
        (CREATED | {"rules": {1: 2}}, "rules"),
        (CREATED | {"lot": "x"}, "lot"),
        (CREATED | {"start": 3}, "start"),
        (CREATED | {"by": "d"}, "by"),
    ],
)
def test_what_is_no_event_is_unreadable_and_the_wrong_part_named(data: object, named: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        from_data(data)
    assert refusal.value.fault is Fault.RECORD
    assert refusal.value.parts == (named,)


def test_a_value_too_deep_to_be_shown_is_unreadable_too() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for key in ("kind", "by", "at", "path"):
        with pytest.raises(Unreadable):
            from_data(MOVED | {key: deep})


KEYS = st.sampled_from(
    ["kind", "by", "at", "rules", "lot", "start", "path", "what", "accepted", "side", "x"]
)
WORDS = st.sampled_from([data["kind"] for _, data in RECORDS] + ["d", "l", "agree", "a1", None])
PLAIN = st.recursive(
    WORDS | st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(KEYS | st.text(), inner),
    max_leaves=8,
)


@given(PLAIN | st.dictionaries(KEYS, PLAIN))
def test_any_plain_data_are_an_event_or_unreadable(data: object) -> None:
    event = None
    with suppress(Unreadable):
        event = from_data(data)
    assert event is None or from_data(to_data(event)) == event


@given(st.sampled_from(RECORDS), st.dictionaries(KEYS, PLAIN, max_size=3))
@example((Answered(D, 9, accepted=False), to_data(Answered(D, 9, accepted=False))), {"accepted": 0})
def test_a_spoilt_record_is_an_event_or_unreadable(
    record: tuple[Event, Mapping[str, object]], spoilt: dict[str, object]
) -> None:
    data = {**record[1], **spoilt}
    event = None
    with suppress(Unreadable):
        event = from_data(data)
    if event is None:
        assert written(data) != written(record[1])
    else:  # what is left out is as usual
        assert written({**to_data(event), **data}) == written(to_data(event))


def written(data: Mapping[str, object]) -> str:
    """As JSON: in Python, 0 equals False."""
    return json.dumps(data, sort_keys=True)
