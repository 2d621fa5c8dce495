-- Tasks about news feeds and calendars that cannot be read, and about a form that cannot be submitted. Adds kinds to those
-- that earlier migrations allow.
do $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'tasks'::regclass and conname = 'tasks_kind_check');
begin
  alter table tasks drop constraint tasks_kind_check;
  execute 'alter table tasks add constraint tasks_kind_check ' || replace(allowed, '''call_back''::text',
    '''call_back''::text, ''feed_not_read''::text, ''calendar_not_read''::text, ''papers_missing''::text');
end $$;
