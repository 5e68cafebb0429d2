-- Two play each side of a match, in turn.

ALTER TABLE "match" ADD COLUMN dark_partner INTEGER; -- NULL: one plays each side
ALTER TABLE "match" ADD COLUMN light_partner INTEGER
    CHECK ((light_partner IS NULL) = (dark_partner IS NULL));
CREATE INDEX match_dark_partner ON "match" (dark_partner)
    WHERE dark_partner IS NOT NULL AND reason IS NULL;
CREATE INDEX match_light_partner ON "match" (light_partner)
    WHERE light_partner IS NOT NULL AND reason IS NULL;
CREATE INDEX match_dark_partner_over ON "match" (dark_partner, since, id)
    WHERE dark_partner IS NOT NULL AND reason IS NOT NULL;
CREATE INDEX match_light_partner_over ON "match" (light_partner, since, id)
    WHERE light_partner IS NOT NULL AND reason IS NOT NULL;
