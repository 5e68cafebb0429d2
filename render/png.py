"""Encode a sixteen-colour picture as a PNG, from bands that are compressed separately and cached.

Painting and compressing take longest, and most of a board stays the same from move to move.
Invariant: a picture's bytes never depend on earlier pictures.
"""

from __future__ import annotations

import struct
import zlib
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PIL import Image

MARGIN = 2  # columns of zeros at a band's left: packed, they mark rows as unfiltered
_LEVEL = 2  # of zlib; sixteen colours make the files small enough
_MOST = 24 * 1024 * 1024  # bytes of cached bands: some six hundred boards
_SIGNATURE, _ZLIB, _END = b"\x89PNG\r\n\x1a\n", b"\x78\x5e", b"\x03\x00"
_PRIME = 65521  # of Adler-32


class Band(NamedTuple):
    """Rows of a picture, compressed independently of others, with their checksum."""

    data: bytes
    checksum: int
    length: int


def encode_png(picture: Image.Image, palette: bytes) -> bytes:
    """Encode a picture of even width; each byte is a palette index below sixteen."""
    width, height = picture.size
    return join_bands([compress_band(picture.crop((-MARGIN, 0, width, height)))], width, palette)


def join_bands(bands: Sequence[Band], width: int, palette: bytes) -> bytes:
    """Join bands, from the top down, into a picture."""
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
    """The Adler-32 of all rows, computed from the bands' checksums."""
    low, high = 1, 0
    for band in bands:
        high = (high + (band.checksum >> 16) + band.length * (low - 1)) % _PRIME
        low = (low + (band.checksum & 0xFFFF) - 1) % _PRIME
    return high << 16 | low


def _row_length(width: int) -> int:
    """Bytes per row, two pixels each, including the margin."""
    return (MARGIN + width) // 2


def compress_band(picture: Image.Image) -> Band:
    """Compress rows of a picture with their margin, independently of earlier rows.

    Changes the picture, which is useless afterwards.
    """
    picture.putpalette(b"")  # only pictures with a palette pack into half bytes
    rows = picture.tobytes("raw", "P;4")
    stream = zlib.compressobj(_LEVEL, wbits=-zlib.MAX_WBITS)
    data = stream.compress(rows) + stream.flush(zlib.Z_FULL_FLUSH)
    return Band(data, zlib.adler32(rows), len(rows))


class BandCache:
    """A cache of recent bands, by the parts they are painted from."""

    def __init__(self, most: int) -> None:
        self.weight = 0  # bytes, at most `most`
        self.most = most
        self._bands: OrderedDict[int, Band] = OrderedDict()
        self._lock = Lock()

    def band(self, parts: tuple[object, ...], paint: Callable[[], Band]) -> Band:
        """The band painted from these parts, cached if possible.

        The key is a 64-bit hash. Text hashes differ from run to run, so players can't search for
        collisions.
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
