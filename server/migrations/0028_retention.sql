-- How long each kind of data is kept, where somebody has changed it; every other kind has the default of the contract.
create table retention_periods (
  kind text primary key,
  count integer not null check (count > 0),
  unit text not null check (unit in ('days', 'months', 'years')),
  changed_at timestamptz not null default clock_timestamp()
);

-- The nightly removal of what is past its period. A killed one goes on where it stopped.
create table retention_runs (
  -- in Sydney. decides: one run a day, however many processes begin it
  day date primary key,
  status text not null check (status in ('running', 'done', 'failed')),
  -- as they were when it began: a change meanwhile counts from the next night on
  periods jsonb not null,
  -- how many went, by kind; counted in the transaction that removes them
  removed jsonb not null default '{}',
  -- kinds that could not be removed
  failed jsonb not null default '[]',
  actor text not null,
  started_at timestamptz not null,
  finished_at timestamptz
);

-- How long people stay signed in: one row.
create table session_limits (
  id boolean primary key default true check (id),
  staff_idle_hours integer not null default 12 check (staff_idle_hours between 1 and 72),
  staff_days integer not null default 7 check (staff_days between 1 and 30),
  broker_days integer not null default 30 check (broker_days between 1 and 30),
  updated_at timestamptz not null default clock_timestamp()
);
insert into session_limits default values;

-- When a row lost what it says about people, because its period was over; null: it still says it.
alter table audit_log add column details_removed_at timestamptz;
-- serves: the nightly removal
create index audit_log_with_details on audit_log (at) where details_removed_at is null;

-- As before, and one more permitted change: rows that are past their period lose what they say about people.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  about_people text[] := array['actor', 'before', 'after', 'ip'];
  past_its_period text[] := array['actor_id', 'actor', 'before', 'after', 'ip', 'details_removed_at'];
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
  if tg_op = 'UPDATE' and tg_table_name = 'audit_log' and current_setting('brokerline.past_period', true) = 'yes'
     and old.details_removed_at is null and new.details_removed_at is not null and new.actor_id is null
     and to_jsonb(new) - past_its_period = to_jsonb(old) - past_its_period then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- Whether `after` says nothing that `before` does not: fields may be missing, and parts of texts may be '[removed]'.
create function only_details_removed(before jsonb, after jsonb) returns boolean language plpgsql immutable
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if after is null or jsonb_typeof(after) = 'null' or before = after then return true; end if;
  if before is null or jsonb_typeof(before) <> jsonb_typeof(after) then return false; end if;
  case jsonb_typeof(after)
    when 'string' then return before #>> '{}' like
      replace(regexp_replace(after #>> '{}', '([\\%_])', '\\\1', 'g'), '[removed]', '%');
    when 'object' then return not exists (select from jsonb_each(after)
      where not before ? key or not only_details_removed(before -> key, value));
    when 'array' then return jsonb_array_length(before) = jsonb_array_length(after)
      and not exists (select from jsonb_array_elements(after) with ordinality as part (value, place)
        where not only_details_removed(before -> (place - 1)::integer, value));
    else return false;
  end case;
end $$;

-- Takes what rows of the audit log say about people out of them, with the owner's rights: nothing can be put in, and rows
-- of the last 90 days stay as they are. `changes`: a list of {id, actor, before, after}.
create function remove_audit_details(changes jsonb, removed_at timestamptz) returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from audit_log a
    join jsonb_to_recordset(changes) as changed (id bigint, actor text, before jsonb, after jsonb) using (id)
    where a.at > clock_timestamp() - interval '90 days'
      or not coalesce(changed.actor in (a.actor, 'Name removed'), false)
      or not only_details_removed(a.before, changed.before) or not only_details_removed(a.after, changed.after)
  ) then
    raise exception 'remove_audit_details only takes details out of old rows';
  end if;
  perform set_config('brokerline.past_period', 'yes', true);
  update audit_log
  set actor_id = null, actor = changed.actor, before = changed.before, after = changed.after, ip = null,
    details_removed_at = removed_at
  from jsonb_to_recordset(changes) as changed (id bigint, actor text, before jsonb, after jsonb)
  where audit_log.id = changed.id and audit_log.details_removed_at is null;
  perform set_config('brokerline.past_period', 'no', true);
end $$;

-- Takes what a person said out of what the provider told about calls, of these kinds: that it told it stays.
create function remove_from_call_events(calls integer[], kinds text[]) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  update call_events set data = case kind
    when 'transcript' then jsonb_build_object('lines', '[]'::jsonb, 'summary', null)
    when 'ended' then data || '{"message": null}'
    when 'recording' then data || '{"ref": null}'
    else data end
  where call_id = any(calls) and kind = any(kinds)
$$;

revoke execute on function remove_audit_details(jsonb, timestamptz), remove_from_call_events(integer[], text[])
  from public;

-- serve: the nightly removal
create index visits_at on visits (at);
create index messages_created_at on messages (created_at);
