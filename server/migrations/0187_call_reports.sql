-- Tasks about reported calls and messages that are not ours. Decision 083. Adds their kind to those that earlier migrations allow.
do $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'tasks'::regclass and conname = 'tasks_kind_check');
begin
  alter table tasks drop constraint tasks_kind_check;
  execute 'alter table tasks add constraint tasks_kind_check '
    || replace(allowed, '''call_back''::text', '''call_back''::text, ''call_report''::text');
end $$;
