-- Upkeep of the vault: which key, when each file was last found whole, and what checks have found.
alter table vault_files
  -- last time its bytes were decrypted to the end and met their checksum
  add column verified_at timestamptz,
  -- what was wrong then: missing, unreadable, changed; null: nothing
  add column fault text check (fault in ('missing', 'unreadable', 'changed')),
  -- whether the stored bytes began as those of an age file when they were last looked at; null: not yet
  add column sealed boolean;
-- serves: rotation, file by file
create index vault_files_key_id on vault_files (key_id, id) where released_at is null;
-- serves: the check of what was longest not looked at
create index vault_files_verified_at on vault_files (verified_at nulls first, id) where released_at is null;

-- Runs of rotation, integrity check and restore test, as the status page shows them.
create table vault_runs (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('rotation', 'integrity', 'restore_test')),
  status text not null check (status in ('running', 'done', 'failed')),
  -- files to do when it began, done so far, found faulty
  total integer not null default 0,
  done integer not null default 0,
  faults integer not null default 0,
  error text,
  started_by integer references users on delete set null,
  started_at timestamptz not null default clock_timestamp(),
  -- sign of life of the job
  touched_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
-- decides: one run of a kind at a time
create unique index vault_runs_running on vault_runs (kind) where status = 'running';
create index vault_runs_kind on vault_runs (kind, id desc);
