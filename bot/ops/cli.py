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

from bot.config import Misconfigured, Refused, example, own_version, read, read_file
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

Without a command it runs the bot until Ctrl-C or SIGTERM. Settings are read from the environment
and from .env in the folder where it is started; `konakis settings` explains each.
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
            command.add_argument(
                "--quiet", action="store_true", help="do not say how far it is while it works"
            )
        return command

    command = add(
        _backup,
        "backup",
        "copy the database to FILE, also while the bot runs",
        "The copy is verified, and appears under its name only when it is whole.",
    )
    command.add_argument("file", type=Path, metavar="FILE", help="a new file")
    command.add_argument("--replace", action="store_true", help="FILE may exist, and is replaced")
    command = add(
        _restore,
        "restore",
        "put the backup FILE in the database's place, while no bot runs",
        "It is verified first. The database from before is kept beside it, under a dated name.",
    )
    command.add_argument("file", type=Path, metavar="FILE", help="a backup; it stays as it is")
    command = add(
        _check,
        "check",
        "find out whether the database is whole, also while the bot runs",
        "Nothing is changed. The status is 1 when something is wrong.",
    )
    command.add_argument(
        "file", type=Path, metavar="FILE", nargs="?", help="a backup to check, not the database"
    )
    add(
        _repair,
        "repair",
        "repair what a check finds wrong with single rows, while no bot runs",
        "The database is copied first. What follows from the games is worked out again; what "
        "cannot be read is written to a text file beside the database, and taken out. The status "
        "is 1 when something is still wrong.",
    )
    command = add(
        _erase,
        "erase",
        "erase a person who asked you to, also while the bot runs",
        "It does what the person could do with /tablut my-data: their games are resigned, and "
        "their number goes from the database. Backups name them until they are deleted.",
    )
    command.add_argument("user", metavar="USER", help="the number of their Discord account")
    command.add_argument(
        "--asked-by", required=True, metavar="TEXT", help="who asked, and how; name no person"
    )
    command = add(
        _ratings,
        "ratings",
        "work the ratings out again from all games, while no bot runs",
        "Nothing changes where nothing is wrong: a check says when it is needed.",
    )
    command.add_argument("what", choices=("rebuild",), help="the one thing to do with them")
    add(
        _sync,
        "sync",
        "send Discord the bot's commands again, and the small pictures that it lacks",
        "The bot does so by itself when they change; this is for when Discord shows old ones.",
    )
    add(
        _settings,
        "settings",
        "show every setting with its default",
        "Write them to a file with `konakis settings > .env`, and fill in what you need.",
    )
    add(
        _health,
        "health",
        "find out whether the bot that runs here is connected to Discord",
        "It is asked at KONAKIS_METRICS_PORT. The status is 0 when it is ready, else 1.",
    )
    return parser


def _run(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():  # until the loop runs, which listens for Ctrl-C itself
        from bot.composition import run_bot  # noqa: PLC0415  Discord and Pillow take a while

        run_bot(settings)
    return 0


def _backup(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():
        from bot.ops import backup  # noqa: PLC0415  all features load with it

    broken = backup.back_up(settings.database, chosen.file, replace=chosen.replace)
    sys.stdout.write(f"Backed up {settings.database} as {chosen.file}; it is verified.\n")
    return _warn(broken)


def _restore(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():
        from bot.ops import restore  # noqa: PLC0415  all features load with it

    broken, earlier = restore.restore(chosen.file, settings.database, int(time.time()))
    sys.stdout.write(f"Restored {chosen.file} as {settings.database}.\n")
    if earlier:
        sys.stdout.write(f"The database from before is {earlier}; delete it when you are sure.\n")
    if count := restore.to_erase(settings.database):
        people = "1 person" if count == 1 else f"{count} people"
        sys.stdout.write(f"When the bot starts, it erases {people} who asked to be erased.\n")
    return _warn(broken)


def _warn(broken: Sequence[Broken]) -> int:
    """Print faults; return 0 if the copy lacks nothing that another copy may have."""
    if not broken:
        return 0
    from bot.ops import check  # noqa: PLC0415  all features load with it

    _refuse(*map(check.sentence, broken), "All of this was copied as it is.")
    return int(not all(fault.derived for fault in broken))


def _check(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():
        from bot.ops import check  # noqa: PLC0415  all features load with it

    status = check.report(chosen.file or settings.database)
    if fault := health.sqlite_fault():
        sys.stdout.write(f"\n{fault}\n")
    return status


def _repair(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():
        from bot.ops import repair  # noqa: PLC0415  all features load with it

    return repair.repair(settings.database, int(time.time()))


def _erase(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():
        from bot.ops import erase  # noqa: PLC0415  all features load with it

    if erase.erase(settings.database, settings.limits, chosen.user, chosen.asked_by):
        sys.stdout.write("Erased. Older backups name that person until they are deleted.\n")
        return 0
    return _refuse(
        "The bot that runs has not done it yet. It will as soon as it is connected to Discord; "
        "where it is, its log says what hinders it."
    )


def _ratings(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():
        from bot.features.ratings.rebuild import rebuild  # noqa: PLC0415  the engine takes a while

    games = rebuild(settings.database)
    counted = "1 game counts" if games == 1 else f"{games} games count"
    sys.stdout.write(f"The ratings are worked out again: {counted}.\n")
    return 0


def _sync(settings: Settings, chosen: argparse.Namespace) -> int:
    with chosen.loading():
        from bot.composition import sync  # noqa: PLC0415  Discord takes a while

    sys.stdout.write(f"Discord has the commands: {', '.join(sync(settings))}.\n")
    return 0


def _settings(*_: object) -> int:
    sys.stdout.write(example().read_text("utf-8"))
    return 0


def _health(settings: Settings, _: argparse.Namespace) -> int:
    wrong = health.trouble(settings.metrics_host, settings.metrics_port)
    return _refuse(wrong) if wrong else 0


_LONG = (_backup, _restore, _check, _repair, _ratings)  # commands that show their progress
