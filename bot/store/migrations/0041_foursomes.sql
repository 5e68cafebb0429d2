-- Games of four by lot may have kept seats under numbers that the lot has given anew.
DELETE FROM foursome_seat
WHERE side IS NULL AND foursome IN (SELECT id FROM foursome WHERE status = 'begun');

-- Those that came to nothing are deleted thirty days after.
UPDATE foursome SET due = closes + 30 * 86400 WHERE status IN ('closed', 'withdrawn');
