"""`make press`: what others find us by, drawn and written from the bot's own pictures and words.

Law: nothing is made up here that the bot does not show or say; every language has the same.
"""
