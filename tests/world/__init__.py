"""A world in one process: Konakis, its Discord, its disk and its clock, all from one seed."""
