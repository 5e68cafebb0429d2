"""Encode a picture of sixteen colours as a PNG, with a cache of its compressed bands.

Law: the bytes depend on the picture alone, not on what was encoded before. Compressing takes the
longest, and from one move to the next most ranks of a board stay as they were.
"""

from __future__ import annotations

import struct
import zlib
from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from PIL import Image

_LEVEL = 2  # of zlib; sixteen colours make the files small enough
_BANDS = 10  # of a picture's width; about a rank each
_MOST = 24 * 1024 * 1024  # bytes of bands that are kept: some six hundred boards
_SIGNATURE, _ZLIB, _END = b"\x89PNG\r\n\x1a\n", b"\x78\x5e", b"\x03\x00"
_PRIME = 65521  # of Adler-32


class Band(NamedTuple):
    """Some rows of a picture, compressed independently of all others, and their checksum."""

    data: bytes
    checksum: int
    length: int


def png(pixels: bytes, width: int, palette: bytes) -> bytes:
    """A picture of that even width; each of its bytes is an entry of the palette, below sixteen."""
    height = len(pixels) // width
    rows = _rows(pixels, width, height)
    size = len(rows) // height * (width // _BANDS)
    bands = [cache.band(rows[k : k + size]) for k in range(0, len(rows), size)]
    checksum = struct.pack(">I", _checksum(bands))
    header = struct.pack(">IIBBBBB", width, height, 4, 3, 0, 0, 0)
    data = b"".join((_ZLIB, *(band.data for band in bands), _END, checksum))
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", data), (b"IEND", b""))
    return b"".join((_SIGNATURE, *(_chunk(kind, each) for kind, each in chunks)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(data, zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", check)))


def _checksum(bands: list[Band]) -> int:
    """The Adler-32 of all the rows, computed from those of the bands."""
    low, high = 1, 0
    for band in bands:
        high = (high + (band.checksum >> 16) + band.length * (low - 1)) % _PRIME
        low = (low + (band.checksum & 0xFFFF) - 1) % _PRIME
    return high << 16 | low


def _rows(pixels: bytes, width: int, height: int) -> bytes:
    """Two pixels to a byte; a byte of zeros before each row, which says that it is unfiltered."""
    picture = Image.frombuffer("P", (width, height), pixels, "raw", "P", 0, 1)
    return picture.crop((-2, 0, width, height)).tobytes("raw", "P;4")


def compressed(rows: bytes) -> Band:
    """Some rows, without references to earlier ones."""
    stream = zlib.compressobj(_LEVEL, wbits=-zlib.MAX_WBITS)
    data = stream.compress(rows) + stream.flush(zlib.Z_FULL_FLUSH)
    return Band(data, zlib.adler32(rows), len(rows))


class BandCache:
    """The bands used last, by a hash of 64 bits that is seeded anew each run."""

    def __init__(self, most: int) -> None:
        self.weight = 0  # bytes, never more than `most`
        self.most = most
        self._bands: OrderedDict[tuple[int, int], Band] = OrderedDict()
        self._lock = Lock()

    def band(self, rows: bytes) -> Band:
        """These rows compressed, from the cache if they are in it."""
        key = hash(rows), len(rows)
        with self._lock:
            band = self._bands.get(key)
            if band:
                self._bands.move_to_end(key)
                return band
        band = compressed(rows)
        with self._lock:
            if key not in self._bands:
                self.weight += len(band.data)
                self._bands[key] = band
            while self.weight > self.most:
                self.weight -= len(self._bands.popitem(last=False)[1].data)
        return band


cache = BandCache(_MOST)
