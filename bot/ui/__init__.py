"""The Discord side: commands, buttons, pages, and the words of every language."""
