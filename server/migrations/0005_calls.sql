-- One row is one dial.
create table calls (
  id integer generated always as identity primary key,
  campaign_id integer references campaigns on delete set null,
  campaign_version_id integer references campaign_versions on delete set null,
  broker_id integer references brokers on delete set null,
  enrolment_id integer,
  attempt integer,
  decision_id bigint,
  test boolean not null default false,
  provider text not null,
  -- nothing that the simulator wrote counts for a live provider
  simulated boolean not null,
  to_number text not null,
  provider_call_id text,
  status text not null default 'initiated'
    check (status in ('initiated', 'ringing', 'answered', 'completed', 'no_answer', 'failed')),
  outcome text check (outcome in ('human', 'voicemail', 'no_answer', 'busy', 'declined', 'invalid_number',
                                  'provider_fault', 'cancelled', 'unknown')),
  response text check (response in ('option_1', 'option_2', 'option_3', 'option_4')),
  recording_status text not null default 'missing'
    check (recording_status in ('recording', 'completed', 'failed', 'missing')),
  -- what the provider needs to find the recording again
  recording_ref text,
  transcript jsonb not null default '[]',
  summary text,
  cost numeric(12, 4),
  -- why it failed, fit to show to a person
  failure text,
  duration integer check (duration >= 0),
  -- the day at the broker's place that this dial uses up; null where it does not count towards the caps
  cap_date date,
  created_at timestamptz not null default clock_timestamp(),
  -- when the provider was asked; null: not asked yet
  dispatched_at timestamptz,
  call_start_time timestamptz,
  call_end_time timestamptz,
  finished_at timestamptz,
  -- the calling clock at the dial; differs from created_at with the simulator only
  simulated_at timestamptz,
  -- seconds of the provider's clock in one real second at the dial; turns its times into real ones
  clock_speed double precision not null default 1 check (clock_speed > 0),
  -- when reconciliation last asked the provider about this call
  looked_up_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  check ((outcome is null) = (finished_at is null))
);
-- decides: one dial a calendar day to a number, over all campaigns and processes
create unique index calls_one_a_day on calls (simulated, to_number, cap_date) where cap_date is not null;
-- decides: an attempt is dialled once
create unique index calls_attempt on calls (enrolment_id, attempt) where enrolment_id is not null;
create unique index calls_provider_call on calls (provider, provider_call_id) where provider_call_id is not null;
-- serves: the interactions table
create index calls_created_at on calls (created_at desc, id desc);
-- serves: a campaign's figures, concurrency and failure burst
create index calls_campaign on calls (campaign_id, id desc);
-- serves: a broker's timeline and 'deleting a broker in a call'
create index calls_broker on calls (broker_id, id desc);
-- serves: caps and shared numbers
create index calls_to_number on calls (to_number, id desc);
-- serves: calls in flight, reconciliation
create index calls_open on calls (dispatched_at) where finished_at is null;
-- serves: recordings that were announced and never came
create index calls_recording on calls (finished_at) where finished_at is not null and recording_status = 'recording';

-- What the provider told about a call, each once. A call's state is folded from these rows.
create table call_events (
  id bigint generated always as identity primary key,
  call_id integer not null references calls on delete cascade,
  -- the provider's own name for the event, or a hash of it: the same event is stored once
  key text not null,
  kind text not null,
  -- the provider's time of it; the simulator's clock with the simulator
  at timestamptz not null,
  data jsonb not null default '{}',
  received_at timestamptz not null default clock_timestamp(),
  unique (call_id, key)
);

-- What a chosen option led to, each once per call.
create table call_effects (
  call_id integer not null references calls on delete cascade,
  kind text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (call_id, kind)
);

alter table activities add foreign key (call_id) references calls on delete set null;
alter table suppressions add foreign key (call_id) references calls on delete set null;
alter table messages add foreign key (call_id) references calls on delete set null;
alter table short_links add foreign key (call_id) references calls on delete set null;
