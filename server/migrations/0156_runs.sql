-- One table for work in batches: claim, progress, cursor, end. Decision 035.
create table runs (
  id integer generated always as identity primary key,
  -- the kind's job, e.g. 'surveillance.run-checks'
  kind text not null,
  -- one run with the same kind and key is running at a time; null: no limit
  key text,
  state text not null default 'running'
    check (state in ('running', 'undoing', 'done', 'undone', 'failed', 'cancelled')),
  -- fixed at the start, e.g. {"reason": "weekly"}
  input jsonb not null default '{}',
  -- where the next batch starts
  cursor jsonb,
  -- results so far, e.g. {"flagged": 3}
  counters jsonb not null default '{}',
  done integer not null default 0,
  total integer not null default 0,
  error text,
  -- consecutive failures; a batch that commits resets them
  failures integer not null default 0,
  started_by integer references users on delete set null,
  started_at timestamptz not null default clock_timestamp(),
  -- the last sign of life of its job
  touched_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
-- decides: one run of a kind and key at a time
create unique index runs_running on runs (kind, key) where state = 'running';
-- serves: runs that a killed process has left
create index runs_under_way on runs (touched_at) where state in ('running', 'undoing');
-- serves: the newest run of a kind
create index runs_kind on runs (kind, id desc);
-- serves: deletion of a user
create index runs_started_by on runs (started_by) where started_by is not null;

-- Checks of all brokers keep their ids, which the audit log names.
insert into runs (id, kind, key, state, input, cursor, counters, done, total, started_by, started_at, touched_at, finished_at)
overriding system value
select id, 'surveillance.run-checks', '', case status when 'finished' then 'done' else status end,
  jsonb_build_object('reason', reason, 'firstIds', first_ids, 'snapshotId', snapshot_id),
  jsonb_build_object('firstDone', first_done, 'lastBrokerId', last_broker_id),
  jsonb_build_object('flagged', flagged), done, total, started_by, started_at, touched_at, finished_at
from compliance_runs;
alter table compliance_checks drop constraint compliance_checks_run_id_fkey;
alter table compliance_checks add constraint compliance_checks_run_id_fkey
  foreign key (run_id) references runs on delete set null;
drop table compliance_runs;

-- No new run gets an id that the audit log or an address names for a run of a former table.
select setval(pg_get_serial_sequence('runs', 'id'), 1 + greatest(
  (select coalesce(max(id), 0) from runs), (select coalesce(max(id), 0) from vault_runs),
  (select coalesce(max(id), 0) from score_runs), (select coalesce(max(id), 0) from bulk_changes)), false);
