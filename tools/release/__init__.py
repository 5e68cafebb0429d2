"""`make release`: what is published of a version, built, tried and described.

Law: the standard library alone, so that it needs no environment of its own.
"""
