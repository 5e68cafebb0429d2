"""Encode a picture of sixteen colours as a PNG, of bands that are compressed apart and kept.

Painting and compressing take the longest, and from one move to the next most ranks of a board stay
as they were. Law: what is seen depends on the picture alone, not on what was encoded before. The
bytes may differ: once in some hundred thousand bands isal packs the same rows otherwise.
"""

from __future__ import annotations

import struct
import zlib
from collections import OrderedDict
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image
else:  # isal's functions are zlib's, but their types are not written out
    with suppress(ImportError):  # it is not there for every processor, see pyproject.toml
        from isal import isal_zlib as zlib

MARGIN = 2  # columns of zeros on the left of a band: packed, they say that a row is unfiltered
_LEVEL = 2  # of zlib and of isal; sixteen colours make the files small enough
_MOST = 24 * 1024 * 1024  # bytes of bands that are kept: some six hundred boards
_SIGNATURE, _ZLIB, _END = b"\x89PNG\r\n\x1a\n", b"\x78\x5e", b"\x03\x00"
_PRIME = 65521  # of Adler-32


class Band(NamedTuple):
    """Some rows of a picture, compressed independently of all others, and their checksum."""

    data: bytes
    checksum: int
    length: int


def encode_png(picture: Image.Image, palette: bytes) -> bytes:
    """A picture of an even width; each of its bytes is an entry of the palette, below sixteen."""
    width, height = picture.size
    return join_bands([compress_band(picture.crop((-MARGIN, 0, width, height)))], width, palette)


def join_bands(bands: Sequence[Band], width: int, palette: bytes) -> bytes:
    """The picture that is made of these bands, from the top down."""
    height = sum(band.length for band in bands) // _row_length(width)
    checksum = struct.pack(">I", _checksum(bands))
    header = struct.pack(">IIBBBBB", width, height, 4, 3, 0, 0, 0)
    data = b"".join((_ZLIB, *(band.data for band in bands), _END, checksum))
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", data), (b"IEND", b""))
    return b"".join((_SIGNATURE, *(_chunk(kind, content) for kind, content in chunks)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(data, zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", check)))


def _checksum(bands: Sequence[Band]) -> int:
    """The Adler-32 of all the rows, computed from those of the bands."""
    low, high = 1, 0
    for band in bands:
        high = (high + (band.checksum >> 16) + band.length * (low - 1)) % _PRIME
        low = (low + (band.checksum & 0xFFFF) - 1) % _PRIME
    return high << 16 | low


def _row_length(width: int) -> int:
    """Two pixels to a byte, those of the margin too."""
    return (MARGIN + width) // 2


def compress_band(picture: Image.Image) -> Band:
    """Some rows of a picture and their margin, compressed without references to earlier ones.

    The picture is of no use afterwards.
    """
    picture.putpalette(b"")  # only a picture with a palette is packed into half bytes
    rows = picture.tobytes("raw", "P;4")
    stream = zlib.compressobj(_LEVEL, wbits=-zlib.MAX_WBITS)
    parts = (stream.compress(rows), stream.flush(zlib.Z_FULL_FLUSH))
    data = b"".join(parts)  # unlike +, it always copies: isal's parts lie in far larger blocks
    return Band(data, zlib.adler32(rows), len(rows))


class BandCache:
    """The bands used last, by all that they are painted of."""

    def __init__(self, most: int) -> None:
        self.weight = 0  # bytes, never more than `most`
        self.most = most
        self._bands: OrderedDict[int, Band] = OrderedDict()
        self._lock = Lock()

    def band(self, parts: tuple[object, ...], paint: Callable[[], Band]) -> Band:
        """The band painted of these parts, from the cache if it is in it.

        It is known by their hash of 64 bits. That of a text differs from run to run, so that no
        player can seek two alike.
        """
        key = hash(parts)
        with self._lock:
            band = self._bands.get(key)
            if band:
                self._bands.move_to_end(key)
                return band
        band = paint()
        with self._lock:
            if key not in self._bands:
                self.weight += len(band.data)
                self._bands[key] = band
            while self.weight > self.most:
                self.weight -= len(self._bands.popitem(last=False)[1].data)
        return band


cache = BandCache(_MOST)
