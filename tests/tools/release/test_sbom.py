"""The bill of materials: every package of the lock once, as CycloneDX wants it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tools.release.sbom import bill, read_lock

LOCK = (Path(__file__).parents[3] / "requirements.lock").read_text("utf-8")
SMALL = """\
aiosqlite==0.22.1 \\
    --hash=sha256:043e0bd78d32888c0a9ca90fc788b38796843360c855a7262a532813133a0650 \\
    --hash=sha256:21c002eb13823fad740196c5a2e9d8e62f6243bd9e7e4a1f87fb5e44ecb4fceb
audioop-lts==0.2.2 ; python_full_version >= '3.13' \\
    --hash=sha256:0337d658f9b81f4cd0fdb1f47635070cc084871a3d4646d9de74fdf4e7c3d24a
setuptools==80.9.0 \\
    --hash=sha256:062d34222ad13e0cc312a4c02d73f059e86a4acbfbdea8f8f76b28c99f306922
"""


def read(lock: str) -> dict[str, Any]:
    return json.loads(bill(lock, "1.2.0", "MIT", 1_777_777_777))


def test_each_package_is_named_with_its_version_hashes_and_where_it_is_needed() -> None:
    shown = read(SMALL)
    assert (shown["bomFormat"], shown["specVersion"]) == ("CycloneDX", "1.6")
    assert shown["metadata"]["timestamp"] == "2026-05-03T03:09:37+00:00"
    assert shown["metadata"]["component"]["purl"] == "pkg:pypi/konakis@1.2.0"
    first, second = shown["components"]
    assert (first["purl"], first["scope"]) == ("pkg:pypi/aiosqlite@0.22.1", "required")
    assert [entry["content"][:4] for entry in first["hashes"]] == ["043e", "21c0"]
    assert (second["purl"], second["scope"]) == ("pkg:pypi/audioop-lts@0.2.2", "optional")
    assert second["properties"] == [
        {"name": "python:marker", "value": "python_full_version >= '3.13'"}
    ]


def test_the_lock_of_the_project_is_read_whole() -> None:
    pins = [line for line in LOCK.splitlines() if re.match(r"\w", line)]
    packages = read_lock(LOCK)
    assert [f"{package.name}=={package.version}" for package in packages] == [
        re.split(r"[ ;\\]", pin)[0] for pin in pins
    ]
    assert sum(len(package.hashes) for package in packages) == LOCK.count("--hash=sha256:")
    assert {"discord-py", "pillow", "aiosqlite"} <= {package.name for package in packages}


def test_the_same_commit_gives_the_same_bill_and_every_reference_leads_somewhere() -> None:
    assert bill(LOCK, "1.2.0", "MIT", 1) == bill(LOCK, "1.2.0", "MIT", 1)
    shown = read(LOCK)
    refs = {component["bom-ref"] for component in shown["components"]}
    ours, *others = shown["dependencies"]
    assert set(ours["dependsOn"]) == {entry["ref"] for entry in others} == refs
    assert shown["serialNumber"] != read(SMALL)["serialNumber"]
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", shown["serialNumber"])
