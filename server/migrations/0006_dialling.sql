-- A broker's place in a campaign: who is still to be called, and when.
create table enrolments (
  id integer generated always as identity primary key,
  campaign_id integer not null references campaigns on delete cascade,
  broker_id integer not null references brokers on delete cascade,
  simulated boolean not null,
  state text not null check (state in ('waiting', 'in_flight', 'done')),
  -- on the clock the provider is judged by: simulated with the simulator
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- how it ended: an outcome of the last call, or the reason it was left out
  ended_reason text,
  -- a person answered in this campaign: never enrolled again
  reached boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (campaign_id, broker_id, simulated)
);
-- serves: the dispatcher's claim
create index enrolments_due on enrolments (simulated, due_at, id) where state = 'waiting';
-- serves: progress of a campaign
create index enrolments_campaign on enrolments (campaign_id, state);
-- serves: cancelling what was planned for a broker
create index enrolments_broker on enrolments (broker_id) where state <> 'done';

alter table calls add foreign key (enrolment_id) references enrolments on delete set null;

-- Every decision on whether a broker may be called, as it was taken. Rows are only ever added.
create table call_decisions (
  id bigint generated always as identity primary key,
  campaign_id integer references campaigns on delete cascade,
  broker_id integer references brokers on delete cascade,
  enrolment_id integer references enrolments on delete set null,
  verdict text not null check (verdict in ('call', 'later', 'never')),
  reasons jsonb not null,
  not_before timestamptz,
  facts jsonb not null,
  rules_version text not null,
  data_versions jsonb not null,
  judged_at timestamptz not null,
  decided_at timestamptz not null default clock_timestamp()
);
-- serves: "why was or wasn't this broker called" in the timeline
create index call_decisions_broker on call_decisions (broker_id, id desc);

-- What dialling keeps about a campaign beside its enrolments.
create table campaign_dialling (
  campaign_id integer primary key references campaigns on delete cascade,
  -- brokers were enrolled since it last completed: it completes by itself when nobody is left
  running boolean not null default false,
  -- calls up to this id no longer count towards a burst of failures: somebody made it active again after them
  burst_after integer not null default 0,
  -- the days and hours that the waiting enrolments were planned with
  hours jsonb
);

-- Pace as a constraint: one dispatch per provider and slot, over all processes.
create table dispatch_slots (
  provider text not null,
  slot_at timestamptz not null,
  call_id integer not null references calls on delete cascade,
  primary key (provider, slot_at)
);
