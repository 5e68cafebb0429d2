"""`python -m render gallery FOLDER CATALOGUE [NAME ...]`: write pictures of games into a folder.

The catalogue is a language's pictures.toml, such as bot/ui/words/en/pictures.toml. Without names,
all pictures are written.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, cast

from render import gallery

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from render.words import Words


def main(arguments: list[str]) -> int:
    """Run the command; 0, or 2 if the arguments make no sense."""
    match arguments:
        case ["gallery", folder, catalogue, *names]:
            gallery.write_gallery(Path(folder), read_words(Path(catalogue)), names)
            return 0
        case _:
            sys.stderr.write(f"{__doc__}\n")
            return 2


def read_words(catalogue: Path) -> Words:
    """Read the words of a catalogue. Doesn't choose plurals, since pictures have none."""
    sentences = dict(_flat(tomllib.loads(catalogue.read_text("utf-8"))))

    def words(key: str, /, **values: object) -> str:
        return sentences[key].format(**values)

    return words


def _flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(cast("dict[str, object]", value), f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
