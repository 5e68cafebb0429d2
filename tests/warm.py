"""Starts the bot of a story from a process that has loaded it before: most of a start is loading.

`python -m tests.warm` loads the bots of all stories once, and forks for each start: the new process
runs the module as `python -m` does, with an environment and an output of its own.

Invariant: only modules, the catalogues' sentences and the pieces of pictures are loaded before. The
process is as real as any: it has its number, and can be asked to end, stopped and killed. It lives
no longer than the connection by which its story learns of its end, so a story that breaks off
leaves none behind.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from functools import cache
from typing import TYPE_CHECKING

from sandbox.process import spawn

if TYPE_CHECKING:
    from sandbox.process import Command, Process

_LOADED = ("bot.ops.cli", "bot.composition", "tests.sandbox.bot")
_WIDTH = 1080  # of the bot's pictures
_LARGEST = 1 << 20  # bytes of what is asked for


# Where the story runs


async def start(command: Command) -> Process:
    """Start it from there; a command with more than `python -m MODULE` is started as usual."""
    python, *line = command.line
    if python != sys.executable or line[:1] != ["-m"] or len(line) > 2 or command.folder:
        return await spawn(command)
    wanted = {"module": line[1], "environment": {**os.environ, **command.environment}}
    ours, theirs = socket.socketpair()
    reading, writing = os.pipe()
    with theirs, os.fdopen(writing, "wb"):
        socket.send_fds(_loader(), [json.dumps(wanted).encode()], [writing, theirs.fileno()])
    output, loop = asyncio.StreamReader(), asyncio.get_running_loop()
    with ExitStack() as undo:  # unless it starts: without its connection no process goes on
        undo.callback(ours.close)
        file = undo.enter_context(os.fdopen(reading, "rb", 0))
        pipe, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(output), file)
        undo.callback(pipe.close)
        told, writer = await asyncio.open_connection(sock=ours)
        undo.callback(writer.close)
        pid = int(await told.readline())
        ended = loop.create_task(_ended(told, writer, undo.pop_all()))
    return _Started(pid, output, ended)


async def _ended(told: asyncio.StreamReader, writer: asyncio.StreamWriter, undo: ExitStack) -> int:
    """How it ended, once it has; its output ends by itself then."""
    with undo:
        status = int(await told.readline())
        undo.pop_all()
    writer.close()
    return status


class _Started:
    """A started process, as asyncio's Process."""

    def __init__(self, pid: int, stdout: asyncio.StreamReader, ended: asyncio.Task[int]) -> None:
        self.pid = pid
        self.stdout = stdout
        self._ended = ended

    @property
    def returncode(self) -> int | None:
        """None while it runs; less than 0 where a signal has ended it."""
        return self._ended.result() if self._ended.done() else None

    def send_signal(self, sign: int) -> None:
        """Send it a signal, where it has not ended just now."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, sign)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Wait until it has ended."""
        return await asyncio.shield(self._ended)


@cache
def _loader() -> socket.socket:
    """Return a socket that takes requests for a start; its listener ends with this process."""
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    with theirs:
        line = [sys.executable, "-m", "tests.warm"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        loader = subprocess.Popen(line, stdin=theirs.fileno(), env=environment)
    atexit.register(loader.wait)
    atexit.register(ours.close)  # called before `loader.wait`, which it lets return
    return ours


# Where the bot is loaded


def _serve(requests: socket.socket) -> str:
    """Fork for each request until the other end closes, and end what runs then.

    In the new process: return the module that it is to run.
    """
    running: dict[int, socket.socket] = {}  # the connections to the stories, by process
    woken, waking = socket.socketpair()
    waking.settimeout(0)
    signal.set_wakeup_fd(waking.fileno())
    signal.signal(signal.SIGCHLD, _ignore)  # it wakes us
    while True:
        ready, _, _ = select.select([requests, woken, *running.values()], [], [])
        if woken in ready:
            woken.recv(_LARGEST)
            _tell_ends(running)
        _end_abandoned(running, ready)  # before a start, which may need what they hold
        if requests in ready:
            request, files, *_ = socket.recv_fds(requests, _LARGEST, 2)
            if not request:
                for pid in running:
                    os.kill(pid, signal.SIGKILL)
                sys.exit()
            output, connection = files
            pid = os.fork()
            if not pid:
                return _become(output, **json.loads(request))
            os.close(output)
            running[pid] = socket.socket(fileno=connection)
            _tell(running[pid], pid)


def _ignore(*_: object) -> None:
    pass


def _tell_ends(running: dict[int, socket.socket]) -> None:
    while running:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        with running.pop(pid) as story:
            _tell(story, os.waitstatus_to_exitcode(status))


def _end_abandoned(running: dict[int, socket.socket], ready: list[socket.socket]) -> None:
    """Kill those whose story has gone: it never writes, so what can be read there is its end."""
    for pid in [pid for pid, story in running.items() if story in ready]:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        running.pop(pid).close()


def _tell(story: socket.socket, number: int) -> None:
    with suppress(OSError):  # the story may have ended before its bot
        story.sendall(f"{number}\n".encode())


def _become(output: int, module: str, environment: dict[str, str]) -> str:
    """Be a process of one's own, which has nothing open but its output."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    os.environ.clear()
    os.environ.update(environment)
    return module


def _load() -> None:
    for module in _LOADED:
        importlib.import_module(module)
    importlib.import_module("bot.ui.words").languages()
    importlib.import_module("render.paint").prepare(width=_WIDTH)
    gc.freeze()


if __name__ == "__main__":
    _load()
    runpy.run_module(_serve(socket.socket(fileno=0)), run_name="__main__", alter_sys=True)
