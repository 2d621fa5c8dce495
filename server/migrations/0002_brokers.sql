create extension if not exists pg_trgm;

create table brokers (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  -- E.164; null only for brokers who came without a number
  phone text,
  email text,
  company text,
  region text check (region in ('NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT')),
  postcode text check (postcode ~ '^\d{4}$'),
  -- IANA zone worked out from region and postcode; null: unknown, all Australian zones must agree
  timezone text,
  asic_number text,
  membership text,
  call_basis text not null default 'relationship'
    check (call_basis in ('express', 'relationship', 'business_number', 'none')),
  call_basis_at timestamptz,
  call_basis_source text,
  suspended_at timestamptz,
  import_id integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp()
);
-- serve: "the same broker" in imports and dialling's shared numbers
create index brokers_phone on brokers (phone);
create index brokers_email on brokers (lower(email)) where email is not null;
create index brokers_asic_number on brokers (regexp_replace(upper(asic_number), '[^A-Z0-9]', '', 'g'))
  where asic_number is not null;
-- serves: the directory, newest first
create index brokers_created_at on brokers (created_at desc, id desc);
-- serves: sorting the directory by name
create index brokers_name on brokers (lower(name), id);
-- serves: search in the directory
create index brokers_search on brokers using gin (
  (lower(name || ' ' || coalesce(company, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(asic_number, '')))
  gin_trgm_ops
);

-- Numbers that are never dialled. Survive the broker's deletion.
create table suppressions (
  id integer generated always as identity primary key,
  phone text not null,
  source text not null check (source in ('key', 'voice', 'sms_stop', 'manual')),
  reason text not null,
  -- what the simulator wrote does not count for a live provider
  simulated boolean not null default false,
  call_id integer,
  created_by integer references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  ended_reason text,
  ended_by integer references users on delete set null
);
-- decides: a number is suppressed once per source
create unique index suppressions_open on suppressions (phone, source, simulated) where ended_at is null;

-- The newest Do Not Call Register answer for a number.
create table number_washes (
  phone text primary key,
  listed boolean not null,
  washed_on date not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null default clock_timestamp()
);

create table broker_imports (
  id integer generated always as identity primary key,
  status text not null check (status in ('preview', 'importing', 'imported', 'undoing', 'undone', 'failed')),
  filename text not null,
  columns jsonb not null,
  mapping jsonb not null,
  on_existing text not null check (on_existing in ('skip', 'fill', 'overwrite')),
  rows integer not null,
  accepted integer not null,
  rejected integer not null,
  existing integer not null,
  done integer not null default 0,
  -- sign of life of the job that imports or undoes
  touched_at timestamptz not null default clock_timestamp(),
  result jsonb,
  kept_after_undo jsonb not null default '[]',
  error text,
  created_by integer references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);

-- serves: imports that a killed process has left halfway
create index broker_imports_running on broker_imports (touched_at) where status in ('importing', 'undoing');

-- The rows of an uploaded file as read, with what the preview found.
create table broker_import_rows (
  import_id integer not null references broker_imports on delete cascade,
  row integer not null,
  cells jsonb not null,
  -- the checked fields of an accepted row
  fields jsonb,
  problems jsonb not null default '[]',
  existing_id integer,
  -- what the import did with it; null: nothing yet
  done_as text check (done_as in ('created', 'updated', 'skipped')),
  primary key (import_id, row)
);
-- serves: the first problems and the rejects of an import
create index broker_import_rows_rejected on broker_import_rows (import_id, row) where fields is null;

-- What an import did to each broker, so that it can be taken back.
create table broker_import_changes (
  import_id integer not null references broker_imports on delete cascade,
  broker_id integer not null,
  -- the whole broker row before; null: the import created it
  before jsonb,
  -- updated_at that the import left; another value means somebody edited since
  left_at timestamptz not null,
  primary key (import_id, broker_id)
);

-- What happened with brokers, as people read it.
create table activities (
  id integer generated always as identity primary key,
  type text not null,
  description text not null,
  broker_id integer references brokers on delete cascade,
  campaign_id integer,
  call_id integer,
  simulated boolean not null default false,
  simulated_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
-- serves: the dashboard's recent activity
create index activities_created_at on activities (created_at desc, id desc);
-- serves: a broker's timeline
create index activities_broker_id on activities (broker_id, created_at desc);
-- serves: meetings and accreditations on the dashboard
create index activities_type on activities (type, created_at);
-- decides: one activity of a kind per call
create unique index activities_call on activities (call_id, type) where call_id is not null;
