-- One change of many brokers: who was chosen, how far it is, and what each had before.
create table bulk_changes (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('bdm', 'call_basis', 'suppression', 'audience')),
  -- as its kind needs it, e.g. {"bdmId": 3}
  change jsonb not null,
  label text not null,
  status text not null default 'running' check (status in ('running', 'done', 'failed', 'undoing', 'undone')),
  total integer not null,
  missing integer not null default 0,
  done integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  -- brokers by reason
  refused jsonb not null default '{}',
  restored integer not null default 0,
  left_alone integer not null default 0,
  error text,
  -- sign of life of the job that does or undoes it
  touched_at timestamptz not null default clock_timestamp(),
  created_by integer references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
-- serves: those that a killed process has left halfway
create index bulk_changes_running on bulk_changes (touched_at) where status in ('running', 'undoing');

create table bulk_change_brokers (
  change_id integer not null references bulk_changes on delete cascade,
  broker_id integer not null references brokers on delete cascade,
  -- null: not looked at yet
  outcome text check (outcome in ('changed', 'unchanged', 'refused', 'restored', 'left')),
  reason text,
  before jsonb,
  -- the broker's updated_at after the change: whoever differs was changed since
  left_at timestamptz,
  primary key (change_id, broker_id)
);
-- serves: what is left to do
create index bulk_change_brokers_open on bulk_change_brokers (change_id, broker_id) where outcome is null;
-- serves: what is left to undo
create index bulk_change_brokers_changed on bulk_change_brokers (change_id, broker_id) where outcome = 'changed';
-- serves: the brokers that a change refused
create index bulk_change_brokers_refused on bulk_change_brokers (change_id, broker_id) where outcome = 'refused';
-- serves: a broker's timeline, and its deletion
create index bulk_change_brokers_broker on bulk_change_brokers (broker_id);

-- Brokers chosen by hand for an audience, whose rule names the list.
create table broker_lists (
  id integer generated always as identity primary key,
  created_at timestamptz not null default clock_timestamp()
);
create table broker_list_members (
  list_id integer not null references broker_lists on delete cascade,
  broker_id integer not null references brokers on delete cascade,
  primary key (list_id, broker_id)
);
-- serves: lists of a broker who is deleted or merged
create index broker_list_members_broker on broker_list_members (broker_id);

-- serves: the directory by phone number, ASIC number, membership and status
create index brokers_by_phone on brokers ((coalesce(phone, '')), id);
create index brokers_by_asic_number on brokers ((coalesce(asic_number, '')), id);
create index brokers_by_membership on brokers ((coalesce(membership, '')), id);
create index brokers_by_status on brokers (((asic_number is null)::int), id);
