"""What a host may set, what it means left out, and every fault named at once."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config import NAMES, Misconfigured, Settings, read
from bot.service.house import Limits

EXAMPLE = Path(__file__).parents[2] / ".env.example"
ELSEWHERE = {
    "KONAKIS_API": "http://127.0.0.1:8400/api/v10",
    "KONAKIS_GATEWAY": "ws://127.0.0.1:8400/gateway",
}


def faults(**given: str) -> tuple[str, ...]:
    """What is wrong with these."""
    with pytest.raises(Misconfigured) as wrong:
        read({f"KONAKIS_{name}": text for name, text in given.items()})
    return wrong.value.sentences


def test_everything_may_be_left_out() -> None:
    settings = read({"PATH": "/bin", "HOME": "/root", "KONAKIS": "1"})
    assert settings == Settings(
        token="",
        database=Path("data/konakis.db"),
        port=8400,
        limits=Limits(challenges=10, games=30),
        api="",
        gateway="",
        log="info",
    )


@pytest.mark.parametrize("text", ["", " ", "\t"])
def test_what_is_left_empty_is_left_out(text: str) -> None:
    assert read(dict.fromkeys(NAMES, text)) == Settings()


def test_everything_may_be_set() -> None:
    given = {
        "KONAKIS_TOKEN": " a.b.c ",
        "KONAKIS_DATABASE": " /var/lib/konakis/games.db ",
        "KONAKIS_PORT": " 65535",
        "KONAKIS_MAX_CHALLENGES": "1",
        "KONAKIS_MAX_GAMES": "10000",
        "KONAKIS_LOG": "Warning",
        **ELSEWHERE,
    }
    assert set(given) == set(NAMES)
    assert read(given) == Settings(
        token="a.b.c",  # noqa: S106  no secret
        database=Path("/var/lib/konakis/games.db"),
        port=65535,
        limits=Limits(challenges=1, games=10000),
        api=ELSEWHERE["KONAKIS_API"],
        gateway=ELSEWHERE["KONAKIS_GATEWAY"],
        log="warning",
    )


@pytest.mark.parametrize("level", ["debug", "info", "warning", "error"])
def test_how_much_is_logged(level: str) -> None:
    assert read({"KONAKIS_LOG": level}).log == level


@pytest.mark.parametrize(
    ("name", "last"), [("PORT", 65535), ("MAX_CHALLENGES", 10000), ("MAX_GAMES", 10000)]
)
@pytest.mark.parametrize(
    "text", ["0", "-1", "1.5", "eight", "1e3", "\N{SUPERSCRIPT TWO}", "\N{ARABIC-INDIC DIGIT TWO}"]
)
def test_a_number_is_a_number_in_its_range(name: str, last: int, text: str) -> None:
    sentence = f"KONAKIS_{name} is a number from 1 to {last}, not {text!r}."
    assert faults(**{name: text}) == (sentence,)
    assert faults(**{name: str(last + 1)}) == (sentence.replace(repr(text), repr(str(last + 1))),)


def test_a_number_too_long_to_be_read_is_refused_too() -> None:
    (sentence,) = faults(PORT="1" * 5000)
    assert sentence.startswith("KONAKIS_PORT is a number from 1 to 65535, not '111")
    assert len(sentence) < 200


def test_every_fault_is_named_at_once() -> None:
    assert faults(
        TOKEN="two words",  # noqa: S106  no secret
        PORT="eighty",
        MAX_CHALLENGES="none",
        MAX_GAMES="0",
        LOG="loud",
        API="http://127.0.0.1:8400",
        TOKNE="a.b.c",
        DATABSE="x.db",
    ) == (
        "KONAKIS_TOKNE is no setting of Konakis; .env.example lists them.",
        "KONAKIS_DATABSE is no setting of Konakis; .env.example lists them.",
        "KONAKIS_TOKEN has a blank in it; copy it again.",
        "KONAKIS_PORT is a number from 1 to 65535, not 'eighty'.",
        "KONAKIS_MAX_CHALLENGES is a number from 1 to 10000, not 'none'.",
        "KONAKIS_MAX_GAMES is a number from 1 to 10000, not '0'.",
        "KONAKIS_API and KONAKIS_GATEWAY are set together or not at all.",
        "KONAKIS_LOG is debug, info, warning or error, not 'loud'.",
    )


@pytest.mark.parametrize(
    ("api", "gateway", "wrong"),
    [
        ("127.0.0.1:8400", "ws://127.0.0.1", "KONAKIS_API begins with http:// or https://."),
        ("ws://127.0.0.1", "ws://127.0.0.1", "KONAKIS_API begins with http:// or https://."),
        ("http://", "ws://127.0.0.1", "KONAKIS_API begins with http:// or https://."),
        ("https://a", "http://127.0.0.1", "KONAKIS_GATEWAY begins with ws:// or wss://."),
        ("https://a", "localhost", "KONAKIS_GATEWAY begins with ws:// or wss://."),
        ("", "wss://a", "KONAKIS_API and KONAKIS_GATEWAY are set together or not at all."),
    ],
)
def test_another_discord_has_two_addresses(api: str, gateway: str, wrong: str) -> None:
    assert faults(API=api, GATEWAY=gateway) == (wrong,)


def test_the_token_is_never_shown() -> None:
    settings = read({"KONAKIS_TOKEN": "sesame"})
    assert "sesame" not in repr(settings)
    assert "sesame" not in str(faults(TOKEN="open sesame"))  # noqa: S106  no secret


def test_the_sentences_are_the_exceptions_text() -> None:
    assert str(Misconfigured("One.", "Two.")) == "One.\nTwo."


@given(st.dictionaries(st.sampled_from([*NAMES, "KONAKIS_X"]), st.text(max_size=30)))
def test_whatever_is_set_is_read_or_refused(environment: dict[str, str]) -> None:
    with suppress(Misconfigured):
        settings = read(environment)
        assert settings.port in range(1, 65536)
        assert settings.limits.games > 0
        assert settings.limits.challenges > 0


def test_settings_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(Settings(), "port", 1)  # noqa: B010  what the type forbids
    assert replace(Settings(), port=1).port == 1


def test_the_example_lists_every_setting_with_its_default() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    listed = [found for line in lines if (found := re.fullmatch(r"#?(KONAKIS_\w+)=(.*)", line))]
    assert sorted(found[1] for found in listed) == sorted(NAMES)
    assert read({found[1]: found[2] for found in listed}) == Settings()
    written = {found[1]: found[2] for found in listed}
    assert {name for name, text in written.items() if not text} == {
        "KONAKIS_TOKEN",
        *ELSEWHERE,
    }


def test_the_example_as_it_stands_sets_nothing() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == ["KONAKIS_TOKEN="]
