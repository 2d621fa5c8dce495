-- Requests for a person in a call, and the phones rung for each. Decision 070.
create table hand_offs (
  id integer generated always as identity primary key,
  call_id integer not null references calls on delete cascade,
  -- the moment of the call: a repeated callback continues the same hand-off
  request text not null,
  state text not null default 'requested' check (state in ('requested', 'ringing', 'accepted', 'declined', 'failed')),
  -- what the person said
  said text not null default '',
  requested_at timestamptz not null,
  ended_at timestamptz,
  unique (call_id, request)
);

create table hand_off_rings (
  hand_off_id integer not null references hand_offs on delete cascade,
  position smallint not null,
  role text not null check (role in ('bdm', 'region', 'desk')),
  -- null: the desk, or a BDM who was removed
  bdm_id integer references bdms on delete set null,
  name text not null,
  number text not null,
  state text not null default 'requested' check (state in ('requested', 'ringing', 'accepted', 'declined', 'failed')),
  ended_by text check (ended_by in ('no_answer', 'engaged', 'unreachable', 'declined', 'hung_up', 'no_key', 'no_time_left',
    'caller_left', 'not_connected')),
  rung_at timestamptz,
  accepted_at timestamptz,
  ended_at timestamptz,
  primary key (hand_off_id, position)
);
-- serves: which BDM of a region was rung last
create index hand_off_rings_bdm on hand_off_rings (bdm_id, rung_at);

-- When a BDM takes calls of brokers, on the clock of their own zone; null: in the hours of their meetings.
alter table bdms add column call_hours jsonb;
alter table bdms add column timezone text not null default 'Australia/Sydney';
