-- Figures of closed days are stored; today and changed days are counted when they are read. Decision 031.

do $$
declare
  counted text;
begin
  foreach counted in array array['calls', 'enrolments', 'bookings', 'applications', 'brokers'] loop
    execute format('drop trigger %1$s_counted on %1$s', counted);
    execute format('drop trigger %1$s_counted_again on %1$s', counted);
    execute format('drop trigger %1$s_uncounted on %1$s', counted);
    execute format('drop function count_%1$s()', counted);
  end loop;
end $$;
drop view current_figures;
delete from table_rights where name in ('current_figures', 'figure_changes');
drop function mend_figures(), figure_differences(), recounted_figures(), forget_empty_figures(), fold_figures(integer);
drop function figures_of(calls), figures_of(enrolments), figures_of(bookings), figures_of(applications), figures_of(brokers);
drop function dimensions_of(text, date, integer, integer, text, smallint, text, text);
drop table figures;
drop table figure_changes;

create table figures (
  -- in Sydney
  day date not null,
  -- the table that was counted
  source text not null,
  dimension text not null,
  simulated boolean not null,
  campaign_id integer,
  version_id integer,
  region text,
  hour smallint,
  line text,
  currency text,
  -- by measure; one that is left out is 0
  counts jsonb not null
) with (parallel_workers = 0);
-- decides: a day is counted once; serves: figures of days
create unique index figures_key on figures
  (dimension, day, source, simulated, campaign_id, version_id, region, hour, line, currency) nulls not distinct;
-- serves: counting a day again
create index figures_day on figures (day);
-- serves: figures of one campaign, and of a page of them
create index figures_campaign on figures (campaign_id, dimension, day) where campaign_id is not null;
-- serves: figures of one region
create index figures_region on figures (region, dimension, day) where region is not null;

create table figures_state (
  id boolean primary key default true check (id),
  -- days before it are stored, unless they are due; null: none are
  counted_until date,
  -- hash of the definitions that stored days were counted with
  measures text not null default ''
);
insert into figures_state default values;

-- Days to count again. Rows are only added and removed, without a key: no transaction waits for another one's mark.
create table due_days (
  day date not null,
  -- the transaction that closed the day: it is counted when all transactions up to this one have ended
  ended_by xid8
) with (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_insert_threshold = -1);

create function sydney_today() returns date language sql volatile begin atomic
  select (clock_timestamp() at time zone 'Australia/Sydney')::date;
end;

-- Marks closed days whose counted rows change, once per transaction. Runs after the row is written: closing a day waits for
-- transactions whose rows were written before it.
create function mark_due_days() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  before timestamptz;
  after timestamptz;
  today timestamptz := sydney_today()::timestamp at time zone 'Australia/Sydney';
  changed date;
  marked text;
begin
  if tg_table_name = 'applications' then
    if tg_op <> 'INSERT' then before := old.submitted_at; end if;
    if tg_op <> 'DELETE' then after := new.submitted_at; end if;
  else
    if tg_op <> 'INSERT' then before := old.created_at; end if;
    if tg_op <> 'DELETE' then after := new.created_at; end if;
  end if;
  if coalesce(before >= today, true) and coalesce(after >= today, true) then return null; end if;
  foreach changed in array array(select distinct (at at time zone 'Australia/Sydney')::date
    from unnest(array[before, after]) at where at < today) loop
    marked := coalesce(current_setting('brokerline.due_days', true), '');
    if position(changed::text in marked) = 0 then
      insert into due_days (day) values (changed);
      perform set_config('brokerline.due_days', marked || ' ' || changed, true);
    end if;
  end loop;
  return null;
end $$;
create trigger calls_due_days after insert or update or delete on calls
  for each row execute function mark_due_days();
create trigger bookings_due_days after insert or update or delete on bookings
  for each row execute function mark_due_days();
create trigger applications_due_days after insert or update or delete on applications
  for each row execute function mark_due_days();

-- serves: a campaign's progress, without its rows; equal keys share an entry
create index enrolments_progress on enrolments
  (campaign_id, simulated, state, attempts, reached, chose, booked, accredited);
