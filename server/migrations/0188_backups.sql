-- Archives of the installation, their schedule and their drills. Decision 085.
create table backups (
  id integer generated always as identity primary key,
  -- decides: the schedule makes one a day, in Sydney; null: a person asked for it
  day date unique,
  -- of the archive in its store
  name text not null unique,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- one sentence; null: it runs, or it is done
  failure text,
  snapshot_at timestamptz,
  bytes bigint,
  row_count bigint,
  file_count integer,
  -- opens this archive for its drill, and is removed after it
  drill_identity text,
  drill_started_at timestamptz,
  drilled_at timestamptz,
  -- one sentence; null: the drill passed, or did not end
  drill_failure text,
  drill_result jsonb,
  check (finished_at is not null or (failure is null and bytes is null))
);
-- serves: the newest archive, and the list of them
create index backups_started on backups (started_at desc);

create table backup_settings (
  -- one row
  id boolean primary key default true check (id),
  enabled boolean not null default true,
  -- of the day in Sydney
  hour smallint not null default 1 check (hour between 0 and 23),
  keep_daily smallint not null default 7 check (keep_daily between 1 and 90),
  keep_weekly smallint not null default 5 check (keep_weekly between 0 and 104)
);
insert into backup_settings default values;
insert into table_rights (name, inserts, deletes, updates)
  values ('backup_settings', false, false, '{enabled,hour,keep_daily,keep_weekly}');

-- Restores of an archive into this installation. Decision 086.
create table restores (
  id integer generated always as identity primary key,
  archive text not null,
  -- nothing after this instant was in the archive
  snapshot_at timestamptz not null,
  restored_at timestamptz not null,
  -- when every vendor had reported its calls since the snapshot, and they were recorded; null: not yet
  reconciled_at timestamptz,
  -- the last attempt, and what it found
  looked_at timestamptz,
  findings jsonb not null default '{}',
  -- null: nothing is dialled
  resumed_at timestamptz,
  resumed_by integer references users on delete set null
);
-- serves: whether nothing is dialled, at each turn of the dispatcher and each dial
create index restores_held on restores (snapshot_at) where resumed_at is null;
