"""The command line: parses the commands of `konakis`, reads the settings and runs the command.

Invariant: a fault is a sentence on the error stream and status 1; an unknown command is status 2,
and a bot that Discord refuses is status 3. Each command loads only the modules that it needs: a
container runs the health check all the time.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from bot.config import (
    Misconfigured,
    Refused,
    example,
    own_version,
    read,
    read_file,
    with_token,
)
from bot.ops import health
from bot.store.errors import StoreError
from engine.progress import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from bot.config import Settings
    from bot.store.check import Broken

_REFUSED = 3  # tells service managers not to start the bot again
_ABOUT = """
Konakis, a Discord bot for Tablut and Permainan Tabal.

Without a command, run the bot until Ctrl-C or SIGTERM. Settings come from environment variables
and from .env in the current folder; `konakis settings` explains each.
"""


def run_command(
    arguments: Sequence[str], loading: Callable[[], AbstractContextManager[None]] = nullcontext
) -> int:
    """Run a command and return its exit status. `loading`: a context for slow imports."""
    chosen = _parser().parse_args(arguments, argparse.Namespace(loading=loading))
    if chosen.do is _settings:  # works even with wrong settings
        return _settings()
    try:
        settings = read({**read_file(Path(".env")), **os.environ})
        with nullcontext() if chosen.quiet else shown():
            status: int = chosen.do(settings, chosen)
        sys.stdout.flush()
    except Refused as refused:
        _refuse(str(refused))
        return _REFUSED
    except (Misconfigured, StoreError) as wrong:
        return _refuse(str(wrong))
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        if chosen.do is _run or not error.filename:  # our fault, not a file's
            raise
        return _refuse(f"{error.filename} cannot be used: {error.strerror}.")
    return status


def _refuse(*sentences: str) -> int:
    sys.stderr.writelines(f"{sentence}\n" for sentence in sentences)  # for the host, not the log
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="konakis", description=_ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.set_defaults(do=_run, quiet=True)
    parser.add_argument(
        "--version", action="version", version=f"konakis {own_version()}", help="show the version"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def add(
        do: Callable[[Settings, argparse.Namespace], int], name: str, about: str, more: str
    ) -> argparse.ArgumentParser:
        command = commands.add_parser(
            name, help=about, description=f"{about[0].upper()}{about[1:]}. {more}"
        )
        command.set_defaults(do=do)
        if do in _LONG:
            silent = "only show faults" if do is _backup else "don't show progress"
            command.add_argument("--quiet", action="store_true", help=silent)
        return command

    command = add(
        _backup,
        "backup",
        "back up the database to FILE (safe while the bot is running)",
        "The copy is checked, and gets its name only when it's complete.",
    )
    command.add_argument("file", type=Path, metavar="FILE", help="a new file")
    command.add_argument("--replace", action="store_true", help="overwrite FILE if it exists")
    command = add(
        _restore,
        "restore",
        "replace the database with the backup FILE (stop the bot first)",
        "The backup is checked first. The old database is kept next to it, under a dated name.",
    )
    command.add_argument("file", type=Path, metavar="FILE", help="a backup; it isn't changed")
    command = add(
        _check,
        "check",
        "check the database for damage (safe while the bot is running)",
        "Nothing is changed. The exit status is 1 if something is wrong.",
    )
    command.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        nargs="?",
        help="a backup to check instead of the database",
    )
    add(
        _repair,
        "repair",
        "fix damaged rows found by `check` (stop the bot first)",
        "The database is copied first. Data that follows from the games is recomputed; rows that "
        "can't be read are removed, and saved in a text file next to the database. The exit status "
        "is 1 if something is still wrong.",
    )
    command = add(
        _erase,
        "erase",
        "delete a person's data at their request",
        "Does what they could do with /tablut my-data: resigns their games and removes their user "
        "ID from the database. Safe while the bot is running. Older backups still have their data.",
    )
    command.add_argument("user", metavar="USER", help="their Discord user ID")
    command.add_argument(
        "--asked-by",
        required=True,
        metavar="TEXT",
        help="who asked, and how (don't name the person)",
    )
    command = add(
        _ratings,
        "ratings",
        "recompute all ratings (stop the bot first)",
        "Changes nothing if nothing is wrong; `check` says when it's needed.",
    )
    command.add_argument("what", choices=("rebuild",), help="recompute them from all games")
    add(
        _sync,
        "sync",
        "re-register slash commands and missing emojis",
        "The bot does this by itself when they change; use it if Discord shows old ones.",
    )
    add(
        _settings,
        "settings",
        "show every setting with its default",
        "Save them with `konakis settings > .env`, then fill in what you need.",
    )
    add(
        _health,
        "health",
        "exit 0 if the bot is connected to Discord, else 1",
        "Asks the bot on this machine, at KONAKIS_METRICS_PORT.",
    )
    return parser


def _run(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():  # until the loop runs, which listens for Ctrl-C itself
        from bot.composition import run_bot  # noqa: PLC0415  Discord and Pillow take a while

        run_bot(with_token(settings))
    return 0


def _backup(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():
        from bot.ops import backup  # noqa: PLC0415  all features load with it

    broken = backup.back_up(settings.database, chosen.file, replace=chosen.replace)
    if not chosen.quiet:
        sys.stdout.write(f"Backed up {settings.database} to {chosen.file}, and checked the copy.\n")
    return _warn(broken)


def _restore(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():
        from bot.ops import restore  # noqa: PLC0415  all features load with it

    broken, earlier = restore.restore(chosen.file, settings.database, int(time.time()))
    sys.stdout.write(f"Restored {settings.database} from {chosen.file}.\n")
    if earlier:
        sys.stdout.write(f"The old database is {earlier}; delete it when you're sure.\n")
    if count := restore.to_erase(settings.database):
        people = "1 person" if count == 1 else f"{count} people"
        sys.stdout.write(f"When the bot starts, it will erase {people} who asked for it.\n")
    return _warn(broken)


def _warn(broken: Sequence[Broken]) -> int:
    """Print faults; return 0 if the copy lacks nothing that another copy may have."""
    if not broken:
        return 0
    from bot.ops import check  # noqa: PLC0415  all features load with it

    _refuse(*map(check.sentence, broken), "The copy has these faults too.")
    return int(not all(fault.derived for fault in broken))


def _check(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():
        from bot.ops import check  # noqa: PLC0415  all features load with it

    status = check.report(chosen.file or settings.database)
    if status and (fault := health.sqlite_fault()):  # may be what caused it
        sys.stdout.write(f"\n{fault}\n")
    return status


def _repair(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():
        from bot.ops import repair  # noqa: PLC0415  all features load with it

    return repair.repair(settings.database, int(time.time()))


def _erase(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():
        from bot.ops import erase  # noqa: PLC0415  all features load with it

    database = settings.database
    erasing = erase.erase(database, settings.limits, chosen.user, chosen.asked_by)
    if erasing is erase.Erasing.DONE:
        sys.stdout.write("Erased. Older backups still have that person's data.\n")
        return 0
    if erasing is erase.Erasing.REQUESTED:
        return _refuse(
            "The running bot hasn't done it yet. It will as soon as it's connected to Discord; if "
            "it already is, its log says what went wrong."
        )
    return _refuse(
        f"Erased, but {database} or {database}-wal still has bytes of their user ID, because "
        "another program is reading the database. Close that program "
        f"(`fuser -v {database}` shows it). The running bot then overwrites these bytes within a "
        "minute; if no bot is running, run this command again."
    )


def _ratings(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():
        from bot.features.ratings.rebuild import rebuild  # noqa: PLC0415  the engine takes a while

    games = rebuild(settings.database)
    counted = "1 game counts" if games == 1 else f"{games} games count"
    sys.stdout.write(f"Recomputed all ratings: {counted}.\n")
    return 0


def _sync(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():
        from bot.composition import sync  # noqa: PLC0415  Discord takes a while

    sys.stdout.write(f"Registered {', '.join(sync(with_token(settings)))}.\n")
    return 0


def _settings(*_: object) -> int:
    sys.stdout.write(example().read_text("utf-8"))
    return 0


def _health(settings: Settings, _: argparse.Namespace) -> int:
    wrong = health.trouble(settings.metrics_host, settings.metrics_port)
    return _refuse(wrong) if wrong else 0


_LONG = (_backup, _restore, _check, _repair, _ratings)  # commands that show their progress
