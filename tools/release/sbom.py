"""The bill of materials: a version's installed packages, in CycloneDX's JSON, read from the lock.

Invariant: it follows only from texts, so the same commit gives the same file.
"""

from __future__ import annotations

import json
import re
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime

_PIN = re.compile(
    r"^(?P<name>[\w.-]+)==(?P<version>[^\s;\\]+)(?:\s*;\s*(?P<marker>[^\\]+?))?\s*\\?$"
)
_HASH = re.compile(r"--hash=sha256:(?P<digest>[0-9a-f]{64})")
_OURS = uuid.UUID("6d3a5b1e-6a0f-5c1b-9f59-2f0a3c1d7e44")  # under which our own numbers are drawn
_BUILD_ONLY = frozenset({"setuptools"})  # what installs us and is not needed to run


@dataclass(frozen=True, slots=True)
class Pinned:
    """One package of the lock."""

    name: str
    version: str
    marker: str = ""  # where it is needed; empty: everywhere
    hashes: list[str] = field(default_factory=list[str])  # of each of its files

    @property
    def purl(self) -> str:
        """The package's address for tools."""
        return f"pkg:pypi/{self.name.lower().replace('_', '-')}@{self.version}"


def read_lock(text: str) -> list[Pinned]:
    """The packages in a lock."""
    packages = list[Pinned]()
    for line in text.splitlines():
        if pin := _PIN.match(line):
            packages.append(Pinned(pin["name"], pin["version"], pin["marker"] or ""))
        elif digest := _HASH.search(line):
            packages[-1].hashes.append(digest["digest"])
    return packages


def bill(lock: str, version: str, licence: str, committed_at: int) -> str:
    """The bill of this version."""
    needed = [package for package in read_lock(lock) if package.name not in _BUILD_ONLY]
    ours = Pinned("konakis", version)
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(_OURS, f'{version} {lock}')}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(committed_at, UTC).isoformat(),
            "component": {
                "type": "application",
                **_named(ours),
                "licenses": [{"expression": licence}],
            },
        },
        "components": [_component(package) for package in needed],
        "dependencies": [
            {"ref": ours.purl, "dependsOn": [package.purl for package in needed]},
            *({"ref": package.purl} for package in needed),
        ],
    }
    return json.dumps(document, indent=2) + "\n"


def _named(package: Pinned) -> dict[str, object]:
    return {
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
    }


def _component(package: Pinned) -> dict[str, object]:
    """A package; of each file that may be installed of it the hash, as the lock has them."""
    where = [{"name": "python:marker", "value": package.marker}] if package.marker else []
    return {
        "type": "library",
        **_named(package),
        "scope": "optional" if package.marker else "required",
        "hashes": [{"alg": "SHA-256", "content": digest} for digest in package.hashes],
        **({"properties": where} if where else {}),
    }
