"""Sprites: drawn once and then pasted. Only this folder, paint, film and png use Pillow."""
