-- Whether the message that says whose turn it is was pinned since it was posted.

ALTER TABLE turn_list ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1));
