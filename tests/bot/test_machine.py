"""How many processes of the engine there are: by what the program may use of the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.machine import engine_processes

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MB = 1024 * 1024
NEW = {"proc/self/cgroup": "0::/system.slice/konakis.service\n"}
OLD = {"proc/self/cgroup": "9:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc\n1:name=systemd:/\n"}
UNIT, SLICE = "sys/fs/cgroup/system.slice/konakis.service", "sys/fs/cgroup/system.slice"


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine of eight cores and 16 GB."""
    use(monkeypatch, 8)
    monkeypatch.setattr("os.sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 4_194_304}.get)


def use(monkeypatch: pytest.MonkeyPatch, cores: int) -> None:
    def affinity(_: int) -> set[int]:
        return set(range(cores))

    monkeypatch.setattr("os.sched_getaffinity", affinity, raising=False)


def placed(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.mark.parametrize(("cores", "processes"), [(1, 1), (2, 1), (3, 2), (64, 2)])
def test_one_less_than_cores_and_at_most_two(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cores: int, processes: int
) -> None:
    use(monkeypatch, cores)
    assert engine_processes(tmp_path) == processes


@pytest.mark.parametrize(
    ("files", "processes"),
    [
        ({**NEW, f"{UNIT}/cpu.max": "max 100000\n", f"{UNIT}/memory.max": "max\n"}, 2),
        ({**NEW, f"{UNIT}/cpu.max": "150000 100000\n"}, 1),
        ({**NEW, f"{UNIT}/cpu.max": "300000 100000\n"}, 2),
        ({**NEW, f"{SLICE}/cpu.max": "100000 100000\n"}, 1),
        ({**NEW, f"{UNIT}/memory.max": f"{512 * MB}\n"}, 1),
        ({**NEW, f"{UNIT}/memory.max": f"{768 * MB}\n"}, 2),
        ({**NEW, f"{SLICE}/memory.max": f"{256 * MB}\n"}, 1),
        ({**OLD, "sys/fs/cgroup/memory/memory.limit_in_bytes": f"{512 * MB}\n"}, 1),
        ({**OLD, "sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes": f"{512 * MB}\n"}, 1),
        ({**OLD, "sys/fs/cgroup/memory/memory.limit_in_bytes": f"{2**63 - 4096}\n"}, 2),
        (
            {
                **OLD,
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "200000\n",
                "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
            },
            1,
        ),
        (
            {
                **OLD,
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
                "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
            },
            2,
        ),
        ({"proc/self/cgroup": "what is this\n"}, 2),
    ],
)
def test_a_container_or_a_service_may_have_less_than_the_machine(
    tmp_path: Path, files: Mapping[str, str], processes: int
) -> None:
    assert engine_processes(placed(tmp_path, files)) == processes


def test_a_machine_with_little_memory_has_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("os.sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 131_072}.get)
    assert engine_processes(tmp_path) == 1
