"""What is drawn once and pasted ever after. With paint and film, alone in using Pillow."""
