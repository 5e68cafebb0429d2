"""`make release`: the parts that no usual tool does.

`check` refuses what can't be released, `notes` prints the changelog's section, and `try` installs
and starts built files as a host would, with the Python that runs this. Invariant: uses only the
standard library and git.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import socket
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]
_OWNER = "OWNER"
_NOBODY = f"{_OWNER}/konakis"  # in every file that names the project's address
_FILL_IN = f"git grep -lF {_NOBODY} | xargs sed -i 's#{_NOBODY}#YOU/konakis#g'"
_PATIENCE = 120  # seconds for a start


class Failed(Exception):
    """Why a version can't be released: a sentence that says what to do."""


def check(root: Path, version: str) -> None:
    """Raise Failed with everything that keeps this version from being released."""
    faults: list[str] = []
    if _git(root, "status", "--porcelain"):
        faults.append("Not everything is committed: commit it, or set it aside with git stash -u.")
    if unfilled := _git(root, "grep", "-lF", _NOBODY):
        files = ", ".join(unfilled.split("\n"))
        faults.append(
            f"No one owns the address in {files}. Fill it in, YOU being your account on GitHub in "
            f"small letters, and commit:\n    {_FILL_IN}"
        )
    try:
        notes(root, version)
    except Failed as missing:
        faults.append(str(missing))
    tagged = _git(root, "rev-parse", "--verify", "--quiet", f"v{version}^{{commit}}")
    if tagged and tagged != _git(root, "rev-parse", "HEAD"):
        faults.append(f"v{version} is another commit: give pyproject.toml the next version.")
    if faults:
        raise Failed("\n".join(faults))


def notes(root: Path, version: str) -> str:
    """Return what the changelog says of a version, without its heading."""
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    heading = rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$"
    section = re.search(rf"{heading}(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if section is None or not section[1].strip():
        raise Failed(f"CHANGELOG.md has no section `## {version} (YEAR-MONTH-DAY)` with text.")
    return section[1].strip() + "\n"


def _git(root: Path, *words: str) -> str:
    """Return git's answer; empty if it has none."""
    command = ["git", *words]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603  our own words
    return done.stdout.strip()


def try_file(file: Path, lock: Path, version: str) -> None:
    """Install the lock and this file into a fresh environment, and start it; Failed if it can't."""
    with tempfile.TemporaryDirectory(prefix="konakis-release-") as scratch:
        inside = Path(scratch, "environment", "bin")
        _do(scratch, sys.executable, "-m", "venv", inside.parent)
        pip = (inside / "python", "-m", "pip", "--quiet", "--disable-pip-version-check")
        _do(scratch, *pip, "install", "--no-deps", "--require-hashes", "-r", lock.absolute())
        _do(scratch, *pip, "install", "--no-deps", "--no-build-isolation", file.absolute())
        _do(scratch, *pip, "check")
        said = _do(scratch, inside / "konakis", "--version")
        if said != f"konakis {version}\n":
            raise Failed(f"{file.name} says it is {said!r}.")
        _start(inside / "konakis", scratch)


def _do(folder: str, *command: str | Path) -> str:
    done = subprocess.run(  # noqa: S603  our own words
        command, cwd=folder, env=_bare(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def _bare() -> dict[str, str]:
    """Return this process's variables without those that lead to our own files."""
    hidden = re.compile("PYTHON|VIRTUAL_ENV|KONAKIS_")
    return {name: value for name, value in os.environ.items() if not hidden.match(name)}


def _start(program: Path, folder: str) -> None:
    """Start it without a token: its chat page answers, and it stops when asked to."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
    with subprocess.Popen(  # noqa: S603  what was just installed
        [program], cwd=folder, env={**_bare(), "KONAKIS_PORT": port}, stdout=subprocess.PIPE
    ) as running:
        try:
            assert running.stdout
            running.stdout.readline()  # says that the page is there
            with urllib.request.urlopen(f"http://127.0.0.1:{port}", timeout=_PATIENCE) as answer:
                if b"<title>" not in answer.read():
                    raise Failed("The chat page is empty.")
        except OSError as error:
            raise Failed(f"The chat page doesn't answer: {error}") from error
        finally:
            running.terminate()
            status = running.wait(_PATIENCE)
    if status:
        raise Failed(f"It stopped with status {status}.")


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Run a step, and return its status."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("step", choices=("check", "notes", "try"))
    parser.add_argument("files", type=Path, nargs="*", help="to try")
    options = parser.parse_args(arguments)
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    version: str = project["version"]
    try:
        if options.step == "check":
            check(root, version)
        if options.step == "notes":
            sys.stdout.write(notes(root, version))
        for file in options.files if options.step == "try" else ():
            try_file(file, root / "requirements.lock", version)
            sys.stdout.write(f"{file.name} works on Python {platform.python_version()}\n")
    except Failed as failed:
        sys.stderr.write(f"{failed}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
