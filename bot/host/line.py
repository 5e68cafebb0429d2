"""The command line: which words there are, and who does what they say. Reads the environment.

Law: a fault is a sentence on the error stream and status 1; a word that does not exist is status 2.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.config import Misconfigured, read, read_file
from bot.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.config import Settings

_ABOUT = """
Konakis, a Discord bot for Tablut and Permainan Tabal.

Without a word it runs the bot until Ctrl-C or SIGTERM. Settings are read from the environment, and
from .env in the folder where it is started; .env.example explains each.
"""


def obey(arguments: Sequence[str]) -> int:
    """Do it; the exit status says whether all is well."""
    chosen = _parser().parse_args(arguments)
    try:
        settings = read({**read_file(Path(".env")), **os.environ})
        status: int = chosen.do(settings, chosen)
    except (Misconfigured, StoreError) as wrong:
        return _refuse(str(wrong))
    return status


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)  # noqa: T201  to the host, with no log around it
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="konakis", description=_ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.set_defaults(do=_play)
    return parser


def _play(settings: Settings, _: argparse.Namespace) -> int:
    from bot.composition import play  # noqa: PLC0415  Discord and Pillow; no other word needs them

    play(settings)
    return 0
