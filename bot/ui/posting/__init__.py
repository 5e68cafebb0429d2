"""Senders of each kind of post, and how they find it again after a crash. See PostType."""
