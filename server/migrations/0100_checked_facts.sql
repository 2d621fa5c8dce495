-- What the newest check of the registers compared, as a digest of the broker's facts: others are checked again.
-- Null: they were not compared yet, so that everybody is checked once after this change.
alter table broker_compliance add column checked_facts text;
