"""Permainan Tabal: draughts on 37 points, from Indonesia."""
