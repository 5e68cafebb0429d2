"""Tablut's rules as plain data: read back alike, refused when they are none or cannot be."""

from __future__ import annotations

import json
from enum import StrEnum
from itertools import combinations, product
from typing import TYPE_CHECKING, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import every_name, game, restore
from games.core import Reason
from games.errors import Clash, Contradiction, Fault, GameError, Illegal, Unreadable
from games.notation import read_move, read_position
from games.tafl.game import Tafl
from games.tafl.record import from_data
from games.tafl.rules import Man, Rules, Zone
from tests.every import for_every
from tests.games.positions import begun, playout

if TYPE_CHECKING:
    import random

    from games.core import Game, Position

DATA = dict(game("larochelle").data)


@for_every("name", [name for name in every_name() if name != "tabal"])
def test_rules_read_back_from_text(name: str) -> None:
    played = game(name)
    again = restore(json.loads(json.dumps(dict(played.data))))
    assert isinstance(played, Tafl)
    assert isinstance(again, Tafl)
    assert again.rules == played.rules
    assert again.data == played.data


def test_the_data_say_everything_in_plain_words() -> None:
    assert game("bga-rim").data == {
        "game": "tablut",
        "name": "bga-rim",
        "first": "d",
        "setup": "cross",
        "goal": "edge",
        "gait": "rook",
        "throne": ["K", "tTK", "K"],
        "corners": ["tTK", "tTK", ""],
        "camps": ["", "", "K"],
        "home_camps": True,
        "open_when_empty": False,
        "edge_crushes": "",
        "king_captures": False,
        "imprisonment": False,
        "no_way_out": False,
        "repetition": "draw",
        "quiet_limit": None,
        "agreement": True,
    }


def test_what_was_added_later_is_in_the_data_only_where_it_differs() -> None:
    data = game("copenhagen").data
    assert data == {
        "game": "tablut",
        "name": "copenhagen",
        "first": "d",
        "side": 11,
        "setup": "3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3",
        "goal": "corner",
        "gait": "rook",
        "throne": ["K", "tTK", "tTK"],
        "corners": ["K", "tTK", "tT"],
        "camps": ["tTK", "tTK", ""],
        "home_camps": False,
        "open_when_empty": False,
        "edge_crushes": "",
        "king_captures": True,
        "shieldwall": True,
        "exit_fort": True,
        "encirclement": True,
        "imprisonment": False,
        "no_way_out": False,
        "repetition": "dark-wins",
        "times": 4,
        "quiet_limit": None,
        "agreement": True,
    }
    assert game("ashton").data["throne"] == ["", "", "tTK", "T"]
    assert game("saami").data["king"] == "two-off-throne"


def test_a_field_that_an_old_record_does_not_have_is_what_it_was_in_larochelle() -> None:
    assert restore({"game": "tablut", "name": "larochelle"}).data == DATA


NO_RULES: dict[str, list[object]] = {
    "name": [None, 7, "", "x" * 201, "Larochelle", "a\nb", "\u043b"],
    "first setup goal gait": ["", "x", 1, True, ["d"], {"d": "d"}],
    "setup goal gait repetition throne corners camps edge_crushes": [None],
    "repetition": ["attackers", "DRAW", 0],
    "quiet_limit": ["100", 1.5, True, [100]],
    "home_camps open_when_empty king_captures imprisonment": [0, 1, "true", None],
    "no_way_out agreement": [0, 1, "false", None, [True]],
    "edge_crushes": ["k", "Kx", 1, ["K"], True],
    "throne corners camps": [
        "",
        "tTK",
        ["K"],
        ["K"] * 5,
        ["K", "K", 1],
        ["k", "", ""],
        ["", "", "", "", ""],
    ],
    "preset Name \u0430": [None, "x", 1, True],
    "king": [None, "x", 1, True, "K"],
    "times": [None, "3", 2.5, True, [3]],
    "shieldwall exit_fort encirclement": [0, 1, "true", None],
}


@for_every(
    ("key", "value"),
    [
        (key, value)
        for keys, values in NO_RULES.items()
        for key, value in product(keys.split(), values)
    ],
)
def test_what_is_no_rule_is_unreadable(key: str, value: object) -> None:
    with pytest.raises(Unreadable) as unreadable:
        restore({**DATA, key: value})
    assert (unreadable.value.fault, unreadable.value.parts) == (Fault.RECORD, (key,))


def test_rules_have_a_name() -> None:
    with pytest.raises(Unreadable) as unreadable:
        restore({key: value for key, value in DATA.items() if key != "name"})
    assert (unreadable.value.fault, unreadable.value.parts) == (Fault.RECORD, ("name",))


SEVEN = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3"
CLOSED = {"camps": ["tT", "tTK", ""]}


@for_every(
    ("changed", "clash", "first"),
    [
        ({"goal": "corner", "corners": ["tT", "tTK", ""]}, Clash.NEEDS, "goal corner"),
        ({"open_when_empty": True}, Clash.NEEDS, "open_when_empty"),
        (
            {**CLOSED, "open_when_empty": True, "no_way_out": True},
            Clash.EXCLUDES,
            "open_when_empty",
        ),
        ({"edge_crushes": "t"}, Clash.VALUE, "edge_crushes"),
        ({"edge_crushes": "TK"}, Clash.VALUE, "edge_crushes"),
        ({"repetition": "count"}, Clash.VALUE, "repetition"),
        ({"quiet_limit": 0}, Clash.VALUE, "quiet_limit"),
        ({"quiet_limit": -(10**30)}, Clash.VALUE, "quiet_limit"),
        ({"throne": ["K", "tT", ""]}, Clash.NEEDS, "stop"),
        ({"camps": ["tTK", "", ""]}, Clash.NEEDS, "stop"),
        ({"camps": ["TK", "tTK", ""]}, Clash.NEEDS, "camps closed to attackers"),
        ({"throne": ["K", "K", "K", "T"]}, Clash.NEEDS, "always"),
        ({"times": 1}, Clash.VALUE, "times"),
        ({"times": -5}, Clash.VALUE, "times"),
        ({"exit_fort": True}, Clash.NEEDS, "exit_fort"),
        ({"shieldwall": True, "no_way_out": True}, Clash.EXCLUDES, "shieldwall"),
        ({"side": 7, "setup": SEVEN, "camps": ["tT", "tTK", ""]}, Clash.NEEDS, "camps"),
    ],
)
def test_rules_that_cannot_be_are_refused(
    changed: dict[str, object], clash: Clash, first: str
) -> None:
    with pytest.raises(Contradiction) as refused:
        restore({**DATA, **changed})
    assert (refused.value.clash, refused.value.parts[0]) == (clash, first)


ZONES = (["K", "K", "K"], ["tT", "tTK", ""], ["", "", ""], ["tTK", "tTK", ""])
SAMPLES: dict[object, tuple[object, ...]] = {
    bool: (False, True),
    int: (-1, 0, 1, 2, 7, 11),
    str: ("diamond", "9/9/9/9/9/9/9/9/9"),
    type(None): (None,),
    Man: ("", "K", "tT", "tTK"),
    Zone: ZONES,
}
HINTS = {name: hint for name, hint in get_type_hints(Rules).items() if name != "name"}


def test_where_two_options_clash_the_refusal_names_one_of_them() -> None:
    refused = 0
    for pair in combinations(HINTS, 2):
        for values in product(*(samples(HINTS[name]) for name in pair)):
            if contradiction := clash_of(
                {"name": "another", **dict(zip(pair, values, strict=True))}
            ):
                refused += 1
                named = set(" ".join(contradiction.parts).replace("setup", "setup side").split())
                assert named & set(pair), contradiction
    assert refused > 1000


def samples(hint: type) -> list[object]:
    """Data for one field of the rules."""
    return [value for kind in get_args(hint) or (hint,) for value in type_samples(kind)]


def type_samples(kind: type) -> tuple[object, ...]:
    return tuple(map(str, kind)) if issubclass(kind, StrEnum) else SAMPLES[kind]


def clash_of(data: dict[str, object]) -> Contradiction | None:
    try:
        from_data(data)
    except Contradiction as contradiction:
        return contradiction
    return None


MEN = st.sampled_from(["", "t", "T", "K", "tT", "tK", "TK", "tTK"])
ZONE = st.lists(MEN, min_size=3, max_size=3)
ZONE_ALWAYS = ZONE.map(lambda words: [*words, words[-1]])
SENSIBLE = {  # where nearly all other values are refused
    "name": st.just("another"),
    "side": st.just(9),
    "setup": st.sampled_from(["cross", "diamond"]),
    "repetition": st.sampled_from(["draw", "dark-wins"]),
    "times": st.integers(1, 5),
    "edge_crushes": st.sampled_from(["", "K"]),
}
BY_TYPE: dict[object, st.SearchStrategy[object]] = {
    bool: st.booleans(),
    int: st.integers(),
    type(None): st.none(),
    Man: MEN,
    Zone: ZONE | ZONE_ALWAYS,
}


def field_data(name: str, hint: type) -> st.SearchStrategy[object]:
    """Data for one field of the rules."""
    if name in SENSIBLE:
        return SENSIBLE[name]
    return st.one_of([type_data(kind) for kind in get_args(hint) or (hint,)])


def type_data(kind: type) -> st.SearchStrategy[object]:
    if issubclass(kind, StrEnum):
        return st.sampled_from([option.value for option in kind])
    return BY_TYPE[kind]


FIELDS = {name: field_data(name, hint) for name, hint in get_type_hints(Rules).items()}
RULES = st.fixed_dictionaries(
    {"game": st.just("tablut"), "name": FIELDS.pop("name")}, optional=FIELDS
)


@pytest.mark.slow
@given(RULES, st.randoms(use_true_random=False))
def test_rules_in_any_combination_can_be_played_or_are_refused(
    data: dict[str, object], chance: random.Random
) -> None:
    try:
        played = restore(data)
    except Contradiction:
        return
    start = begun(played, chance)
    played.check(start)
    for position in playout(played, start, chance, 6):
        legal = set(played.moves(position))
        assert bool(legal) == (played.verdict(position) is None)
        pairs = product(
            chance.sample(played.board.points, 9), chance.sample(played.board.points, 27)
        )
        assert {pair for pair in pairs if plays(played, position, pair)} <= legal


def plays(played: Game, position: Position, pair: tuple[str, str]) -> bool:
    try:
        played.play(position, pair)
    except Illegal:
        return False
    return True


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
ANY = st.recursive(PLAIN, lambda part: st.lists(part, max_size=4), max_leaves=6)


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from([*DATA, "else"]) | st.text(max_size=5), ANY, max_size=4))
def test_any_data_are_rules_or_refused(changed: dict[str, object]) -> None:
    try:
        played = restore({**DATA, **changed})
    except GameError:
        return
    assert restore(played.data).data == played.data


@for_every(
    ("changed", "position", "move", "captured"),
    [
        ({"corners": ["tTK", "tTK", "t"]}, "9/9/9/9/4K4/9/T8/9/1t1T5 l 0", "d1-c1", ("b1",)),
        ({"corners": ["tTK", "tTK", "t"]}, "9/9/9/9/4K4/9/T8/9/1T1t5 d 0", "d1-c1", ()),
        ({"corners": ["tTK", "tTK", "T"]}, "9/9/9/9/4K4/9/T8/9/1T1t5 d 0", "d1-c1", ("b1",)),
        ({"corners": ["tTK", "tTK", "t"]}, "9/9/9/9/4K4/9/T8/9/tt1T5 l 0", "d1-c1", ()),
        ({"throne": ["K", "K", "t"]}, "9/9/T8/4t4/9/9/9/2K6/9 l 0", "a7-e7", ("e6",)),
        # a camp does not crush the attackers in it
        ({"camps": ["tTK", "tTK", "tTK"]}, "9/9/9/9/9/t8/1T5K1/9/9 l 0", "b3-a3", ()),
        ({"camps": ["tTK", "tTK", "tTK"]}, "9/9/9/9/T8/t8/1T5K1/9/9 l 0", "b3-a3", ("a4",)),
        ({"camps": ["tTK", "tTK", "t"]}, "9/9/9/2T4K1/9/1t7/9/9/9 l 0", "c6-c4", ("b4",)),
        ({"camps": ["tTK", "tTK", "T"]}, "9/9/9/2T4K1/9/1t7/9/9/9 l 0", "c6-c4", ()),
        ({"camps": ["tTK", "tTK", "T"]}, "9/9/9/2t4K1/9/1T7/9/9/9 d 0", "c6-c4", ("b4",)),
        ({"camps": ["tTK", "tTK", "t"]}, "9/9/9/2T4K1/9/tt7/9/9/9 l 0", "c6-c4", ()),
        ({"camps": ["tTK", "tTK", "t", "t"]}, "9/9/9/2T4K1/9/tt7/9/9/9 l 0", "c6-c4", ("b4",)),
        ({"throne": ["TK", "TK", ""]}, "9/7K1/9/9/T8/9/4t4/9/9 l 0", "a5-e5", ()),
        ({"quiet_limit": 1}, "9/9/9/9/T8/9/4t4/4K4/9 l 0", "a5-b5", ()),
        # one man is no row, even where the corner behind him closes rows and crushes nobody
        ({"shieldwall": True}, "9/9/9/9/4K4/2T6/9/1T7/1t7 l 0", "c4-c1", ()),
        ({"shieldwall": True}, "9/9/9/9/4K4/3T5/9/1TT6/1tt6 l 0", "d4-d1", ("b1", "c1")),
    ],
)
def test_a_zone_concerns_the_men_it_names_alone(
    changed: dict[str, object], position: str, move: str, captured: tuple[str, ...]
) -> None:
    played = restore({**DATA, **changed})
    step = played.play(read_position(played, position), read_move(move))
    assert step.captured == captured


def test_a_king_on_the_edge_is_not_imprisoned() -> None:
    corners = {"goal": "corner", "corners": ["K", "tTK", ""]}
    played = restore({**DATA, **corners, "imprisonment": True})
    inside = read_position(played, "9/9/9/9/T8/4t4/3tTt3/3tKt3/4t4 l 0")
    verdict = played.verdict(inside)
    assert verdict
    assert verdict.reason is Reason.KING_IMPRISONED
    assert played.verdict(read_position(played, "9/9/9/9/T8/9/4t4/3tTt3/3tKt3 l 0")) is None


@pytest.mark.parametrize(
    ("rank", "ends"), [("9", {"a3", "i3", "e1", "e9"}), ("5t3", {"a3", "i3", "e9"})]
)
def test_no_way_ends_in_a_camp_that_is_closed_just_now(rank: str, ends: set[str]) -> None:
    played = restore({**DATA, "camps": ["tT", "tTK", ""], "open_when_empty": True})
    callout = played.callout(read_position(played, f"9/9/9/9/9/t8/4K4/9/{rank} d 0"))
    assert callout
    assert {way[-1] for way in callout.ways} == ends
