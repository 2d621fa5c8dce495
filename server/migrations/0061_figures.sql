-- Figures: what screens count, kept in the transaction of what is counted. Decision 031.

-- What one change of counted rows adds to the figures; folded into `figures` by the workers, so that no two
-- transactions ever wait for the same row.
create table figure_changes (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('call', 'place', 'meeting', 'application', 'broker')),
  simulated boolean not null,
  -- the day in Sydney on which it is counted
  day date not null,
  campaign_id integer,
  version_id integer,
  region text,
  hour smallint,
  -- of `amount`
  currency text,
  -- what was called
  line text check (line in ('mobile', 'fixed')),
  -- dials without test calls, by what became of them
  calls integer not null default 0,
  ended integer not null default 0,
  -- status completed or answered
  completed integer not null default 0,
  -- ended with a response
  responded integer not null default 0,
  option_1 integer not null default 0,
  option_2 integer not null default 0,
  option_3 integer not null default 0,
  option_4 integer not null default 0,
  human integer not null default 0,
  voicemail integer not null default 0,
  no_answer integer not null default 0,
  busy integer not null default 0,
  declined integer not null default 0,
  invalid_number integer not null default 0,
  provider_fault integer not null default 0,
  cancelled integer not null default 0,
  unknown integer not null default 0,
  -- of completed calls: how long they took together, and how many have a duration
  seconds bigint not null default 0,
  timed integer not null default 0,
  -- what vendors charge, and for how many calls
  amount numeric(18, 4) not null default 0,
  priced integer not null default 0,
  -- enrolments by state, and how far they came
  enrolled integer not null default 0,
  waiting integer not null default 0,
  in_flight integer not null default 0,
  done integer not null default 0,
  dialled integer not null default 0,
  reached integer not null default 0,
  chose integer not null default 0,
  visited integer not null default 0,
  booked integer not null default 0,
  applied integer not null default 0,
  accredited integer not null default 0,
  meetings integer not null default 0,
  applications integer not null default 0,
  brokers integer not null default 0,
  brokers_with_asic integer not null default 0
) with (autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);

-- The figures by one dimension at a time.
create table figures (like figure_changes including defaults, dimension text not null
  check (dimension in ('day', 'campaign', 'version', 'region', 'hour', 'slice', 'slice_hour', 'region_hour', 'cost')))
with (fillfactor = 80, parallel_workers = 0);
alter table figures drop column id, drop column kind;
-- decides: one row for each; serves: figures of a period by one dimension
create unique index figures_key on figures (dimension, simulated, day, campaign_id, version_id, region, hour, currency, line)
  nulls not distinct;
-- serves: figures of one campaign
create index figures_campaign on figures (campaign_id, simulated, day)
  where dimension in ('campaign', 'cost', 'slice', 'slice_hour');
-- serves: figures of one region
create index figures_region on figures (region, simulated, day) where dimension in ('slice', 'region_hour', 'cost');
-- serves: the figures of one version
create index figures_version on figures (version_id, simulated, day) where dimension = 'version';

-- What a call counts as.
create function figures_of(c calls) returns setof figure_changes language sql stable begin atomic
  select null::bigint, 'call', c.simulated, (c.created_at at time zone 'Australia/Sydney')::date,
    c.campaign_id, c.campaign_version_id, c.region, c.local_hour, c.cost_currency,
    case when c.to_number like '+614%' then 'mobile' else 'fixed' end,
    1, (c.finished_at is not null)::int, (c.status in ('completed', 'answered'))::int,
    (c.finished_at is not null and c.response is not null)::int,
    coalesce(c.response = 'option_1', false)::int, coalesce(c.response = 'option_2', false)::int,
    coalesce(c.response = 'option_3', false)::int, coalesce(c.response = 'option_4', false)::int,
    coalesce(c.outcome = 'human', false)::int, coalesce(c.outcome = 'voicemail', false)::int,
    coalesce(c.outcome = 'no_answer', false)::int, coalesce(c.outcome = 'busy', false)::int,
    coalesce(c.outcome = 'declined', false)::int, coalesce(c.outcome = 'invalid_number', false)::int,
    coalesce(c.outcome = 'provider_fault', false)::int, coalesce(c.outcome = 'cancelled', false)::int,
    coalesce(c.outcome = 'unknown', false)::int,
    case when c.status = 'completed' then coalesce(c.duration, 0) else 0 end::bigint,
    (c.status = 'completed' and c.duration is not null)::int,
    coalesce(c.cost, 0)::numeric(18, 4), (c.cost is not null)::int,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  where not c.test;
end;

-- What a broker's place in a campaign counts as: on the day of the enrolment.
create function figures_of(e enrolments) returns setof figure_changes language sql stable begin atomic
  select null::bigint, 'place', e.simulated, (e.created_at at time zone 'Australia/Sydney')::date,
    e.campaign_id, null::int, e.region, null::smallint, null::text, null::text,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0::bigint, 0, 0::numeric(18, 4), 0,
    1, (e.state = 'waiting')::int, (e.state = 'in_flight')::int, (e.state = 'done')::int,
    (e.attempts > 0)::int, e.reached::int, e.chose::int, e.visited::int, e.booked::int, e.applied::int,
    e.accredited::int, 0, 0, 0, 0;
end;

create function figures_of(b bookings) returns setof figure_changes language sql stable begin atomic
  select null::bigint, 'meeting', b.simulated, (b.created_at at time zone 'Australia/Sydney')::date,
    b.campaign_id, b.campaign_version_id, b.region, null::smallint, null::text, null::text,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0::bigint, 0, 0::numeric(18, 4), 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0
  where b.status <> 'cancelled' and not b.test;
end;

create function figures_of(a applications) returns setof figure_changes language sql stable begin atomic
  select null::bigint, 'application', a.simulated, (a.submitted_at at time zone 'Australia/Sydney')::date,
    a.campaign_id, a.campaign_version_id, a.region, null::smallint, null::text, null::text,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0::bigint, 0, 0::numeric(18, 4), 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0
  where a.submitted_at is not null;
end;

create function figures_of(b brokers) returns setof figure_changes language sql stable begin atomic
  select null::bigint, 'broker', false, (b.created_at at time zone 'Australia/Sydney')::date,
    null::int, null::int, null::text, null::smallint, null::text, null::text,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0::bigint, 0, 0::numeric(18, 4), 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, (b.asic_number is not null)::int;
end;

-- The rows of `figures` that a change adds to.
create function dimensions_of(text, date, integer, integer, text, smallint, text, text)
returns table (dimension text, day date, campaign_id integer, version_id integer, region text, hour smallint, currency text,
  line text)
language sql stable begin atomic
  select 'day', $2, null::int, null::int, null::text, null::smallint, null::text, null::text
  union all select 'campaign', $2, $3, null, null, null, null, null where $1 <> 'broker'
  union all select 'version', $2, $3, $4, null, null, null, null where $4 is not null
  union all select 'region', $2, null, null, $5, null, null, null where $1 <> 'broker'
  union all select 'hour', $2, null, null, null, $6, null, null where $1 = 'call'
  -- what is asked of one campaign or one region alone
  union all select 'slice', $2, $3, $4, $5, null, null, null where $1 <> 'broker'
  union all select 'slice_hour', $2, $3, null, $5, $6, null, null where $1 = 'call'
  union all select 'region_hour', $2, null, null, $5, $6, null, $8 where $1 = 'call'
  union all select 'cost', $2, $3, null, $5, null, $7, null where $7 is not null;
end;

-- The measures are named in one place, the table: what adds them up is made from it.
do $make$
declare
  measures text[] := (select array_agg(attname::text order by attnum) from pg_attribute
    where attrelid = 'figure_changes'::regclass and attnum > 0
      and attname not in ('id', 'kind', 'simulated', 'day', 'campaign_id', 'version_id', 'region', 'hour', 'currency', 'line'));
  names text := (select string_agg(m, ', ') from unnest(measures) m);
  signed text := (select string_agg(format('sum(sign * %I)', m), ', ') from unnest(measures) m);
  sums text := (select string_agg(format('sum(f.%I)::%s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
    from pg_attribute where attrelid = 'figure_changes'::regclass and attname = any(measures));
  typed text := (select string_agg(format('sum(f.sign * f.%I)::%s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
    from pg_attribute where attrelid = 'figure_changes'::regclass and attname = any(measures));
  negative text := (select string_agg(format('-f.%I', m), ', ') from unnest(measures) m);
  added text := (select string_agg(format('%1$I = figures.%1$I + excluded.%1$I', m), ', ') from unnest(measures) m);
  plain text := (select string_agg(format('f.%I', m), ', ') from unnest(measures) m);
  zero text := (select string_agg(format('%I = 0', m), ' and ') from unnest(measures) m);
  changes text := (select string_agg(format('sum(sign * %I) <> 0', m), ' or ') from unnest(measures) m);
  keys text := 'kind, simulated, day, campaign_id, version_id, region, hour, currency, line';
  source text;
begin
  foreach source in array array['calls', 'enrolments', 'bookings', 'applications', 'brokers'] loop
    execute format($f$
      create function count_%1$s() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
      begin
        if tg_op = 'INSERT' then
          insert into figure_changes (%2$s, %3$s)
          select %2$s, %4$s from (select 1 as sign, f.* from after_rows r, figures_of(row(r.*)::%1$s) f) c
          group by %2$s;
        elsif tg_op = 'DELETE' then
          insert into figure_changes (%2$s, %3$s)
          select %2$s, %4$s from (select -1 as sign, f.* from before_rows r, figures_of(row(r.*)::%1$s) f) c
          group by %2$s;
        else
          insert into figure_changes (%2$s, %3$s)
          select %2$s, %4$s from (
            select 1 as sign, f.* from after_rows r, figures_of(row(r.*)::%1$s) f
            union all select -1, f.* from before_rows r, figures_of(row(r.*)::%1$s) f) c
          group by %2$s having %5$s;
        end if;
        return null;
      end $$;
      create trigger %1$s_counted after insert on %1$s referencing new table as after_rows
        for each statement execute function count_%1$s();
      create trigger %1$s_counted_again after update on %1$s
        referencing old table as before_rows new table as after_rows
        for each statement execute function count_%1$s();
      create trigger %1$s_uncounted after delete on %1$s referencing old table as before_rows
        for each statement execute function count_%1$s()
    $f$, source, keys, names, signed, changes);
  end loop;

  -- Adds up to `most` changes to the figures. @returns how many; one transaction at a time does it
  execute format($f$
    create function fold_figures(most integer) returns integer language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    declare
      folded integer;
    begin
      if not pg_try_advisory_xact_lock(hashtext('figures')) then return 0; end if;
      with gone as (
        delete from figure_changes where id in (select id from figure_changes order by id limit most)
        returning *
      ), sums as (
        select d.dimension, f.simulated, d.day, d.campaign_id, d.version_id, d.region, d.hour, d.currency, d.line, %1$s
        from gone f, dimensions_of(f.kind, f.day, f.campaign_id, f.version_id, f.region, f.hour, f.currency, f.line) d group by 1, 2, 3, 4, 5, 6, 7, 8, 9
      ), kept as (
        insert into figures (dimension, simulated, day, campaign_id, version_id, region, hour, currency, line, %2$s)
        select * from sums
        on conflict (dimension, simulated, day, campaign_id, version_id, region, hour, currency, line) do update set %3$s
      )
      select count(*) into folded from gone;
      return folded;
    end $$;
    create function forget_empty_figures() returns void language sql set search_path = pg_catalog, public, pg_temp as $$
      delete from figures where %4$s
    $$
  $f$, sums, names, added, zero);

  -- What the figures are now, with what waits to be folded.
  execute format($f$
    create view current_figures as
    select dimension, simulated, day, campaign_id, version_id, region, hour, currency, line, %1$s from figures f
    union all
    select d.dimension, f.simulated, d.day, d.campaign_id, d.version_id, d.region, d.hour, d.currency, d.line, %1$s
    from figure_changes f, dimensions_of(f.kind, f.day, f.campaign_id, f.version_id, f.region, f.hour, f.currency, f.line) d;
    -- The same from what is counted, however long that takes.
    create function recounted_figures() returns setof figures language sql stable
    set search_path = pg_catalog, public, pg_temp as $$
      select f.simulated, d.day, d.campaign_id, d.version_id, d.region, d.hour, d.currency, d.line, %2$s, d.dimension
      from (
        select f.* from calls r, figures_of(r) f
        union all select f.* from enrolments r, figures_of(r) f
        union all select f.* from bookings r, figures_of(r) f
        union all select f.* from applications r, figures_of(r) f
        union all select f.* from brokers r, figures_of(r) f
      ) f, dimensions_of(f.kind, f.day, f.campaign_id, f.version_id, f.region, f.hour, f.currency, f.line) d
      group by f.simulated, d.day, d.campaign_id, d.version_id, d.region, d.hour, d.currency, d.line, d.dimension
    $$;
    -- Where the two differ, and by how much: what is kept less what is counted. One statement, so one moment.
    create function figure_differences() returns setof figures language sql stable
    set search_path = pg_catalog, public, pg_temp as $$
      select f.simulated, f.day, f.campaign_id, f.version_id, f.region, f.hour, f.currency, f.line, %3$s, f.dimension
      from (
        select 1 as sign, dimension, simulated, day, campaign_id, version_id, region, hour, currency, line, %4$s
        from current_figures
        union all
        select -1, dimension, simulated, day, campaign_id, version_id, region, hour, currency, line, %4$s
        from recounted_figures()
      ) f
      group by f.dimension, f.simulated, f.day, f.campaign_id, f.version_id, f.region, f.hour, f.currency, f.line
      having %5$s
    $$;
    -- Puts right what differs, by adding to it: what is counted or folded meanwhile stays right. @returns how many rows
    create function mend_figures() returns integer language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    declare
      mended integer;
    begin
      insert into figures (dimension, simulated, day, campaign_id, version_id, region, hour, currency, line, %4$s)
      select f.dimension, f.simulated, f.day, f.campaign_id, f.version_id, f.region, f.hour, f.currency, f.line, %6$s
      from figure_differences() f
      on conflict (dimension, simulated, day, campaign_id, version_id, region, hour, currency, line) do update set %7$s;
      get diagnostics mended = row_count;
      return mended;
    end $$
  $f$, plain, sums, typed, names, changes, negative, added);
end $make$;

insert into figures select * from recounted_figures();
insert into table_rights (name, inserts, deletes, updates) values ('current_figures', false, false, '{}');
