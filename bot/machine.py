"""How much of this machine the program may use: its cores and its memory, also in a container.

A container or a service may have far less than the machine, and ends the program that takes more.
Law: what cannot be read limits nothing.
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
ENGINE_MEMORY = 150 * 1024 * 1024  # bytes that one may take
_OTHERS = 350 * 1024 * 1024  # bytes of all other processes of the bot


def engine_processes(root: Path = _ROOT) -> int:
    """How many processes of the engine there is room for, beside all else; at least one."""
    memory = _memory(root)
    room = _MOST if memory is None else (memory - _OTHERS) // ENGINE_MEMORY
    return max(1, min(_MOST, int(_cores(root)) - 1, room))


def _cores(root: Path) -> float:
    """The cores that may be used, by the affinity of the process and the share of its group."""
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
    """The bytes that may be used; None where that cannot be found out."""
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
    """The folders of the control groups that the process is in, of both kinds that Linux has.

    Inside a container the innermost one is often shown as the root, whatever it is called.
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
