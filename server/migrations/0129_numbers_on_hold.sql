-- An SMS that may be an opt-out holds the number until a person decides.
alter table suppressions drop constraint suppressions_source_check;
alter table suppressions add constraint suppressions_source_check
  check (source in ('key', 'voice', 'sms_stop', 'manual', 'unclear'));

alter table inbound_messages drop constraint inbound_messages_wish_check;
alter table inbound_messages add constraint inbound_messages_wish_check check (wish in ('stop', 'start', 'hold'));

-- adds a kind to those that earlier migrations allow
do $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'tasks'::regclass and conname = 'tasks_kind_check');
begin
  alter table tasks drop constraint tasks_kind_check;
  execute 'alter table tasks add constraint tasks_kind_check '
    || replace(allowed, '''call_back''::text', '''call_back''::text, ''opt_out_unclear''::text');
end $$;
