"""Makes the engine's data and measures its strength: `python -m tools COMMAND`, each with --help.

Invariant: not installed, and imported by nothing that is. It knows only the engine and the games.

What is made here the engine reads as files: engine/weights/, engine/puzzles/stock.txt,
engine/balance.json and engine/ladder.json. docs/DEVELOPING.md shows the commands. `tools.fonts` is
separate: it cuts the pictures' letters out of a font.
"""
