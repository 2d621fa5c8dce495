-- Calendars that BDMs have connected: busy times are read from them, meetings are written into them. Decision 092.
create table bdm_calendars (
  id integer generated always as identity primary key,
  bdm_id integer not null unique references bdms on delete cascade,
  service text not null check (service in ('caldav', 'microsoft', 'google')),
  -- JSON, encrypted with a key of SESSION_SECRET
  credentials text not null,
  calendar_id text not null,
  -- account and calendar, by which the person recognises them
  label text not null,
  connected_by integer references users on delete set null,
  connected_at timestamptz not null,
  -- failing: for a day, still tried; revoked: the person must connect it again
  state text not null default 'connected' check (state in ('connected', 'failing', 'revoked')),
  disconnected_at timestamptz,
  check ((state = 'connected') = (disconnected_at is null)),
  -- mails about it to the BDM so far
  reminders_sent integer not null default 0,
  failing_since timestamptz,
  -- a sentence for the person
  last_error text,
  -- no request before this
  retry_after timestamptz,
  -- where the next read continues; null: all entries are read
  cursor text,
  -- until when times were read
  read_to timestamptz,
  -- when all entries were read
  whole_read_at timestamptz,
  read_at timestamptz,
  -- another reconciliation was requested during the present one
  wanted boolean not null default false,
  watch_id text,
  watch_resource text,
  watch_expires_at timestamptz,
  watch_tried_at timestamptz,
  check (num_nonnulls(watch_id, watch_resource, watch_expires_at) in (0, 3))
);

-- Entries of connected calendars, as they were read last. Those of meetings also hold what was written.
create table bdm_calendar_entries (
  id bigint generated always as identity primary key,
  calendar_id integer not null references bdm_calendars on delete cascade,
  -- the service's id; null: the meeting has no entry (yet, or any more)
  entry_id text,
  etag text,
  -- [{from, to}]
  spans jsonb not null default '[]',
  -- null: an entry of the person
  booking_id integer references bookings on delete cascade,
  -- a read has named the entry since it was written last
  listed boolean not null default true,
  -- the state of the entry that is dealt with; null: no entry
  seen_start timestamptz,
  seen_end timestamptz,
  -- the meeting's time and version when both sides last agreed
  wrote_start timestamptz,
  wrote_sequence integer,
  -- a write that was begun and whose result is not recorded; sent_start null: a removal
  sent_sequence integer,
  sent_start timestamptz,
  sent_end timestamptz,
  check (entry_id is not null or booking_id is not null),
  unique (calendar_id, entry_id),
  -- decides: a meeting has one entry in a calendar
  unique (calendar_id, booking_id)
);
-- serves: a meeting that moves to another BDM
create index bdm_calendar_entries_booking on bdm_calendar_entries (booking_id) where booking_id is not null;

-- the link that the BDM's calendar service made, where neither they nor the organisation have one
alter table bookings add column service_video_link text;

do $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'tasks'::regclass and conname = 'tasks_kind_check');
begin
  alter table tasks drop constraint tasks_kind_check;
  execute 'alter table tasks add constraint tasks_kind_check '
    || replace(allowed, '''call_back''::text', '''call_back''::text, ''calendar_disconnected''::text, ''calendar_change''::text');
end $$;
