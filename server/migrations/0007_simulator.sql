-- The simulator's one clock, shared by all processes: anchor + elapsed real time × speed.
create table simulator_clock (
  id boolean primary key default true check (id),
  anchor_real timestamptz not null,
  anchor_simulated timestamptz not null,
  speed double precision not null check (speed > 0)
);

-- What the simulator itself was asked to dial, in order. No uniqueness here: it must be able to show a double dial.
create table simulator_dials (
  id integer generated always as identity primary key,
  call_id integer not null,
  to_number text not null,
  at timestamptz not null default clock_timestamp(),
  simulated_at timestamptz not null
);

-- Calls that the simulator is playing: a plan of timed events and how far it has come.
create table simulator_calls (
  id integer generated always as identity primary key,
  call_id integer not null,
  -- the simulator's clock at the dial: the plan's seconds count from here
  dialled_at timestamptz not null,
  plan jsonb not null,
  -- index of the next event of the plan
  step integer not null default 0,
  -- on the simulator's clock; null: played to its end
  next_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
-- serves: the player's claim of what is due
create index simulator_calls_due on simulator_calls (next_at) where next_at is not null;
-- serves: look-up by our call's id
create index simulator_calls_call_id on simulator_calls (call_id);
