-- ASIC's registers as they were published. A snapshot is a file that was imported; an entry is a row as it stood from one
-- snapshot on until another, so that every answer can name what was known on a day. Decision 028.
create table register_snapshots (
  id integer generated always as identity primary key,
  register text not null check (register in ('banned_persons', 'banned_organisations', 'credit_representatives',
    'credit_licensees')),
  -- the day on which it was published
  snapshot_date date not null,
  rows integer not null,
  added integer not null,
  changed integer not null,
  removed integer not null,
  -- file or address
  source text not null,
  -- SHA-256 of the file, in hex
  hash text not null,
  imported_by integer references users on delete set null,
  imported_at timestamptz not null
);
-- serves: a register's newest snapshot
create index register_snapshots_newest on register_snapshots (register, id desc);

create table register_entries (
  id bigint generated always as identity primary key,
  register text not null,
  key text not null,
  -- of all cells: another one is another version of the row
  fingerprint text not null,
  number text,
  name text not null,
  kind text not null check (kind in ('person', 'company')),
  abn text,
  acn text,
  licence text,
  started_on date,
  ended_on date,
  status text,
  state text,
  postcode text,
  locality text,
  scheme text,
  cells jsonb not null,
  from_snapshot_id integer not null references register_snapshots on delete restrict,
  -- the snapshot in which it was no longer so; null: the newest has it
  until_snapshot_id integer references register_snapshots on delete restrict
);
-- serves: the rows of the newest snapshot, each once. By the key first: right after an import the planner knows nothing
-- of the rows yet, and would look for a number among all of a register.
create unique index register_entries_current on register_entries (key, register) where until_snapshot_id is null;
-- serves: a representative or licensee by number
create index register_entries_number on register_entries (number, register) where until_snapshot_id is null;
-- serves: what became of a number, from snapshot to snapshot
create index register_entries_history on register_entries (number) where until_snapshot_id is not null;
-- serves: what a snapshot brought, and what it took away
create index register_entries_from on register_entries (from_snapshot_id);
create index register_entries_until on register_entries (until_snapshot_id) where until_snapshot_id is not null;
