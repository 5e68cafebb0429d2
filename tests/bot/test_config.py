"""Settings: what a host may write, and the sentence he reads for anything else."""

from __future__ import annotations

from contextlib import suppress
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import config
from bot.config import Misconfigured, Settings, example, own_version, read, read_file, with_token
from bot.service.limits import Limits
from tests.every import for_every

HERE = {"KONAKIS_API": "http://127.0.0.1:1/api", "KONAKIS_GATEWAY": "ws://127.0.0.1:1/gateway"}

NAMES = (
    "KONAKIS_API",
    "KONAKIS_BACKUPS",
    "KONAKIS_CHALLENGE_PAUSE",
    "KONAKIS_DATABASE",
    "KONAKIS_EMOJIS",
    "KONAKIS_ENGINE_PROCESSES",
    "KONAKIS_FONTS",
    "KONAKIS_GATEWAY",
    "KONAKIS_LOG",
    "KONAKIS_LOG_FORMAT",
    "KONAKIS_MAX_CHALLENGES",
    "KONAKIS_MAX_GAMES",
    "KONAKIS_MAX_REQUESTS",
    "KONAKIS_METRICS_HOST",
    "KONAKIS_METRICS_PORT",
    "KONAKIS_PORT",
    "KONAKIS_TELL_OWNER",
    "KONAKIS_TOKEN",
    "KONAKIS_TOKEN_FILE",
    "KONAKIS_VACATION_DAYS",
)


def refusal(**environment: str) -> tuple[str, ...]:
    with pytest.raises(Misconfigured) as refused:
        read(environment)
    assert str(refused.value) == "\n".join(refused.value.sentences)
    return refused.value.sentences


def unreadable(path: Path) -> str:
    with pytest.raises(Misconfigured) as refused:
        read_file(path)
    return str(refused.value)


def test_nothing_need_be_set() -> None:
    usual = read({"HOME": "/somewhere", "KONAKIS_TOKEN": "", "KONAKIS_PORT": " "})
    assert (usual.token, usual.api, usual.gateway, usual.log) == ("", "", "", "")
    assert usual.database == Path("data/konakis.db")
    assert usual.backups == Path("data/backups")
    assert usual.port == 8400
    assert usual.limits == Limits(challenges=10, games=30, vacation=30, pause=1, requests=120)


def test_everything_can_be_set() -> None:
    chosen = read(
        {
            **HERE,
            "KONAKIS_TOKEN": " a.b.c\n",
            "KONAKIS_DATABASE": "else where/games.db",
            "KONAKIS_PORT": "1",
            "KONAKIS_MAX_CHALLENGES": "2",
            "KONAKIS_MAX_GAMES": "10000",
            "KONAKIS_MAX_REQUESTS": "60",
            "KONAKIS_CHALLENGE_PAUSE": "0",
            "KONAKIS_VACATION_DAYS": "0",
            "KONAKIS_LOG": "Debug",
            "KONAKIS_LOG_FORMAT": "JSON",
            "KONAKIS_EMOJIS": "Off",
            "KONAKIS_TELL_OWNER": "off",
            "KONAKIS_FONTS": " /usr/one font.ttc, two.otf ,",
            "KONAKIS_METRICS_HOST": "::",
            "KONAKIS_METRICS_PORT": "9400",
        }
    )
    assert (chosen.token, chosen.log, chosen.port) == ("a.b.c", "debug", 1)
    assert chosen.fonts == (Path("/usr/one font.ttc"), Path("two.otf"))
    assert chosen.database == Path("else where/games.db")
    assert chosen.limits == Limits(challenges=2, games=10000, vacation=0, pause=0, requests=60)
    assert (chosen.log_format, chosen.metrics_host, chosen.metrics_port) == ("json", "::", 9400)
    assert (chosen.emojis, read({}).emojis) == (False, True)
    assert (chosen.tell_owner, read({}).tell_owner) == (False, True)
    assert (chosen.api, chosen.gateway) == ("http://127.0.0.1:1/api", "ws://127.0.0.1:1/gateway")


@pytest.mark.parametrize(
    ("written", "folder"),
    [("", Path("else where/backups")), ("off", None), ("OFF", None), ("./off", Path("off"))],
)
def test_backups_are_beside_the_database_unless_told_otherwise(
    written: str, folder: Path | None
) -> None:
    values = {"KONAKIS_DATABASE": "else where/games.db", "KONAKIS_BACKUPS": written}
    assert read(values).backups == folder


@pytest.mark.parametrize("folder", ["data", "./data/", "data/../data", str(Path.cwd() / "data")])
def test_backups_stand_in_another_folder_than_the_database(folder: str) -> None:
    (sentence,) = refusal(KONAKIS_DATABASE="data/konakis.db", KONAKIS_BACKUPS=folder)
    assert sentence == (
        "KONAKIS_BACKUPS is another folder than the database's; name one such as data/backups."
    )


@for_every("word", ["none", "No", "false", "on", "yes", "true"])
def test_a_word_that_means_yes_or_no_is_no_folder_of_backups(word: str) -> None:
    assert refusal(KONAKIS_BACKUPS=word) == (
        f"KONAKIS_BACKUPS is a folder, or off for none, not {word!r}.",
    )
    assert read({"KONAKIS_BACKUPS": f"./{word}"}).backups == Path(word)


def test_every_fault_is_named_at_once() -> None:
    assert refusal(KONAKIS_TOKN="x", KONAKIS_PORT="80000", KONAKIS_LOG="loud") == (
        "KONAKIS_TOKN isn't a Konakis setting; `konakis settings` lists them.",
        "KONAKIS_PORT is a number from 1 to 65535, not '80000'.",
        "KONAKIS_LOG is one of debug, info, warning, error, not 'loud'.",
    )


@for_every("text", ["0", "-1", "1.5", "many", "٣", "9" * 5000])
def test_a_number_is_a_number(text: str) -> None:
    (sentence,) = refusal(KONAKIS_MAX_GAMES=text)
    assert sentence == f"KONAKIS_MAX_GAMES is a number from 1 to 10000, not {text!r}."


@pytest.mark.parametrize("text", ["localhost", "all", "127.0.0.1:9400", "0"])
def test_a_machine_is_its_number(text: str) -> None:
    assert refusal(KONAKIS_METRICS_HOST=text) == (
        f"KONAKIS_METRICS_HOST is an address such as 127.0.0.1 or 0.0.0.0, not {text!r}.",
    )


def test_a_token_with_a_line_break_is_refused_before_it_is_sent() -> None:
    broken = {"KONAKIS_TOKEN": "a\nb"}
    assert refusal(**broken) == (
        "KONAKIS_TOKEN holds a character that cannot be shown; write it again.",
    )


@for_every("text", ["nonsense", "ws://127.0.0.1", "http://", "http://[", "/api"])
def test_an_address_is_an_address(text: str) -> None:
    assert refusal(**{**HERE, "KONAKIS_API": text}) == (
        f"KONAKIS_API is an address with http://, not {text!r}.",
    )


@pytest.mark.parametrize("name", ["KONAKIS_API", "KONAKIS_GATEWAY"])
def test_half_an_address_would_send_the_token_to_a_stranger(name: str) -> None:
    (other,) = HERE.keys() - {name}
    assert refusal(**{name: HERE[name]}) == (f"{name} is used together with {other} alone.",)


def test_every_setting_is_in_the_example() -> None:
    example = Path(__file__).parents[2] / ".env.example"
    written = example.read_text(encoding="utf-8").replace("\n#KONAKIS_", "\nKONAKIS_")
    named = [line.partition("=")[0] for line in written.splitlines() if line[:8] == "KONAKIS_"]
    assert sorted(named) == [*NAMES]
    assert read(read_file(example)) == read({})


def test_the_example_says_what_holds_without_them(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / ".env.example"
    written = example.read_text(encoding="utf-8").replace("\n#KONAKIS_", "\nKONAKIS_")
    everything = tmp_path / ".env"
    everything.write_text(written, encoding="utf-8")
    values = read_file(everything)
    assert read(values) == Settings()
    assert {name for name, text in values.items() if not text} == {
        "KONAKIS_TOKEN",
        "KONAKIS_TOKEN_FILE",
        "KONAKIS_FONTS",
        "KONAKIS_LOG",
        "KONAKIS_METRICS_PORT",
        "KONAKIS_ENGINE_PROCESSES",
        "KONAKIS_API",
        "KONAKIS_GATEWAY",
    }


def test_the_token_is_never_shown() -> None:
    assert "sesame" not in repr(read({"KONAKIS_TOKEN": "sesame"}))


def test_a_file_can_hold_the_token(tmp_path: Path) -> None:
    file, given = tmp_path / "token", {"KONAKIS_TOKEN": "d.e.f"}
    file.write_text("a.b.c\n")
    named = {"KONAKIS_TOKEN_FILE": str(file)}
    tokens = [
        with_token(read(values)).token for values in (named, given, {"KONAKIS_TOKEN": "", **named})
    ]
    assert tokens == ["a.b.c", "d.e.f", "a.b.c"]
    assert read(named) == Settings(token_file=file)  # most commands do without
    assert refusal(**given, **named) == (
        "KONAKIS_TOKEN and KONAKIS_TOKEN_FILE are both set; keep one.",
    )


@for_every("content", [b"", b" \n", b"a\nb", b"\xff"])
def test_a_token_file_holds_just_the_token(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "token"
    file.write_bytes(content)
    with pytest.raises(Misconfigured, match="must hold just the token"):
        with_token(read({"KONAKIS_TOKEN_FILE": str(file)}))


def test_a_token_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured) as refused:
        with_token(read({"KONAKIS_TOKEN_FILE": str(tmp_path)}))
    assert str(refused.value) == (
        f"KONAKIS_TOKEN_FILE names {tmp_path}, which can't be read: Is a directory."
    )


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(NAMES), st.text(max_size=30)))
def test_any_setting_is_read_or_refused(environment: dict[str, str]) -> None:
    with suppress(Misconfigured):
        settings = read(environment)
        assert settings.port in range(1, 65536)
        assert settings.limits.games > 0
        assert settings.limits.challenges > 0


def test_a_file_is_read_as_hosts_write_it(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("\ufeffKONAKIS_TOKEN='a.b'  # ours\nexport OTHER=1\nBARE\n", encoding="utf-8")
    assert read_file(file) == {"KONAKIS_TOKEN": "a.b", "OTHER": "1", "BARE": ""}


def test_no_file_is_no_fault(tmp_path: Path) -> None:
    assert read_file(tmp_path / ".env") == {}


def test_a_file_that_cannot_be_read_gets_one_sentence(tmp_path: Path) -> None:
    assert unreadable(tmp_path) == f"{tmp_path} cannot be read: Is a directory."
    file = tmp_path / ".env"
    file.write_bytes(b"KONAKIS_TOKEN=\xe9\n")
    assert unreadable(file) == f"{file} cannot be read: it is not UTF-8 text."


def test_a_line_that_says_nothing_is_named(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("A=1\nKONAKIS_TOKEN: abc\n", encoding="utf-8")
    assert unreadable(file) == f"{file}, line 2: a setting is written NAME=value."


def test_the_version_is_the_folders_where_there_is_one_else_the_installed_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "pyproject.toml"
    monkeypatch.setattr(config, "_PROJECT", project)
    monkeypatch.setattr(config, "version", {"konakis": "1.2.3"}.__getitem__)
    assert own_version() == "1.2.3"
    project.write_text('[project]\nname = "konakis"\nversion = "2.0.0"\n')
    assert own_version() == "2.0.0"
    project.write_text('[project]\nname = "another"\nversion = "3.0.0"\n')
    assert own_version() == "1.2.3"
    project.write_text("[tool.ruff]\n")
    assert own_version() == "1.2.3"


def test_the_projects_folder_needs_no_installing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(config, "version", missing)
    monkeypatch.setattr(config, "files", missing)
    assert example().read_text("utf-8").startswith("# Copy this file to .env")
    assert own_version() != "unknown"
