-- Calls that the platform ends, and stated rates that the offer does not have. Decision 071.

-- when the platform ends the call, unless it has ended; null: not requested
alter table live_scripts add column end_at timestamptz;
-- serves: the calls that are due to end
create index live_scripts_end_at on live_scripts (end_at) where end_at is not null;

do $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'tasks'::regclass and conname = 'tasks_kind_check');
begin
  alter table tasks drop constraint tasks_kind_check;
  execute 'alter table tasks add constraint tasks_kind_check '
    || replace(allowed, '''call_back''::text', '''call_back''::text, ''rate_not_offered''::text');
end $$;
