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

_LEVEL = 3  # of zlib; sixteen colours make the files small enough
_BANDS = 10  # of a picture's width; about a rank each
_MOST = 16 * 1024 * 1024  # bytes of bands that are kept: some five hundred boards
_SIGNATURE, _ZLIB, _END = b"\x89PNG\r\n\x1a\n", b"\x78\x5e", b"\x03\x00"
_PRIME = 65521  # of Adler-32


class Band(NamedTuple):
    """Some rows of a picture, compressed independently of all others, and their checksum."""

    data: bytes
    checksum: int
    length: int


def png(pixels: bytes, width: int, palette: bytes) -> bytes:
    """A picture of that even width; each of its bytes is an entry of the palette, below sixteen."""
    size = width * (width // _BANDS)
    bands = [cache.band(pixels[k : k + size], width) for k in range(0, len(pixels), size)]
    checksum = struct.pack(">I", _checksum(bands))
    header = struct.pack(">IIBBBBB", width, len(pixels) // width, 4, 3, 0, 0, 0)
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


def compressed(pixels: bytes, width: int) -> Band:
    """Two pixels to a byte, rows unfiltered, without references to an earlier band."""
    picture = Image.frombuffer("P", (width, len(pixels) // width), pixels, "raw", "P", 0, 1)
    packed, row = picture.tobytes("raw", "P;4"), width // 2
    rows = b"".join(b"\0" + packed[k : k + row] for k in range(0, len(packed), row))
    stream = zlib.compressobj(_LEVEL, wbits=-zlib.MAX_WBITS)
    data = stream.compress(rows) + stream.flush(zlib.Z_FULL_FLUSH)
    return Band(data, zlib.adler32(rows), len(rows))


class BandCache:
    """The bands used last, by a hash of 64 bits that is seeded anew each run."""

    def __init__(self, most: int) -> None:
        self.weight = 0  # bytes, never more than `most`
        self._most = most
        self._bands: OrderedDict[tuple[int, int, int], Band] = OrderedDict()
        self._lock = Lock()

    def band(self, pixels: bytes, width: int) -> Band:
        """These rows compressed, from the cache if they are in it."""
        key = hash(pixels), len(pixels), width
        with self._lock:
            band = self._bands.get(key)
            if band:
                self._bands.move_to_end(key)
                return band
        band = compressed(pixels, width)
        with self._lock:
            if key not in self._bands:
                self.weight += len(band.data)
                self._bands[key] = band
            while self.weight > self._most:
                self.weight -= len(self._bands.popitem(last=False)[1].data)
        return band


cache = BandCache(_MOST)
