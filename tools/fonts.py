"""`python -m tools.fonts FOLDER`: cut the letters of the pictures out of Noto Sans.

FOLDER holds the fonts that render/fonts/README.md names; one that is not to the byte the same is
refused. The same fonts and the same fonttools always give the same files.
"""

from __future__ import annotations

import logging
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import category, normalize

from fontTools import subset  # pyright: ignore[reportMissingTypeStubs]  it has none
from fontTools.ttLib import TTFont  # pyright: ignore[reportMissingTypeStubs]  the same

from engine.progress import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

progress = logging.getLogger("progress.fonts")

OUT = Path(__file__).parents[1] / "render" / "fonts"
_LATIN = (
    *(range(0x20, 0x7F), range(0xA0, 0x2B0), range(0x1E00, 0x1F00)),
    *(range(0x2C60, 0x2C80), range(0xA720, 0xA800)),
)
_GREEK = (range(0x370, 0x400), range(0x1F00, 0x2000))
_CYRILLIC = (range(0x400, 0x530),)
_SIGNS = (
    range(0x2B0, 0x370),  # beside letters, and the marks above and below them
    *(range(0x2010, 0x2028), range(0x202F, 0x2060), range(0x2070, 0x20C1)),
    *(range(0x2100, 0x2160), range(0x2200, 0x2300)),
)
_PAIRED = (*_LATIN, *_GREEK, *_CYRILLIC, range(0x2010, 0x2028))
_NAMES = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14]  # copyright, version, licence
_PAIRS = 2  # the kind of table that moves pairs


class Cut(NamedTuple):
    """The part cut out of a font."""

    source: str
    checksum: str  # SHA-256
    characters: tuple[range, ...]


CUTS = {
    "letters.ttf": Cut(
        "NotoSans-Regular.ttf",
        "89c3c497f618fdaa0b2d1e98fef93582f28c71debd2c4a8cdf41f190ced2909d",
        (*_LATIN, *_GREEK, *_CYRILLIC, *_SIGNS),
    ),
    "bold.ttf": Cut(  # only ratings and the names of points are bold
        "NotoSans-Bold.ttf",
        "e83493c945848ecd4a9ad0f6d19164541a0d3e23a9c952304a00a46e00272ac5",
        (range(0x20, 0x7F),),
    ),
    "armenian.ttf": Cut(
        "NotoSansArmenian-Regular.ttf",
        "9636c32c121f4fc1fc6963dfad60ea32c41889507118a46f83a818eacf40348e",
        (range(0x530, 0x590),),
    ),
    "georgian.ttf": Cut(
        "NotoSansGeorgian-Regular.ttf",
        "ba75f2154fef9beac8439f94c631dc37ef9c708d32f9254bb019afdfa9aa3138",
        (range(0x10A0, 0x1100), range(0x1C90, 0x1CC0)),
    ),
}


def main(arguments: list[str]) -> int:
    """0, or 2 for what cannot be understood or is another font."""
    if len(arguments) != 1:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    sources = {name: Path(arguments[0]) / cut.source for name, cut in CUTS.items()}
    for name, source in sources.items():
        if sha256(source.read_bytes()).hexdigest() != CUTS[name].checksum:
            sys.stderr.write(f"{source} is not the font that was cut before\n")
            return 2
    with shown():
        for name, source in sources.items():
            progress.debug("cutting %s out of %s", name, source.name)
            cut_out(source, CUTS[name].characters, OUT / name)
        (OUT / "pairs.txt").write_text(describe_pairs(sources["letters.ttf"], _PAIRED), "utf-8")
    return 0


def cut_out(source: Path, characters: Iterable[range], target: Path) -> None:
    """Write a font of these characters alone: their outlines and widths."""
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options(
        hinting=False, layout_features=[], glyph_names=False, notdef_outline=True, name_IDs=_NAMES
    )
    options.drop_tables += ["GDEF", "GPOS", "GSUB", "DSIG", "gasp"]
    subsetter: Any = subset.Subsetter(options)
    subsetter.populate(unicodes=[number for part in characters for number in part])
    subsetter.subset(font)
    font.save(target)


def describe_pairs(source: Path, characters: Iterable[range]) -> str:
    """A line for each letter, a distance in thousandths of the size, and the letters after it.

    Of letters without marks: those with marks stand as these do.
    """
    font: Any = TTFont(source)
    drawn = font.getBestCmap()
    letters = [chr(number) for part in characters for number in part if number in drawn]
    plain = {letter: drawn[ord(letter)] for letter in letters if _is_base(letter)}
    tables = list(_pair_tables(font))
    lines: list[str] = []
    for number, (left, glyph) in enumerate(plain.items()):
        progress.debug("pairs of %s of %s letters", number, len(plain))
        moved: dict[int, str] = {}
        for right, other in plain.items():
            if by := _moved_by(tables, glyph, other):
                moved[by] = moved.get(by, "") + right
        lines += [f"{left} {by} {after}\n" for by, after in sorted(moved.items())]
    return "".join(lines)


def _is_base(letter: str) -> bool:
    return category(letter)[0] in "LP" and len(normalize("NFD", letter)) == 1


def _pair_tables(font: Any) -> Iterator[Any]:  # noqa: ANN401  fontTools has no types
    """Those of the feature that moves pairs, in the order in which they are asked."""
    positions = font["GPOS"].table
    used = {
        index
        for feature in positions.FeatureList.FeatureRecord
        if feature.FeatureTag == "kern"
        for index in feature.Feature.LookupListIndex
    }
    for index in sorted(used):
        tables = positions.LookupList.Lookup[index].SubTable
        yield from (table for table in tables if table.LookupType == _PAIRS)


def _moved_by(tables: Iterable[Any], left: str, right: str) -> int:
    """Return the shift in the first table that knows the pair."""
    for table in tables:
        if left not in table.Coverage.glyphs:
            continue
        if table.Format == 1:
            pairs = table.PairSet[table.Coverage.glyphs.index(left)].PairValueRecord
            values = [pair.Value1 for pair in pairs if pair.SecondGlyph == right]
        else:
            row = table.Class1Record[table.ClassDef1.classDefs.get(left, 0)].Class2Record
            values = [row[table.ClassDef2.classDefs.get(right, 0)].Value1]
        if values:
            return int(getattr(values[0], "XAdvance", 0))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
