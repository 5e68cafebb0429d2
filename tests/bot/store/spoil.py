"""Damage for tests: what no statement could write, as a failing disk may."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def spoil(path: Path, statement: str, values: tuple[object, ...] = ()) -> None:
    """Change rows, whatever their tables allow."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        tables = db.execute("SELECT sql, name FROM sqlite_master WHERE type = 'table'").fetchall()
        _put_schema(db, [(_lax(text), name) for text, name in tables])
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute(statement, values)
        _put_schema(db, tables)


def _lax(text: str) -> str:
    """The table without its types."""
    return text.replace(" STRICT, WITHOUT", " WITHOUT").removesuffix(" STRICT")


def _put_schema(db: sqlite3.Connection, tables: list[tuple[str, str]]) -> None:
    """Have other statements said to have made the tables; other connections hear of it."""
    (version,) = db.execute("PRAGMA schema_version").fetchone()
    db.execute("PRAGMA writable_schema = ON")
    db.executemany("UPDATE sqlite_master SET sql = ? WHERE name = ?", tables)
    db.execute(f"PRAGMA schema_version = {version + 1}")


def spoil_pages(path: Path, *names: str) -> None:
    """Have nothing that could be read in the first pages of these tables and indexes."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for place, size in [_place(path, name) for name in names]:
        with path.open("r+b") as file:
            file.seek(place)
            file.write(b"\xff" * size)


def first_page(path: Path, name: str) -> bytes:
    """The page with which an index begins."""
    start, size = _place(path, name)
    return path.read_bytes()[start : start + size]


def put_first_page(path: Path, name: str, page: bytes) -> None:
    """Have this in its place."""
    with path.open("r+b") as file:
        file.seek(_place(path, name)[0])
        file.write(page)


def _place(path: Path, name: str) -> tuple[int, int]:
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [name]).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    return (root - 1) * size, size
