-- Calendars that were disconnected and whose service is still to be cleared: entries of coming meetings, announcements, the
-- permission. A row is deleted when that is done, or given up. Decision 092.
create table calendar_disconnections (
  id integer generated always as identity primary key,
  bdm_id integer not null references bdms on delete cascade,
  service text not null check (service in ('caldav', 'microsoft', 'google')),
  -- JSON, encrypted with a key of SESSION_SECRET
  credentials text not null,
  calendar_id text not null,
  label text not null,
  -- [{uid, id, etag, start}] of entries to remove; id null: its write is not recorded
  entries jsonb not null,
  watch_id text,
  watch_resource text,
  watch_expires_at timestamptz,
  check (num_nonnulls(watch_id, watch_resource, watch_expires_at) in (0, 3)),
  -- the permission is withdrawn at the service
  withdraws boolean not null,
  failing_since timestamptz,
  -- no request before this
  retry_after timestamptz,
  -- the first failure after this is the last
  try_until timestamptz not null
);
-- serves: each reconciliation of a BDM's calendar
create index calendar_disconnections_bdm on calendar_disconnections (bdm_id);
