-- One person's data can be erased. A number that was dialled stays until the caps look back on it no more.
alter table calls add column number_erasable_at timestamptz;
-- serves: the job that erases numbers
create index calls_number_erasable_at on calls (number_erasable_at) where number_erasable_at is not null;

-- As before, and one more permitted change: erase_from_audit may take a person out of rows, never what was done or when.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  about_people text[] := array['actor', 'before', 'after', 'ip'];
begin
  -- a deleted user leaves its rows behind without the reference
  if tg_op = 'UPDATE' and tg_table_name = 'audit_log' and old.actor_id is not null and new.actor_id is null
     and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id' then
    return new;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit_log' and current_setting('brokerline.erasing', true) = 'yes'
     and to_jsonb(new) - about_people = to_jsonb(old) - about_people then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- Replaces what rows of the audit log say about a person. `changes`: a list of {id, actor, before, after, ip}.
create function erase_from_audit(changes jsonb) returns void language plpgsql as $$
begin
  perform set_config('brokerline.erasing', 'yes', true);
  update audit_log
  set actor = changed.actor, before = changed.before, after = changed.after, ip = changed.ip
  from jsonb_to_recordset(changes) as changed (id bigint, actor text, before jsonb, after jsonb, ip text)
  where audit_log.id = changed.id;
  perform set_config('brokerline.erasing', 'no', true);
end $$;
