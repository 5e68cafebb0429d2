"""`make release`: check the repository, build source and wheel, try both, describe them in dist/.

It publishes nothing. The status is 1 where the version cannot be released.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
import tomllib
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from tools.release import addresses, building, repository, sbom, trying
from tools.release.refusals import refusals

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tools.release.repository import State

ROOT = Path(__file__).parents[2]
_LOCK = "requirements.lock"


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Release what is committed in `root`."""
    options = _parser().parse_args(arguments)
    state = repository.read(root)
    if faults := refusals(state, datetime.now(UTC).date()):
        sys.stderr.writelines(f"{fault}\n" for fault in faults)
        return 1
    if options.check:
        _say(f"{state.version} can be released.")
        return 0
    try:
        files = _build(root, state, every=options.every)
    except (trying.Failed, RuntimeError) as failed:
        sys.stderr.write(f"{failed}\n")
        return 1
    _publish(files, root / "dist")
    tag = f"v{state.version}"
    _say(f"All is in dist/. To publish it: git tag {tag} && git push origin {tag}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether it can be released")
    parser.add_argument(
        "--every", action="store_true", help="fail where a supported Python is missing here"
    )
    return parser


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _build(root: Path, state: State, *, every: bool) -> dict[str, bytes]:
    """Return the files to publish, by name, after trying all of them."""
    pythons = trying.pythons()
    _tell_missing(pythons, every=every)
    page = addresses.web(state.remote)
    _say(f"Addresses below {page}" if page else "No addresses: the git remote tells none")
    with tempfile.TemporaryDirectory(prefix="konakis-release-") as scratch:
        folder = Path(scratch)
        building.prepare(root, state, folder / "source")
        lock = folder / "source" / _LOCK
        builder = trying.environment(next(iter(pythons.values())), lock, folder / "builder")
        built = building.build(folder / "source", builder, state.committed_at, folder / "dist")
        for ((major, minor), python), file in product(pythons.items(), built):
            place = folder / f"{major}.{minor}-{file.name}"
            inside = trying.environment(python, lock, place / "environment")
            trying.try_file(inside, file, state.version, place / "run")
            shutil.rmtree(place)
            _say(f"{file.name} works on {major}.{minor}")
        files = {file.name: file.read_bytes() for file in built}
    return described(files, root, state)


def _tell_missing(available: Iterable[tuple[int, int]], *, every: bool) -> None:
    missing = [
        f"{major}.{minor}" for major, minor in trying.SUPPORTED if (major, minor) not in available
    ]
    if missing and (every or not available):
        raise trying.Failed(f"Python {', '.join(missing)} is missing here.")
    if missing:
        _say(f"Not tried, since it is not on this machine: Python {', '.join(missing)}")


def described(files: dict[str, bytes], root: Path, state: State) -> dict[str, bytes]:
    """These files, with the bill of materials and the checksums of all."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    lock = (root / _LOCK).read_text("utf-8")
    bill = sbom.bill(lock, state.version, project["license"], state.committed_at)
    files = {**files, f"konakis-{state.version}.cdx.json": bill.encode()}
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items())
    return {**files, "SHA256SUMS": sums.encode()}


def _publish(files: dict[str, bytes], dist: Path) -> None:
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir()
    for name, data in files.items():
        (dist / name).write_bytes(data)
        _say(f"dist/{name}")


if __name__ == "__main__":
    sys.exit(main())
