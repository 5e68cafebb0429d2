"""Pages of tournaments: the card and the tables, the club, the form and its draft."""
