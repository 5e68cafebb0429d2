"""Rule sets by name: what is offered, how forgivingly a name is read, what is refused and why."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import NAMES, boards, every_name, game, is_current, options, restore
from games.errors import Clash, Contradiction, Fault, GameError, Unreadable
from tests.every import for_every

MODULES = (
    "attackers-first",
    "goal-off-camps",
    "king-not-in-camps",
    "king-not-through-camps",
    "camps-open-when-empty",
    "king-four",
    "goal-corners",
    "king-steps",
)
TABLUT = ("larochelle", "ludens", "fortresses", "bga", "bga-rim")
OFF, NOT_IN, NOT_THROUGH, SOFT = MODULES[1:5]


def test_each_rule_set_is_played_on_its_board() -> None:
    assert boards()["tafl-9"][: len(TABLUT)] == TABLUT
    assert {"saami", "ashton", "seabattle"} <= {*boards()["tafl-9"]}
    assert "brandubh" in boards()["tafl-7"]
    assert {"copenhagen", "fetlar", "tawlbwrdd"} <= {*boards()["tafl-11"]}
    assert boards()["tabal"] == ("tabal",)
    assert sorted(name for names in boards().values() for name in names) == sorted(NAMES)


def test_rules_are_current_while_their_name_still_means_the_same() -> None:
    stored = game("ludens").data
    assert is_current(restore(stored))
    assert not is_current(restore({**stored, "first": "l"}))
    assert not is_current(restore({**stored, "name": "no-such-rules"}))


def test_the_options_are_those_of_the_rules() -> None:
    assert options("larochelle") == (*MODULES, "diamond")
    for preset in TABLUT[1:]:
        assert options(preset) == ("diamond",)
    for preset in set(NAMES) - {*TABLUT}:
        assert options(preset) == ()


def test_every_combination_that_makes_sense_has_a_name() -> None:
    # larochelle: who begins 2, setup 2, gait 3, goal 1 + 1 + 7 (camps: open, or 3 ways closed, each
    # softened or not); four more Tablut presets: setup 2; all others: 1
    names = every_name()
    assert len(names) == len(set(names)) == 2 * 2 * 3 * 9 + 4 * 2 + len(NAMES) - len(TABLUT)
    assert all(game(name).name == name for name in every_name())


def test_a_name_is_written_in_the_order_of_the_rules_and_read_in_any() -> None:
    name = "larochelle+attackers-first+goal-off-camps+king-four+diamond"
    preset, *added = name.split("+")
    for order in permutations(added):
        assert game("+".join((preset, *order))).name == name


@pytest.mark.parametrize(
    "text",
    ["bga-rim+diamond", "BGA-Rim+Diamond", " bga-rim + diamond ", "bga-\trim+\ndiamond"],
)
def test_case_and_spaces_are_forgiven(text: str) -> None:
    assert game(text).name == "bga-rim+diamond"


@for_every(
    ("text", "fault", "parts"),
    [
        ("", Fault.RULES, ("",)),
        ("chess", Fault.RULES, ("chess",)),
        ("larochelle,king-four", Fault.RULES, ("larochelle,king-four",)),
        ("Диамонд\x00", Fault.RULES, ("Диамонд\x00",)),
        ("larochelle" + " " * 200, Fault.RULES, ("larochelle" + " " * 30,)),
        ("t" * 10**6, Fault.RULES, ("t" * 40,)),
        ("larochelle+", Fault.OPTION, ("", "larochelle")),
        ("+larochelle", Fault.RULES, ("+larochelle",)),
        ("ludens+ludens", Fault.OPTION, ("ludens", "ludens")),
        ("larochelle+cross", Fault.OPTION, ("cross", "larochelle")),
        ("tabal+diamond", Fault.OPTION, ("diamond", "tabal")),
        ("tabal+", Fault.OPTION, ("", "tabal")),
        ("larochelle+king-four+king-four", Fault.TWICE, ("king-four",)),
        ("bga+diamond+diamond", Fault.TWICE, ("diamond",)),
    ],
)
def test_what_is_not_known_is_unreadable(text: str, fault: Fault, parts: tuple[str, ...]) -> None:
    with pytest.raises(Unreadable) as unreadable:
        game(text)
    assert (unreadable.value.fault, unreadable.value.parts) == (fault, parts)


@for_every(
    ("added", "clash", "parts"),
    [
        ((OFF, "goal-corners"), Clash.EXCLUDES, (OFF, "goal-corners")),
        (("king-four", "king-steps"), Clash.EXCLUDES, ("king-four", "king-steps")),
        ((NOT_IN,), Clash.NEEDS, (NOT_IN, OFF)),
        ((NOT_THROUGH,), Clash.NEEDS, (NOT_THROUGH, OFF)),
        ((NOT_IN, NOT_THROUGH), Clash.NEEDS, (NOT_IN, OFF)),
        ((NOT_IN, SOFT), Clash.NEEDS, (NOT_IN, OFF)),
        ((NOT_IN, "goal-corners"), Clash.NEEDS, (NOT_IN, OFF)),
        ((SOFT,), Clash.NOTHING_TO_SOFTEN, (SOFT,)),
        ((OFF, SOFT), Clash.NOTHING_TO_SOFTEN, (SOFT,)),
    ],
)
def test_modules_that_contradict_each_other_are_refused(
    added: tuple[str, ...], clash: Clash, parts: tuple[str, ...]
) -> None:
    for order in permutations(added):
        assert contradiction("+".join(("larochelle", *order))) == (clash, parts)


@for_every("preset", ["ludens", "fortresses", "bga", "bga-rim"])
@for_every("module", MODULES)
def test_modules_are_for_larochelle_alone(preset: str, module: str) -> None:
    assert contradiction(f"{preset}+{module}") == (Clash.NOT_FOR, (module, preset))


def contradiction(name: str) -> tuple[Clash, tuple[str, ...]]:
    with pytest.raises(Contradiction) as refused:
        game(name)
    assert str(refused.value) == refused.value.clash.value.format(*refused.value.parts)
    return refused.value.clash, refused.value.parts


PIECES = st.sampled_from([*NAMES, *MODULES, "diamond", "+", " ", "king", ""]) | st.text(max_size=3)


@given(st.text(max_size=300) | st.lists(PIECES, max_size=8).map("+".join))
def test_any_text_is_a_rule_set_or_refused(text: str) -> None:
    try:
        played = game(text)
    except GameError:
        return
    assert played.name in every_name()


@for_every("unknown", [None, "chess", ["tablut"], 7, "TABLUT"])
def test_records_of_no_known_game_are_refused(unknown: object) -> None:
    data = {**game("bga").data, "game": unknown}
    with pytest.raises(Unreadable) as unreadable:
        restore(data)
    assert unreadable.value.fault is Fault.RECORD


def test_a_stored_rule_set_is_played_as_stored_though_its_name_means_another_today() -> None:
    data = {**game("bga").data, "king_captures": True}
    again = restore(data)
    assert again.name == "bga"
    assert again.data["king_captures"] is True
    assert game("bga").data["king_captures"] is False
