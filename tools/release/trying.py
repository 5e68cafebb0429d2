"""Tries the built files as a host would: installs them into a fresh environment, and starts them.

Invariant: of the environment in which this runs, only Python itself is visible there.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import urllib.request
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SUPPORTED = ((3, 11), (3, 12), (3, 13), (3, 14))
_WHICH = "import sys; print(*sys.version_info[:2])"
_PATIENCE = 120  # seconds for a start
_QUIET = ("--quiet", "--disable-pip-version-check", "--no-deps")


class Failed(Exception):
    """The built files don't work; the sentence says where."""


def pythons() -> dict[tuple[int, int], str]:
    """The interpreters of the supported versions that this machine has."""
    paths: dict[tuple[int, int], str] = {}
    for major, minor in SUPPORTED:
        path = shutil.which(f"python{major}.{minor}")
        if path and _runs(path, f"{major} {minor}"):
            paths[major, minor] = path
    return paths


def _runs(path: str, version: str) -> bool:
    """Whether it is that version: a name on the path may lead nowhere."""
    done = subprocess.run([path, "-c", _WHICH], capture_output=True, text=True, check=False)  # noqa: S603  from the path
    return done.returncode == 0 and done.stdout.strip() == version


def environment(python: str, lock: Path, folder: Path) -> Path:
    """A fresh environment with exactly what the lock names; its interpreter."""
    _do("a fresh environment", python, "-m", "venv", folder)
    inside = folder / "bin" / "python"
    _do(f"the packages of {lock.name}", inside, *_pip("--require-hashes", "-r", lock))
    return inside


def try_file(inside: Path, file: Path, version: str, folder: Path) -> None:
    """Install it there and start it; Failed where that does not work. `folder` is new."""
    folder.mkdir()
    _do(f"installing {file.name}", inside, *_pip("--no-build-isolation", file))
    _do("what it needs", inside, "-m", "pip", "check", "--quiet")
    program = inside.with_name("konakis")
    said = _do("the version", program, "--version", folder=folder)
    if said != f"konakis {version}":
        raise Failed(f"{file.name} says that it is {said!r}.")
    if "KONAKIS_TOKEN=" not in _do("the settings", program, "settings", folder=folder):
        raise Failed(f"{file.name} does not know its settings.")
    _start(program, folder)


def _pip(*words: str | Path) -> Iterator[str | Path]:
    yield from ("-m", "pip", "install", *_QUIET, *words)


def _do(what: str, *command: str | Path, folder: Path | None = None) -> str:
    done = subprocess.run(  # noqa: S603  our own words
        command, cwd=folder, env=_bare(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Failed(f"{what} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def _bare(**more: str) -> dict[str, str]:
    """The variables of this process without those that would let ours be seen."""
    hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    ours = {
        name: value
        for name, value in os.environ.items()
        if name not in hidden and not name.startswith("KONAKIS_")
    }
    return {**ours, **more}


def _start(program: Path, folder: Path) -> None:
    """Without a token: its chat page answers, and it leaves when told to."""
    variables = _bare(KONAKIS_PORT=str(_free_port()), PYTHONUNBUFFERED="1")
    with subprocess.Popen(  # noqa: S603  what was just installed
        [program], cwd=folder, env=variables, stdout=subprocess.PIPE, text=True
    ) as running:
        try:
            assert running.stdout
            address = running.stdout.readline().rpartition(" ")[2].strip()
            if not address.startswith("http://127.0.0.1:"):
                raise Failed("the chat page did not open.")
            with urllib.request.urlopen(address, timeout=_PATIENCE) as answer:  # noqa: S310  this machine's
                page = answer.read().decode()
            if "<title>" not in page:
                raise Failed("the chat page is empty.")
        finally:
            running.send_signal(signal.SIGTERM)
            status = running.wait(_PATIENCE)
    if status:
        raise Failed(f"it left with status {status}.")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port
