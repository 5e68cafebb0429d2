"""Pages of tournaments: announcement and sheets, the hub, the draft."""
