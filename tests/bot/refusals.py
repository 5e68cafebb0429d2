"""Every reason for which a request is refused: the core's, and those of all features."""

from __future__ import annotations

from bot.feature_list import load_features
from bot.service.refusals import AnyNo

load_features()  # with the reasons of each
REFUSALS = [no for reasons in AnyNo.__subclasses__() for no in reasons]
