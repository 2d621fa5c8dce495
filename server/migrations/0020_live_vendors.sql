-- Calls and messages through real vendors.

alter table calls
  -- the number that called, E.164; null where the provider has none
  add column from_number text,
  -- ISO 4217, of `cost`
  add column cost_currency text,
  -- how often the vendor was asked for a price that it had not named
  add column price_lookups smallint not null default 0,
  -- staff ended it while the provider was being asked: it is ended as soon as it has a name, and never handed over
  add column end_asked_at timestamptz,
  add check (cost is null or cost_currency is not null);
-- serves: whether a number of ours called lately
create index calls_from_number on calls (from_number, id desc) where from_number is not null;
-- serves: calls whose price the vendor has not named yet
create index calls_without_cost on calls (finished_at)
  where cost is null and not simulated and provider_call_id is not null and price_lookups < 4;
-- serves: what a campaign's calls have cost
create index calls_priced on calls (campaign_id) where cost is not null;

-- What a live provider says in a call, as it was when it was asked to dial: its callbacks may reach any process.
create table live_scripts (
  call_id integer primary key references calls on delete cascade,
  script jsonb not null,
  called_name text,
  -- what the person has asked for and is being seen to: counts as asked for also where they hang up meanwhile
  pending text check (pending in ('option_2', 'operator')),
  -- the person does not want the recording: it is never fetched, and deleted with the vendor
  recording_declined boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);

-- Whether a vendor may be asked: the circuit breaker of all processes.
create table vendor_states (
  vendor text primary key check (vendor in ('twilio', 'vapi')),
  -- failures since it last answered
  failures integer not null default 0,
  -- it is not asked before then
  rests_until timestamptz,
  -- its rest is over and one request tries for all: until `rests_until` at most
  trying boolean not null default false,
  last_fault text,
  last_fault_at timestamptz,
  last_success_at timestamptz
);

-- Callbacks that nobody of ours or theirs signed: counted, nothing else of them is kept.
create table refused_callbacks (
  vendor text not null check (vendor in ('twilio', 'vapi')),
  day date not null,
  times integer not null default 1,
  last_at timestamptz not null,
  primary key (vendor, day)
);

-- Recordings of live calls, fetched from the vendor and kept in the vault. The simulator's are rendered when asked for.
create table call_recordings (
  call_id integer primary key references calls on delete cascade,
  file_id integer not null unique references vault_files on delete restrict,
  waveform jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);

-- People who called one of our numbers.
create table inbound_calls (
  id integer generated always as identity primary key,
  provider text not null check (provider in ('twilio', 'vapi')),
  provider_call_id text not null,
  -- null: withheld
  from_number text,
  to_number text,
  broker_id integer references brokers on delete set null,
  -- the newest call of ours to that number, which they call back about
  call_id integer references calls on delete set null,
  -- when they first asked not to be called again
  opted_out_at timestamptz,
  -- when they first asked for a person and nobody could take over
  person_asked_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- decides: a call is answered and told of once, however often its vendor asks
  unique (provider, provider_call_id)
);
-- serves: deleting and merging a broker
create index inbound_calls_broker_id on inbound_calls (broker_id) where broker_id is not null;
-- serves: deleting a call
create index inbound_calls_call_id on inbound_calls (call_id) where call_id is not null;

-- SMS that people sent us. What they say is told in the timeline; this is what tells a repeated one from a new one.
create table inbound_messages (
  id integer generated always as identity primary key,
  provider text not null check (provider in ('twilio', 'vapi')),
  provider_ref text not null,
  -- E.164
  from_number text not null,
  to_number text not null,
  body text not null check (length(body) <= 1600),
  -- what was understood
  wish text check (wish in ('stop', 'start')),
  received_at timestamptz not null,
  -- decides: a message counts once, however often its vendor tells of it
  unique (provider, provider_ref)
);
