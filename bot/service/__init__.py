"""The use cases: challenge, accept, play, offer, resign. No Discord, no SQL, no pixels."""
