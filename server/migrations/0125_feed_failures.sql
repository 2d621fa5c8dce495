-- News feeds that fail, and items that could not be read.
alter table news_feeds
  add column failures integer not null default 0 check (failures >= 0),
  add column failing_since timestamptz,
  add column failed_at timestamptz,
  -- of the last version that was read: [{item, reason}]
  add column skipped jsonb not null default '[]';
