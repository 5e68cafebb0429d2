"""How much of this machine the program may use: its cores and its memory, also in a container.

A container or a service may have far less than the machine, and ends a program that takes more.
Invariant: a limit that can't be read counts as no limit.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT = Path("/")
_MOST = 2  # engine processes, unless a host sets more
ENGINE_MEMORY = 150 * 1024 * 1024  # bytes that an engine process may use
_OTHERS = 350 * 1024 * 1024  # bytes for all other processes of the bot


def engine_processes(root: Path = _ROOT) -> int:
    """Return the number of engine processes that fit beside everything else; at least one."""
    memory = _memory(root)
    room = _MOST if memory is None else (memory - _OTHERS) // ENGINE_MEMORY
    return max(1, min(_MOST, int(_cores(root)) - 1, room))


def _cores(root: Path) -> float:
    """Return the usable cores, by the process's affinity and its control group's share."""
    try:
        allowed = len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        allowed = os.cpu_count() or 1
    return min([float(allowed), *_quotas(root)])


def _quotas(root: Path) -> Iterator[float]:
    for folder in _groups(root, "cpu"):
        with suppress(OSError, ValueError, ZeroDivisionError):
            quota, period = (folder / "cpu.max").read_text().split()
            yield int(quota) / int(period)  # "max" is no number, and no limit
        with suppress(OSError, ValueError, ZeroDivisionError):
            quota, period = (
                (folder / f"cpu.cfs_{name}_us").read_text() for name in ("quota", "period")
            )
            if int(quota) > 0:
                yield int(quota) / int(period)


def _memory(root: Path) -> int | None:
    """Return the usable bytes of memory; None if they can't be found out."""
    sizes = list(_limits(root))
    with suppress(ValueError, OSError, AttributeError):
        sizes.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return min(sizes, default=None)


def _limits(root: Path) -> Iterator[int]:
    for folder in _groups(root, "memory"):
        for name in ("memory.max", "memory.high", "memory.limit_in_bytes"):
            with suppress(OSError, ValueError):
                yield int((folder / name).read_text())


def _groups(root: Path, controller: str) -> Iterator[Path]:
    """Yield the control groups' folders of this process, of both kinds that Linux has.

    Inside a container the innermost one is often shown as the root, whatever its name.
    """
    mounted = root / "sys/fs/cgroup"
    with suppress(OSError, ValueError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers and controller not in controllers.split(","):
                continue
            top = mounted / controller if controllers else mounted
            inner = top / path.strip("/")
            yield from (inner, *(folder for folder in inner.parents if folder.is_relative_to(top)))
