"""Figures beside those of the programs we compare ourselves with."""
