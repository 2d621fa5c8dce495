-- Campaigns may prefer the hours in which brokers answer most. Decision 036.
alter table campaigns add column prefer_best_hours boolean not null default false;
-- per cent of its enrolments that are called as without, to see what the hours bring
alter table campaigns add column hours_control_percent integer not null default 20
  check (hours_control_percent between 1 and 50);
-- by which chance: another one than the hold-out's, which would leave nobody to compare with
alter table campaigns add column hours_seed integer not null default floor(random() * 2147483647)::int;

-- called in preferred hours, or as without; null: the switch has been off
alter table enrolments add column hours_arm text check (hours_arm in ('preferred', 'any'));
-- the first attempt after the assignment
alter table enrolments add column hours_from smallint;
-- until when an attempt waits, or has waited, for a better hour, and which one: each waits once
alter table enrolments add column better_hour_at timestamptz;
alter table enrolments add column better_hour_attempt smallint;
-- serves: who waits for a better hour, when a campaign no longer prefers any
create index enrolments_better_hour on enrolments (campaign_id) where state = 'waiting' and better_hour_at is not null;
-- serves: what the hours brought, one campaign at a time
create index enrolments_hours_arm on enrolments (campaign_id, simulated) where hours_arm is not null;
