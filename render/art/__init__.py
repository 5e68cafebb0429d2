"""All drawings in pictures, as shapes: men, marks, squares, the woven band, letters."""
