"""Pages of cups: the card and the tables, the club, the form and its draft."""
