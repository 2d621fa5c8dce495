-- What calls, meetings, applications and enrolments count for. Decision 031.

-- Where a call counts, as it was when it was dialled: a broker who moves takes no past with them.
alter table calls add column region text;
-- hours since Sunday midnight at the broker's place, on the clock that calling hours go by: 0 to 167
alter table calls add column local_hour smallint check (local_hour between 0 and 167);

create function hour_of_week(at timestamptz, zone text) returns smallint language sql immutable begin atomic
  select (extract(dow from at at time zone zone) * 24 + extract(hour from at at time zone zone))::smallint;
end;

create function place_call_where_it_counts() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  zone text;
begin
  if new.region is null then
    select b.region, b.timezone into new.region, zone from brokers b where b.id = new.broker_id;
  end if;
  new.local_hour := hour_of_week(coalesce(new.simulated_at, new.created_at), coalesce(zone, 'Australia/Sydney'));
  return new;
end $$;
create trigger calls_place before insert on calls for each row execute function place_call_where_it_counts();

update calls set region = b.region,
  local_hour = hour_of_week(coalesce(calls.simulated_at, calls.created_at), coalesce(b.timezone, 'Australia/Sydney'))
from calls c left join brokers b on b.id = c.broker_id where c.id = calls.id;

-- The campaign that a meeting or an application came of: of its call, or of the microsite that was visited before.
alter table bookings add column campaign_id integer references campaigns on delete set null;
alter table bookings add column campaign_version_id integer references campaign_versions on delete set null;
alter table applications add column campaign_id integer references campaigns on delete set null;
alter table applications add column campaign_version_id integer references campaign_versions on delete set null;
-- Where its broker was when it was made.
alter table bookings add column region text;
alter table applications add column region text;
-- serves: deleting a campaign
create index bookings_campaign_id on bookings (campaign_id) where campaign_id is not null;
create index bookings_campaign_version_id on bookings (campaign_version_id) where campaign_version_id is not null;
create index applications_campaign_id on applications (campaign_id) where campaign_id is not null;
create index applications_campaign_version_id on applications (campaign_version_id)
  where campaign_version_id is not null;

create function credit_campaign_and_region() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.call_id is not null and new.campaign_id is null then
    select c.campaign_id, c.campaign_version_id into new.campaign_id, new.campaign_version_id
    from calls c where c.id = new.call_id;
  end if;
  if new.region is null and new.broker_id is not null then
    select b.region into new.region from brokers b where b.id = new.broker_id;
  end if;
  return new;
end $$;
create trigger bookings_credit before insert or update of call_id, broker_id on bookings
  for each row execute function credit_campaign_and_region();
create trigger applications_credit before insert or update of call_id, broker_id on applications
  for each row execute function credit_campaign_and_region();

create function credit_campaign_of_visit() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  campaign integer;
begin
  select m.campaign_id into campaign from microsites m where m.id = new.microsite_id;
  if campaign is not null then
    update bookings set campaign_id = campaign where id = new.booking_id and campaign_id is null;
    update applications set campaign_id = campaign where id = new.application_id and campaign_id is null;
  end if;
  return new;
end $$;
create trigger visit_outcomes_credit after insert on visit_outcomes
  for each row execute function credit_campaign_of_visit();

update bookings b set region = k.region from brokers k where k.id = b.broker_id;
update applications a set region = k.region from brokers k where k.id = a.broker_id;
update bookings b set campaign_id = c.campaign_id, campaign_version_id = c.campaign_version_id
from calls c where c.id = b.call_id;
update applications a set campaign_id = c.campaign_id, campaign_version_id = c.campaign_version_id
from calls c where c.id = a.call_id;
update bookings b set campaign_id = m.campaign_id from visit_outcomes v join microsites m on m.id = v.microsite_id
where v.booking_id = b.id and b.campaign_id is null;
update applications a set campaign_id = m.campaign_id from visit_outcomes v join microsites m on m.id = v.microsite_id
where v.application_id = a.id and a.campaign_id is null;

-- Where the broker was when they were enrolled.
alter table enrolments add column region text;
update enrolments e set region = b.region from brokers b where b.id = e.broker_id;
-- How far a broker came in a campaign, beside `attempts` and `reached`.
alter table enrolments add column chose boolean not null default false;
alter table enrolments add column visited boolean not null default false;
alter table enrolments add column booked boolean not null default false;
alter table enrolments add column applied boolean not null default false;
alter table enrolments add column accredited boolean not null default false;
-- serves: the campaign that a visit, a meeting or an application is credited to
create index enrolments_dialled on enrolments (broker_id, id desc) where attempts > 0;
-- serves: whom a campaign calls next, and when; each campaign's own, however many the others have
drop index enrolments_due;
create index enrolments_next on enrolments (campaign_id, simulated, due_at, id) where state = 'waiting';
create index enrolments_in_flight on enrolments (campaign_id, simulated) where state = 'in_flight';
-- Tells the planner how many are enrolled: autovacuum does so a minute after a hundred thousand were, and until then plans
-- begin with all of them.
create function measure_enrolments() returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$ begin analyze public.enrolments; end $$;
revoke execute on function measure_enrolments() from public;
-- it served counting a campaign's progress
drop index enrolments_campaign;

update enrolments e set
  chose = exists (select from calls c where c.enrolment_id = e.id and c.response is not null),
  booked = exists (select from bookings b where b.broker_id = e.broker_id and b.campaign_id = e.campaign_id),
  visited = exists (select from visits v join microsites m on m.id = v.microsite_id
    where v.broker_id = e.broker_id and m.campaign_id = e.campaign_id and v.at > e.created_at),
  applied = exists (select from applications a
    where a.broker_id = e.broker_id and a.campaign_id = e.campaign_id and a.submitted_at is not null)
where e.attempts > 0;
