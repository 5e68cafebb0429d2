-- Who may begin cups in a server is a setting of the server.

ALTER TABLE guild ADD COLUMN cups_for_all INTEGER NOT NULL DEFAULT 0 CHECK (cups_for_all IN (0, 1));
INSERT OR IGNORE INTO guild (id, boards) SELECT guild, 'one' FROM cup_setting WHERE anyone;
UPDATE guild SET cups_for_all = 1 WHERE id IN (SELECT guild FROM cup_setting WHERE anyone);
DROP TABLE cup_setting;
