-- Runs over the vault's files become runs. Decision 035.
insert into runs (kind, key, state, input, cursor, counters, done, total, error, started_by, started_at, touched_at, finished_at)
select 'documents.vault-run', kind, status, jsonb_build_object('kind', kind, 'formerId', id),
  -- the last file was kept in the job: an interrupted run looks for the files that are left from the first one on
  '{"after": 0}', jsonb_build_object('faults', faults), done, total, error, started_by, started_at, touched_at, finished_at
from vault_runs order by id;
drop table vault_runs;
