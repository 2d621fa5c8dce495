-- A reason that concerns many brokers at once is one finding about an import or a register. Decision 057.
create table findings_of_many (
  id integer generated always as identity primary key,
  reason text not null,
  -- null: of all brokers
  import_id integer references broker_imports on delete cascade,
  state text not null default 'open' check (state in ('open', 'dismissed', 'flagged', 'ended')),
  brokers integer not null,
  -- of the import, or of all
  total integer not null,
  -- of the oldest register that the reason rests on
  register_date date,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by integer references users on delete set null,
  note text
);
-- decides: one finding about a reason and an import, or all brokers, until it is over
create unique index findings_of_many_current on findings_of_many (reason, coalesce(import_id, 0))
  where state in ('open', 'flagged');

alter table compliance_findings add column reason text not null generated always as (case
  when check_type = 'external_mentions' then 'mention'
  when subject like 'banned_persons:%' then 'banned_person'
  when subject like 'banned_organisations:%' then 'banned_organisation'
  when subject like 'licence:%:holder' then 'other_holder'
  when subject like 'licence:%' and title like '%on neither register%' then 'number_unknown'
  when subject like 'licence:%' then 'ended'
  when subject like 'licensee:%' then 'licensee'
  when subject like 'scheme:%' then 'no_scheme'
  else 'other' end) stored;
-- counts for nothing until the check that found it is over, and it is certain whether it concerns many
alter table compliance_findings add column pending boolean not null default false;
alter table compliance_findings add column many_id integer references findings_of_many on delete set null;
-- a person has decided that it counts for its broker, however many have one like it
alter table compliance_findings add column single boolean not null default false;
-- serves: how many brokers a reason concerns
create index compliance_findings_reason on compliance_findings (reason, broker_id);
-- serves: the findings of many
create index compliance_findings_many on compliance_findings (many_id) where many_id is not null;
-- serves: findings that a check has left undecided
create index compliance_findings_pending on compliance_findings (broker_id) where pending;

-- A check of all brokers begins with those whom a new snapshot concerns.
alter table compliance_runs add column first_ids integer[] not null default '{}';
alter table compliance_runs add column first_done integer not null default 0;
-- the newest snapshot of any register when it began
alter table compliance_runs add column snapshot_id integer;
