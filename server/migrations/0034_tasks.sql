-- What waits for a person: a promise made in a call, a meeting to move, a review over its time.
create table tasks (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('call_back', 'meeting_wanted', 'meeting_differs', 'meeting_unmarked', 'import_failed',
    'application_overdue', 'document_overdue', 'call_unknown')),
  state text not null default 'open' check (state in ('open', 'done', 'ended')),
  dedupe_key text not null,
  -- what happened, in a sentence
  details text not null,
  -- what it is about; null: a stranger rang
  subject_type text check (subject_type in ('call', 'booking', 'application', 'document', 'import')),
  subject_id integer,
  broker_id integer references brokers on delete cascade,
  -- whom it is about, where no broker's record says so
  name text,
  email text,
  phone text,
  assigned_to integer references users on delete set null,
  due_at timestamptz not null,
  snoozed_until timestamptz,
  note text,
  ended_reason text,
  closed_by integer references users on delete set null,
  closed_at timestamptz,
  -- the last time that somebody asked for it: what came before does not settle it
  asked_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((subject_type is null) = (subject_id is null)),
  check ((state = 'open') = (closed_at is null)),
  check ((state = 'ended') = (ended_reason is not null)),
  check (state = 'open' or snoozed_until is null)
);
-- decides: the same matter is open once
create unique index tasks_open on tasks (dedupe_key) where state = 'open';
-- serves: the list, and the number beside its name
create index tasks_due on tasks (state, due_at, id);
-- serves: whether a matter was ever a task
create index tasks_dedupe_key on tasks (dedupe_key);
-- serves: a call or an opt-out that settles it
create index tasks_open_phone on tasks (phone) where state = 'open';
create index tasks_broker_id on tasks (broker_id) where broker_id is not null;
-- serves: the nightly removal
create index tasks_closed_at on tasks (closed_at) where closed_at is not null;

-- Who wants the list of what waits by mail, every morning.
create table task_digests (
  user_id integer primary key references users on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);
