-- What calls told, and what was decided about them, is kept by month: work stays in small tables, old months are left alone.
-- Decision 037. Partitions have a schema of their own, which nobody but the owner uses: rows are reached through the tables.
create schema partitions;

-- The partition of a month, in UTC.
create function add_month(kept text, month date) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('create table partitions.%I partition of public.%I for values from (%L) to (%L)',
    kept || to_char(month, '_YYYY_MM'), kept,
    month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
end $$;

-- Which tables are kept by month, and by which instant.
create function kept_by_month() returns table (name text, instant text) language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$
  values ('call_events', 'called_at'), ('call_decisions', 'decided_at')
$$;

-- Makes partitions for this month and the next three, and for the months that rows of the default partition are of, which
-- move there. Rows ten years old, or of a time that is further ahead, stay in the default partition: so nobody makes any
-- number of tables by what they write. It gives up before PostgreSQL would look for a deadlock: others never lose for it.
create function make_months() returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  this_month date := date_trunc('month', clock_timestamp() at time zone 'UTC');
  oldest timestamptz := (this_month - interval '10 years') at time zone 'UTC';
  newest timestamptz := (this_month + interval '4 months') at time zone 'UTC';
  kept record;
  strays date[];
  missing date[];
begin
  perform set_config('lock_timeout', '900ms', true);
  perform pg_advisory_xact_lock(7190014);
  for kept in select name, instant, name || '_default' as rest from kept_by_month() loop
    execute format($sql$select array_agg(distinct date_trunc('month', %1$I at time zone 'UTC')::date)
      from partitions.%2$I where %1$I >= $1 and %1$I < $2$sql$, kept.instant, kept.rest)
      into strays using oldest, newest;
    select array_agg(month order by month) into missing from (
      select (this_month + make_interval(months => ahead))::date as month from generate_series(0, 3) ahead
      union select unnest(strays)) wanted
    where to_regclass(format('partitions.%I', kept.name || to_char(month, '_YYYY_MM'))) is null;
    continue when missing is null;
    if strays is not null then
      execute format('alter table public.%I detach partition partitions.%I', kept.name, kept.rest);
    end if;
    perform add_month(kept.name, month) from unnest(missing) month;
    if strays is not null then
      execute format($sql$with moved as (delete from partitions.%2$I where %3$I >= $1 and %3$I < $2 returning *)
        insert into public.%1$I overriding system value select * from moved$sql$, kept.name, kept.rest, kept.instant)
        using oldest, newest;
      execute format('alter table public.%I attach partition partitions.%I default', kept.name, kept.rest);
    end if;
  end loop;
end $$;

-- An event lies in the month in which its call was made. The reference keeps both instants the same, so that a key is
-- unique among all events of its call as before.
drop index calls_created_at;
-- serves: the interactions table, and events by their call's month
create unique index calls_created_at on calls (created_at desc, id desc);

alter table call_events rename to call_events_before;
alter sequence call_events_id_seq rename to call_events_before_id_seq;
create table call_events (
  id bigint generated always as identity,
  call_id integer not null,
  -- when the call was made
  called_at timestamptz not null,
  -- the provider's own name for the event, or a hash of it: the same event is stored once
  key text not null,
  kind text not null,
  -- the provider's time of it; the simulator's clock with the simulator
  at timestamptz not null,
  data jsonb not null default '{}',
  received_at timestamptz not null default clock_timestamp()
) partition by range (called_at);
create table partitions.call_events_default partition of call_events default;
select add_month('call_events', month) from (
  select distinct date_trunc('month', created_at at time zone 'UTC')::date as month from calls
  where created_at between now() - interval '10 years' and now() + interval '3 months') months;
insert into call_events (id, call_id, called_at, key, kind, at, data, received_at) overriding system value
  select e.id, call_id, created_at, key, kind, at, data, received_at
  from call_events_before e join calls on calls.id = call_id;
select setval('call_events_id_seq', last_value, is_called) from call_events_before_id_seq;
drop table call_events_before;
alter table call_events
  add primary key (call_id, key, called_at),
  add foreign key (called_at, call_id) references calls (created_at, id) on update cascade on delete cascade;

-- A decision lies in the month in which it was taken.
alter table call_decisions rename to call_decisions_before;
alter sequence call_decisions_id_seq rename to call_decisions_before_id_seq;
create table call_decisions (
  id bigint generated always as identity,
  campaign_id integer,
  broker_id integer,
  enrolment_id integer,
  verdict text not null check (verdict in ('call', 'later', 'never')),
  reasons jsonb not null,
  not_before timestamptz,
  facts jsonb not null,
  rules_version text not null,
  data_versions jsonb not null,
  judged_at timestamptz not null,
  decided_at timestamptz not null default clock_timestamp()
) partition by range (decided_at);
create table partitions.call_decisions_default partition of call_decisions default;
select add_month('call_decisions', month) from (
  select distinct date_trunc('month', decided_at at time zone 'UTC')::date as month from call_decisions_before
  where decided_at between now() - interval '10 years' and now() + interval '3 months') months;
insert into call_decisions (id, campaign_id, broker_id, enrolment_id, verdict, reasons, not_before, facts, rules_version,
    data_versions, judged_at, decided_at) overriding system value
  select id, campaign_id, broker_id, enrolment_id, verdict, reasons, not_before, facts, rules_version,
    data_versions, judged_at, decided_at
  from call_decisions_before;
select setval('call_decisions_id_seq', last_value, is_called) from call_decisions_before_id_seq;
drop table call_decisions_before;
alter table call_decisions
  add primary key (id, decided_at),
  add foreign key (broker_id) references brokers on delete set null,
  add foreign key (campaign_id) references campaigns on delete set null,
  add foreign key (enrolment_id) references enrolments on delete set null;
-- serves: "why was or wasn't this broker called" in the timeline, and the newest decision on somebody in a campaign
create index call_decisions_broker on call_decisions (broker_id, decided_at desc, id desc);
-- serves: deleting an enrolment, which goes with its broker or is merged with another
create index call_decisions_enrolment on call_decisions (enrolment_id) where enrolment_id is not null;
create trigger call_decisions_append_only before update or delete on call_decisions
  for each row execute function refuse_decision_change();

-- How many rows have no month of their own, counted up to a thousand a table.
create function rows_without_month() returns integer language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select ((select count(*) from (select from partitions.call_events_default limit 1000) events)
    + (select count(*) from (select from partitions.call_decisions_default limit 1000) decisions))::integer
$$;
revoke execute on function make_months(), rows_without_month() from public;

-- As before, in the months of these calls alone.
create or replace function erase_call_events(calls integer[]) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  update call_events set data = case kind
    when 'transcript' then jsonb_build_object('lines', '[]'::jsonb, 'summary', null)
    when 'ended' then data || '{"message": null}'
    when 'recording' then data || '{"ref": null}'
    else data end
  where call_id = any($1) and called_at between (select min(c.created_at) from calls c where c.id = any($1))
    and (select max(c.created_at) from calls c where c.id = any($1))
$$;
create or replace function remove_from_call_events(calls integer[], kinds text[]) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  update call_events set data = case kind
    when 'transcript' then jsonb_build_object('lines', '[]'::jsonb, 'summary', null)
    when 'ended' then data || '{"message": null}'
    when 'recording' then data || '{"ref": null}'
    else data end
  where call_id = any($1) and kind = any($2)
    and called_at between (select min(c.created_at) from calls c where c.id = any($1))
    and (select max(c.created_at) from calls c where c.id = any($1))
$$;

-- A table of many partitions is not measured by itself.
analyze call_events, call_decisions;
select make_months();
