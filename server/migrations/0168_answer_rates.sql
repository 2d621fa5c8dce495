-- Answer rates by the calling number and the leading digits of the called one. Decision 067.
alter table figures add column from_number text, add column called_range text;
drop index figures_key;
-- decides: a day is counted once; serves: figures of days
create unique index figures_key on figures
  (dimension, day, source, simulated, campaign_id, version_id, region, hour, line, currency, from_number, called_range)
  nulls not distinct;

-- A task for a calling number that carriers challenge. Adds its kind to those that earlier migrations allow.
do $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'tasks'::regclass and conname = 'tasks_kind_check');
begin
  alter table tasks drop constraint tasks_kind_check;
  execute 'alter table tasks add constraint tasks_kind_check '
    || replace(allowed, '''call_back''::text', '''call_back''::text, ''number_challenged''::text');
end $$;
