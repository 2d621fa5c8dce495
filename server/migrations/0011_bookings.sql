-- Business development managers, who hold the meetings.
create table bdms (
  id integer generated always as identity primary key,
  name text not null,
  email text not null,
  phone text,
  video_link text,
  active boolean not null default true,
  regions text[] not null default '{}',
  -- [{weekday 1-5, from 'HH:MM', to}], in Australia/Sydney
  hours jsonb not null,
  -- [{weekday, from, to, reason}]: every week
  blocks jsonb not null,
  -- opens the calendar feed; renewed when it has leaked
  feed_token text not null unique,
  busy_feed_url text,
  busy_feed_read_at timestamptz,
  busy_feed_error text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

-- Times in which a BDM is not there: leave, and what their own calendar says.
create table bdm_absences (
  id integer generated always as identity primary key,
  bdm_id integer not null references bdms on delete cascade,
  kind text not null check (kind in ('leave', 'feed')),
  during tstzrange not null check (not isempty(during)),
  reason text not null default '',
  created_by integer references users on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
-- serves: availability
create index bdm_absences_during on bdm_absences using gist (during);
create index bdm_absences_bdm_id on bdm_absences (bdm_id, kind);

create table bookings (
  id integer generated always as identity primary key,
  bdm_id integer not null references bdms on delete restrict,
  during tstzrange not null check (not isempty(during)),
  status text not null default 'booked' check (status in ('booked', 'held', 'no_show', 'cancelled')),
  meeting_type text not null
    check (meeting_type in ('product-discussion', 'accreditation-review', 'training-session', 'general-inquiry')),
  attendees integer not null check (attendees between 1 and 4),
  agenda text,
  broker_id integer references brokers on delete set null,
  -- what a visitor without a broker's link gave; with one, kept beside the record
  name text not null,
  email text,
  phone text,
  source text not null check (source in ('web', 'call', 'staff')),
  call_id integer references calls on delete set null,
  simulated boolean not null default false,
  -- made in a test call: counts in no figure
  test boolean not null default false,
  -- of the calendar invitation: the UID stays, the sequence grows with every change
  uid text not null unique,
  sequence integer not null default 0,
  note text,
  cancelled_at timestamptz,
  -- when the present time was settled: a reminder that was due before it says nothing new
  scheduled_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- decides: a BDM is in one meeting at a time
  constraint bookings_no_overlap
    exclude using gist (int4range(bdm_id, bdm_id, '[]') with &&, during with &&) where (status <> 'cancelled')
);
-- serves: availability and the calendar
create index bookings_during on bookings using gist (during) where status <> 'cancelled';
-- serves: the list, newest first, and the dashboard's count
create index bookings_created_at on bookings (created_at desc, id desc);
create index bookings_start on bookings (lower(during), id);
create index bookings_broker_id on bookings (broker_id) where broker_id is not null;
-- decides: a call books once
create unique index bookings_call_id on bookings (call_id) where call_id is not null;

alter table messages add foreign key (booking_id) references bookings on delete set null;
