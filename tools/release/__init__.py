"""`make release`: builds, tries and describes the files of a version.

Invariant: uses only the standard library, so that it needs no environment of its own.
"""
