-- What counts as a dial, and how far a broker came: only what happened. Decision 031.

-- What was called, kept when the number is erased: the hours of mobiles must not become those of fixed lines.
alter table calls add column called_line text check (called_line in ('mobile', 'fixed'));

create or replace function place_call_where_it_counts() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  zone text;
begin
  if new.region is null then
    select b.region, b.timezone into new.region, zone from brokers b where b.id = new.broker_id;
  end if;
  new.local_hour := hour_of_week(coalesce(new.simulated_at, new.created_at), coalesce(zone, 'Australia/Sydney'));
  new.called_line := case when new.to_number = '' then null when new.to_number like '+614%' then 'mobile' else 'fixed' end;
  return new;
end $$;

-- what is counted of a call does not change by this until the figures are put right below
alter table calls disable trigger user;
update calls set called_line = case when to_number like '+614%' then 'mobile' else 'fixed' end where to_number <> '';
alter table calls enable trigger user;

-- What certainly nobody dialled is no call (decision 003).
create or replace function figures_of(c calls) returns setof figure_changes language sql stable begin atomic
  select null::bigint, 'call', c.simulated, (c.created_at at time zone 'Australia/Sydney')::date,
    c.campaign_id, c.campaign_version_id, c.region, c.local_hour, c.cost_currency, c.called_line,
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
  where not c.test and not (c.withdrawn and c.outcome is not distinct from 'provider_fault');
end;

-- What came of no version is told too: by product, personality and version all meetings add up.
create or replace function dimensions_of(text, date, integer, integer, text, smallint, text, text)
returns table (dimension text, day date, campaign_id integer, version_id integer, region text, hour smallint, currency text,
  line text)
language sql stable begin atomic
  select 'day', $2, null::int, null::int, null::text, null::smallint, null::text, null::text
  union all select 'campaign', $2, $3, null, null, null, null, null where $1 <> 'broker'
  union all select 'version', $2, $3, $4, null, null, null, null where $1 in ('call', 'meeting', 'application')
  union all select 'region', $2, null, null, $5, null, null, null where $1 <> 'broker'
  union all select 'hour', $2, null, null, null, $6, null, null where $1 = 'call'
  -- what is asked of one campaign or one region alone
  union all select 'slice', $2, $3, $4, $5, null, null, null where $1 <> 'broker'
  union all select 'slice_hour', $2, $3, null, $5, $6, null, null where $1 = 'call'
  union all select 'region_hour', $2, null, null, $5, $6, null, $8 where $1 = 'call'
  union all select 'cost', $2, $3, null, $5, null, $7, null where $7 is not null;
end;

-- A meeting made in a test call, or in the simulator for somebody whom a vendor called, is none of a campaign.
update enrolments e set booked = false
where e.booked
  and exists (select from bookings b where b.broker_id = e.broker_id and b.campaign_id = e.campaign_id
    and (b.test or b.simulated and not e.simulated))
  and not exists (select from bookings b where b.broker_id = e.broker_id and b.campaign_id = e.campaign_id
    and not b.test and (not b.simulated or e.simulated));
update enrolments e set applied = false, accredited = false
where e.applied
  and exists (select from applications a where a.broker_id = e.broker_id and a.campaign_id = e.campaign_id
    and a.simulated and not e.simulated)
  and not exists (select from applications a where a.broker_id = e.broker_id and a.campaign_id = e.campaign_id
    and (not a.simulated or e.simulated));
-- Who was linked to their application when it was approved had applied.
update enrolments e set applied = true,
  accredited = a.status = 'approved' and exists (select from broker_accreditations k where k.broker_id = e.broker_id and k.status = 'accredited')
from applications a
where a.broker_id = e.broker_id and a.campaign_id = e.campaign_id and a.submitted_at is not null
  and (not a.simulated or e.simulated) and e.attempts > 0 and not e.applied;

-- of meetings made in test calls no visit is the cause
delete from visit_outcomes o using bookings b where b.id = o.booking_id and b.test;

select mend_figures();
