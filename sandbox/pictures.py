"""Content type and size of pictures without decoding them, and a plain avatar."""

import struct
import zlib
from typing import NamedTuple


class Size(NamedTuple):
    """Pixels across and down."""

    width: int
    height: int


_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_KINDS = (
    (_PNG, "image/png"),
    (b"GIF8", "image/gif"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"RIFF", "image/webp"),
)
_BY_NAME = {
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".pdf": "application/pdf",
}


def kind_of(name: str, data: bytes) -> str:
    """The content type; for pictures by their bytes, since a file name can be wrong."""
    for start, kind in _KINDS:
        if data.startswith(start):
            return kind
    return _BY_NAME.get(name[name.rfind(".") :].lower(), "application/octet-stream")


def size_of(data: bytes) -> Size | None:
    """Width and height, or None for an unknown kind of file."""
    try:
        return _measure(data)
    except (struct.error, IndexError):
        return None


def _measure(data: bytes) -> Size | None:
    if data.startswith(_PNG):
        return Size(*struct.unpack(">II", data[16:24]))
    if data.startswith(b"GIF8"):
        return Size(*struct.unpack("<HH", data[6:10]))
    if data.startswith(b"\xff\xd8\xff"):
        return _jpeg(data)
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return _webp(data)
    return None


def _jpeg(data: bytes) -> Size | None:
    at = 2
    while data[at] == 0xFF:  # noqa: PLR2004  (every JPEG segment starts with this byte)
        length = struct.unpack(">H", data[at + 2 : at + 4])[0]
        if data[at + 1] in _JPEG_SIZES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return Size(width, height)
        at += 2 + length
    return None


def _webp(data: bytes) -> Size | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return Size(1 + _three(data, 24), 1 + _three(data, 27))
    if kind == b"VP8L":
        bits = struct.unpack("<I", data[21:25])[0]
        return Size(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return Size(width & 0x3FFF, height & 0x3FFF)
    return None


def _three(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 3], "little")


def plain(color: int, side: int = 64) -> bytes:
    """A square PNG of one colour: the avatar of a person without one."""
    row = b"\0" + color.to_bytes(3, "big") * side
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (
        _PNG
        + _chunk(b"IHDR", head)
        + _chunk(b"IDAT", zlib.compress(row * side))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + checksum
