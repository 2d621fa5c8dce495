-- Calendars of BDMs that fail, entries that could not be read, and what a tentative entry means.
alter table bdms
  add column busy_feed_failing_since timestamptz,
  -- of the last version that was read: [{entry, reason}]
  add column busy_feed_skipped jsonb not null default '[]',
  -- false: an entry that is only tentative leaves the time free
  add column tentative_is_busy boolean not null default true;
