"""The English words, with which most pictures of the tests are made."""

from bot.ui.words import words_of

ENGLISH = words_of("en")
