"""Pages of team matches: the card, the club, the form and its draft."""
