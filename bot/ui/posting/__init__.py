"""How each kind of post is sent, and found again after a crash: see PostType in bot/ui/app.py."""
