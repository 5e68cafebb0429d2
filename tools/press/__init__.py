"""`make press`: draws and writes pages for lists of bots, from the bot's own pictures and words.

Invariant: shows and says only what the bot does; every language has the same.
"""
