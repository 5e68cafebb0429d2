"""custom_ids: written and read back, short enough, and never an error for what others made up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from games import catalogue

FACTS = {
    "k:accept:12:1": Press(Verb.ACCEPT, number=12, seen=1),
    "k:customised:12:3": Press(Verb.CUSTOMISED, number=12, page=3),
    "k:move:7:42": Press(Verb.MOVE, number=7, seen=42),
    "k:man:7:42": Press(Verb.MAN, number=7, seen=42),
    "k:to:7:42:e4": Press(Verb.TO, number=7, seen=42, path=("e4",)),
    "k:to:7:42:k10": Press(Verb.TO, number=7, seen=42, path=("k10",)),
    "k:play:7:42:k11-b11": Press(Verb.PLAY, number=7, seen=42, path=("k11", "b11")),
    "k:play:7:42:a3-c3-e1": Press(Verb.PLAY, number=7, seen=42, path=("a3", "c3", "e1")),
    "k:choose:12:ludens:larochelle.3": Press(
        Verb.CHOOSE, number=12, of="ludens", code="larochelle.3"
    ),
    "k:even:12:larochelle.3": Press(Verb.EVEN, number=12, code="larochelle.3"),
    "k:back:7:42:": Press(Verb.BACK, number=7, seen=42),
    "k:flip:7:d": Press(Verb.FLIP, number=7, of="d"),
    "k:rules:c:12:0": Press(Verb.RULES, of="c", number=12),
    "k:rules:m:7:2": Press(Verb.RULES, of="m", number=7, page=2),
    "k:rules:r:larochelle.20:1": Press(Verb.RULES, of="r", code="larochelle.20", page=1),
    "k:set:seat:": Press(Verb.SET, of="seat"),
    "k:set:confirm:on": Press(Verb.SET, of="confirm", code="on"),
    "k:games:3": Press(Verb.GAMES, page=3),
    "k:give:7:42": Press(Verb.GIVE, number=7, seen=42),
    "k:return": Press(Verb.RETURN),
}
STRANGE = (
    "",
    "k",
    "k:",
    "k:to",
    "x:move:7:42",
    "k:dance:7",
    "k:move:7",
    "k:move:7:42:9",
    "k:move:seven:42",
    "k:move:7:-1",
    "k:move:7:99999999999999999999",
    "k:move:\u0667:42",
    "k:to:7:42:e4-",
    "k:to:7:42:e4;drop",
    "k:to:7:42:e100",
    "k:to:7:42:e0",
    "k:rules:m:larochelle:0",
    "k:set:<@1>:x",
    "k:move:7:42" + " " * 100,
)


@pytest.mark.parametrize(("text", "press"), FACTS.items())
def test_an_id_reads_as_it_was_written(text: str, press: Press) -> None:
    assert custom_ids.write(press) == text
    assert custom_ids.read(text) == press


def test_a_button_that_an_older_version_wrote_still_reads() -> None:
    assert custom_ids.read("k:accept:12") == Press(Verb.ACCEPT, number=12)


@pytest.mark.parametrize("text", STRANGE)
def test_what_is_none_of_ours_is_nothing(text: str) -> None:
    assert custom_ids.read(text) is None


@given(st.text(max_size=120) | st.from_regex(r"k:[a-z-]{1,12}(:[a-z0-9.-]{0,20}){0,5}"))
def test_reading_never_fails_and_writes_back(text: str) -> None:
    press = custom_ids.read(text)
    if press is not None:
        assert custom_ids.read(custom_ids.write(press)) == press


@pytest.mark.parametrize("verb", list(Verb))
def test_every_verb_fits_with_the_longest_values(verb: Verb) -> None:
    most = 2**53  # more than any row of the store will have
    longest = ("a1", "c3") * 8 + ("a1",)
    of, code = ("r", "larochelle.ff") if verb is Verb.RULES else ("language", "contrast")
    line = "z" * custom_ids.LONGEST_LINE
    press = Press(
        verb, number=most, seen=10**6, path=longest, page=999, of=of, code=code, line=line
    )
    written = custom_ids.write(press)
    assert len(written) <= 100
    assert custom_ids.read(written) is not None


def test_every_rule_set_has_a_short_code_of_its_own() -> None:
    codes = {custom_ids.code(name): name for name in catalogue.every_name()}
    assert len(codes) == len(catalogue.every_name())
    assert all(custom_ids.name_of(code) == name for code, name in codes.items())
    assert max(map(len, codes)) <= 20


@pytest.mark.parametrize("code", ["", "larochelle", "chess.0", "larochelle.xyz", "larochelle.ff"])
def test_a_code_of_no_rule_set_is_nothing(code: str) -> None:
    assert custom_ids.name_of(code) is None
