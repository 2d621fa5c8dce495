-- Imports of brokers become runs; a preview has none yet. Decision 035.
insert into runs (kind, state, input, done, total, error, started_by, started_at, touched_at, finished_at)
select 'brokers.run-import',
  case status when 'importing' then 'running' when 'imported' then 'done' else status end,
  jsonb_build_object('importId', id), done,
  case when status in ('undoing', 'undone') then done else accepted end,
  error, created_by, created_at, touched_at, finished_at
from broker_imports where status <> 'preview' order by id;

alter table broker_imports add column run_id integer unique references runs;
update broker_imports i set run_id = r.id from runs r
where r.kind = 'brokers.run-import' and (r.input ->> 'importId')::int = i.id;
alter table broker_imports drop column status, drop column done, drop column touched_at, drop column error,
  drop column finished_at;

-- Waiting jobs of the version before name an import or a change, no run; the runs get new jobs when a process starts.
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs where task_id in (
      select id from graphile_worker._private_tasks where identifier in ('brokers.run-import', 'brokers.run-bulk-change'));
  end if;
end $$;
