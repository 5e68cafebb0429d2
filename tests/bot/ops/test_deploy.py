"""Files in deploy/ name things that exist. None of them is started here: that needs Docker."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from fnmatch import fnmatch
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.__main__ import main
from bot.config import read
from bot.ops.health import sqlite_fault
from bot.ops.restore import restore

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[3]
DEPLOY, COMPOSE = ROOT / "deploy", ROOT / "compose.yaml"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SETUPTOOLS = PROJECT["tool"]["setuptools"]
PACKAGES = tuple(pattern.rstrip("*") for pattern in SETUPTOOLS["packages"]["find"]["include"])
DATA = [file for files in SETUPTOOLS["data-files"].values() for file in files]
NOT_NEEDED = shutil.ignore_patterns("__pycache__", "GUIDE.md")  # for those who translate
INSTALLING = ("pyproject.toml", "LICENSE", *DATA)
SCRIPT = "konakis"
LOADED = """
import sys, bot.composition
for name, module in sys.modules.items():
    if name.partition(".")[0] in sys.argv[1:]:
        print(module.__file__)
"""


@pytest.fixture(scope="module")
def steps() -> list[tuple[str, list[str]]]:
    """The Dockerfile's instructions with their words, in order."""
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    whole = "\n".join(lines).replace("\\\n", " ").splitlines()
    return [(line.partition(" ")[0], shlex.split(line.partition(" ")[2])) for line in whole]


def of(steps: Sequence[tuple[str, list[str]]], kind: str) -> list[list[str]]:
    return [words for keyword, words in steps if keyword == kind]


def test_all_that_is_copied_is_there_and_let_through(steps: list[tuple[str, list[str]]]) -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert "*" in lines
    let = {line[1:] for line in lines if line.startswith("!")}
    copied = {
        source
        for words in of(steps, "COPY")
        if not words[0].startswith("--from")
        for source in words[:-1]
    }
    assert copied == let == {"requirements.lock", *INSTALLING, *PACKAGES}
    for name in copied:
        assert (ROOT / name).exists()
    assert [name for name in let if fnmatch(name, "*.env*")] == [".env.example"]


def test_the_image_runs_as_a_plain_user_and_asks_for_health(
    steps: list[tuple[str, list[str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert PROJECT["project"]["scripts"] == {SCRIPT: "bot.__main__:main"}
    kinds = [kind for kind, _ in groupby(kind for kind, _ in steps)]
    assert kinds.count("FROM") == 3
    ((user,),) = of(steps, "USER")
    assert any(words[0] == "useradd" and user in words for words in of(steps, "RUN"))
    assert of(steps, "VOLUME") == [["/data"]]
    assert of(steps, "ENTRYPOINT") == [[f"[{SCRIPT}]"]]
    ((*_, asked, health),) = of(steps, "HEALTHCHECK")
    assert asked == f"[{SCRIPT},"
    with pytest.raises(SystemExit) as ended:
        main([health.rstrip("]"), "--help"])
    assert ended.value.code == 0
    assert "connected to Discord" in capsys.readouterr().out
    requirements = [words for words in of(steps, "RUN") if "--require-hashes" in words]
    assert [words[-1] for words in requirements] == ["requirements.lock"]


def test_the_image_brings_a_sound_sqlite(
    steps: list[tuple[str, list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ((check, source, _),) = of(steps, "ADD")
    assert re.fullmatch("--checksum=sha256:[0-9a-f]{64}", check)
    numbers = re.fullmatch(r"https://www\.sqlite\.org/\d+/sqlite-autoconf-(\d{7})\.tar\.gz", source)
    assert numbers
    version = divmod(int(numbers[1]) // 100, 100)
    version = (*divmod(version[0], 100), version[1])
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    assert sqlite_fault() == ""
    (asserted,) = [words[-1] for words in of(steps, "RUN") if words[:2] == ["python", "-c"]]
    assert f"== '{'.'.join(map(str, version))}'" in asserted
    assert ["LD_LIBRARY_PATH=/opt/konakis/lib"] in of(steps, "ENV")


def test_every_setting_named_is_one() -> None:
    for file in (COMPOSE, DEPLOY / "Dockerfile", DEPLOY / "konakis.service"):
        text = file.read_text("utf-8")
        pairs = re.findall(r"\b(KONAKIS_\w+)[=:] ?\"?([^\s\"]+)", text)
        assert pairs
        assert read(dict(pairs)).database.name == "konakis.db"


def test_compose_names_what_is_there_and_waits_long_enough() -> None:
    text = COMPOSE.read_text("utf-8")
    for line in (
        "context: .",
        "dockerfile: deploy/Dockerfile",
        "env_file: .env",
        "read_only: true",
        "restart: unless-stopped",
        "stop_grace_period: 15s",
        "- ./data:/data",
    ):
        assert re.search(rf"^ +{re.escape(line)}( #.*)?$", text, re.MULTILINE), line


def unit() -> ConfigParser:
    parser = ConfigParser(strict=False, interpolation=None)  # a key may be there more than once
    parser.optionxform = str  # type: ignore[assignment]  the documented way to keep capitals
    parser.read(DEPLOY / "konakis.service", "utf-8")
    return parser


def test_the_unit_starts_the_program_as_a_user_of_its_own() -> None:
    service = unit()["Service"]
    assert service["ExecStart"].endswith(f"/current/bin/{SCRIPT}")
    assert service["User"] == "konakis"
    assert service["WorkingDirectory"] == f"/var/lib/{service['StateDirectory']}"
    assert int(service["TimeoutStopSec"]) > 10


def test_the_unit_waits_for_the_bot_and_watches_it() -> None:
    service = unit()["Service"]
    assert service["Type"] == "notify"
    assert int(service["WatchdogSec"]) > 0
    assert service["RestartPreventExitStatus"] == "3"  # the token or an intent is refused


def test_the_script_installs_all_that_the_service_needs() -> None:
    text = (DEPLOY / "install.sh").read_text("utf-8")
    (copied,) = re.findall(r'^cp -r (.+) "\$source"$', text, re.MULTILINE)
    assert {*copied.split()} == {*INSTALLING, *PACKAGES}
    service, command = unit()["Service"], (DEPLOY / "konakis").read_text("utf-8")
    assert 'ln -sfn "$new" /opt/konakis/current' in text
    for line in (
        f'exec runuser -u {service["User"]} -- {service["ExecStart"]} "$@"',
        f"export {service['Environment']}",
        f"done <{service['EnvironmentFile']}",
        f"cd {service['WorkingDirectory']}",
    ):
        assert f"\n{line}\n" in command
    for file in ("konakis.service", "konakis"):
        assert f" deploy/{file} " in text


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


class Machine:
    """A machine with systemd, in a folder: what needs root or a network does nothing there."""

    def __init__(self, root: Path) -> None:
        self.root, self.settings = root, root / "etc/konakis.env"
        self.current, self.temporary = root / "opt/konakis/current", root / "temporary"
        for name in ("etc/systemd/system", "usr/local/bin", "var/lib/konakis", "temporary"):
            (root / name).mkdir(parents=True)
        for name, line in (
            *(("id", "echo 0"), ("chown", ""), ("useradd", ""), ("systemctl", "")),
            ("../usr/sbin/runuser", "exec env"),
            ("python", f'[ "$2" != venv ] || exec cp -r {root}/venv "$3"'),
            ("../venv/bin/konakis", ""),
        ):
            self.write(f"bin/{name}", line)
        self.pip("")
        self.source = root / "source"
        shutil.copytree(DEPLOY, self.source / "deploy")
        for name in ("requirements.lock", ".env.example", *INSTALLING, *PACKAGES):
            (self.source / name).touch()
        for file in ("install.sh", "konakis"):
            path = self.source / "deploy" / file
            text = re.sub(
                r"(?<=[ =<:])/(?=(etc|opt|usr|var)/)", f"{root}/", path.read_text("utf-8")
            )
            path.write_text(text, "utf-8")

    def write(self, name: str, line: str) -> None:
        """Write a program of one line."""
        path = (self.root / name).resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{line}\n", "utf-8")
        path.chmod(0o755)

    def pip(self, line: str) -> None:
        """Have pip run this line."""
        self.write("venv/bin/python", line)

    def run(self, file: str) -> subprocess.CompletedProcess[str]:
        """Run a script of deploy/, with the PATH that cron gives."""
        path = f"{self.root}/bin:/usr/bin:/bin"
        return subprocess.run(
            ["/bin/sh", self.source / "deploy" / file],
            env={"PATH": path, "TMPDIR": str(self.temporary), "PYTHON": "python"},
            capture_output=True,
            text=True,
            check=False,
        )

    def programs(self) -> list[Path]:
        """Return the folder of each program that is installed."""
        return [path for path in self.root.glob("opt/konakis/*") if path != self.current]


def test_the_first_install_closes_the_settings(machine: Machine) -> None:
    (machine.source / ".env").write_text("KONAKIS_TOKEN=a.b.c\n", "utf-8")
    done = machine.run("install.sh")
    assert (done.returncode, done.stderr) == (0, "")
    assert machine.settings.stat().st_mode & 0o777 == 0o600
    assert not (machine.source / ".env").exists()
    assert [machine.current.resolve()] == machine.programs()


def test_settings_from_another_machine_are_closed_too(machine: Machine) -> None:
    machine.settings.write_text("KONAKIS_TOKEN=a.b.c\n", "utf-8")
    machine.settings.chmod(0o644)
    (machine.source / ".env").touch()
    assert ".env isn't read" in machine.run("install.sh").stdout
    assert machine.settings.stat().st_mode & 0o777 == 0o600


def test_without_a_token_nothing_is_installed(machine: Machine) -> None:
    """The service would serve the chat page, and nobody would see it."""
    for text in (None, "KONAKIS_TOKEN=\n", "#KONAKIS_TOKEN=a.b.c\n"):
        if text is not None:
            (machine.source / ".env").write_text(text, "utf-8")
        done = machine.run("install.sh")
        assert done.returncode == 1
        assert done.stderr.startswith("Put the token after KONAKIS_TOKEN= in .env")
        assert not machine.settings.exists()


def test_a_python_that_the_service_cannot_see_is_refused(machine: Machine) -> None:
    (machine.source / ".env").write_text("KONAKIS_TOKEN=a.b.c\n", "utf-8")
    assert unit()["Service"]["ProtectHome"] == "yes"
    machine.write("bin/python", "echo /home/host/.pyenv/bin/python3.11")
    done = machine.run("install.sh")
    assert done.returncode == 1
    assert done.stderr.startswith("The service can't see /home/host/.pyenv/bin/python3.11")
    assert machine.programs() == []


@pytest.mark.parametrize("how", ["exit 1", "kill $PPID"])
def test_an_update_that_fails_leaves_the_program_that_runs(machine: Machine, how: str) -> None:
    (machine.source / ".env").write_text("KONAKIS_TOKEN=a.b.c\n", "utf-8")
    assert machine.run("install.sh").returncode == 0
    before = machine.root / "opt/konakis/before"  # as if a day had passed
    machine.current.resolve().rename(before)
    machine.current.unlink()
    machine.current.symlink_to(before)
    machine.pip(how)
    assert machine.run("install.sh").returncode != 0
    assert machine.current.resolve() == before
    assert machine.programs() == [before]
    assert list(machine.temporary.iterdir()) == []


def test_a_program_that_is_installed_stays(machine: Machine) -> None:
    (machine.source / ".env").write_text("KONAKIS_TOKEN=a.b.c\n", "utf-8")
    machine.write("bin/ln", '/bin/ln "$@" && kill $PPID')
    assert machine.run("install.sh").returncode != 0
    assert [machine.current.resolve()] == machine.programs()


def test_a_command_reads_the_settings_as_systemd_does(machine: Machine) -> None:
    written = {
        "KONAKIS_FONTS": "/a font.ttf, /b.ttf",
        "KONAKIS_TOKEN": "a.b.c=",
        "KONAKIS_LOG": "$(touch ran)",
    }
    lines = ["# KONAKIS_PORT=1", "", "touch ran", 'KONAKIS_API="a b"', "KONAKIS_GATEWAY='c'"]
    lines += [f"{name}={value}" for name, value in written.items()]
    machine.settings.write_text("\n".join(lines), "utf-8")
    done = machine.run("konakis")
    assert (done.returncode, done.stderr) == (0, "")
    read_from = dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
    assert written | {"KONAKIS_API": "a b", "KONAKIS_GATEWAY": "c"} == {
        name: value
        for name, value in read_from.items()
        if name.startswith("KONAKIS_") and name != "KONAKIS_DATABASE"
    }
    assert list(machine.root.rglob("ran")) == []


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_the_units_filter_lets_the_engine_give_way() -> None:
    """Its last line adds what a group before it takes away."""
    lines = [
        line.partition("=")[2]
        for line in (DEPLOY / "konakis.service").read_text("utf-8").splitlines()
        if line.startswith("SystemCallFilter=")
    ]
    assert lines[0] == "@system-service"
    assert lines[-1] == "setpriority"
    denied = subprocess.check_output(
        ["systemd-analyze", "syscall-filter", *lines[1].lstrip("~").split()],  # noqa: S607  wherever it is
        text=True,
    )
    assert "setpriority" in denied.split()
    assert "prlimit64" not in denied.split()  # by which it bounds its memory


def test_where_memory_ends_a_helper_is_ended_and_not_the_service() -> None:
    service = unit()["Service"]
    assert service["OOMPolicy"] == "continue"
    (limit,) = re.findall(r"mem_limit: (\d+)m", COMPOSE.read_text("utf-8"))
    assert service["MemoryMax"] == f"{limit}M"


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "konakis.service").read_text("utf-8")
    file = tmp_path / "konakis.service"
    file.write_text(text.replace(unit()["Service"]["ExecStart"], sys.executable), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", file],  # noqa: S607  wherever it is
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.nightly
def test_what_is_installed_holds_all_that_it_needs(tmp_path: Path, database: Path) -> None:
    """Words, migrations and the chat page are no Python, and easily left behind."""
    source, built = tmp_path / "source", tmp_path / "built"
    source.mkdir()
    for name in PACKAGES:
        shutil.copytree(ROOT / name, source / name, ignore=NOT_NEEDED)
    for name in INSTALLING:
        shutil.copy(ROOT / name, source)
    python = [sys.executable, "-m"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--no-compile", "--quiet"]
    subprocess.run([*python, "pip", "install", *offline, "--target", built, source], check=True)
    assert files(built) == files(source)

    copy = tmp_path / "copy.db"
    environment = {**os.environ, "PYTHONPATH": str(built), "KONAKIS_DATABASE": str(database)}
    for words in (["backup", copy], ["check", copy]):
        subprocess.run([*python, "bot", *words], cwd=tmp_path, env=environment, check=True)
    assert restore(copy, tmp_path / "new.db", 0) == ([], None)

    said = subprocess.check_output([*python, "bot", "--version"], cwd=tmp_path, env=environment)
    assert said.decode() == f"konakis {PROJECT['project']['version']}\n"

    loading = [sys.executable, "-c", LOADED, *PACKAGES]
    loaded = subprocess.check_output(loading, cwd=tmp_path, env=environment, text=True).split("\n")
    assert "engine" in PACKAGES
    assert all(Path(file).is_relative_to(built) for file in loaded if file)


@pytest.mark.slow
def test_a_folder_from_which_nothing_was_installed_knows_its_version(tmp_path: Path) -> None:
    """As the README does it without make: the lock is installed, and the program started."""
    for name in PACKAGES:
        (tmp_path / name).symlink_to(ROOT / name)
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    later = project.replace(f'version = "{PROJECT["project"]["version"]}"', 'version = "9.8.7"')
    (tmp_path / "pyproject.toml").write_text(later, "utf-8")
    line = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from bot.__main__ import main; main()"
    )
    asked = [sys.executable, "-c", line, "--version"]
    assert subprocess.check_output(asked, cwd=tmp_path, text=True) == "konakis 9.8.7\n"


def files(folder: Path) -> set[str]:
    paths = (path for name in PACKAGES for path in (folder / name).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)) for path in paths if path.parent.name != "__pycache__"}
