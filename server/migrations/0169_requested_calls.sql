-- Dials that people asked for in calls, at a time that was read back to them. Decision 068.
create table requested_calls (
  id integer generated always as identity primary key,
  state text not null default 'planned' check (state in ('planned', 'dialling', 'kept', 'missed', 'cancelled')),
  broker_id integer not null references brokers on delete cascade,
  -- its script is spoken, also after the campaign has ended; null: the campaign was deleted
  campaign_id integer references campaigns on delete set null,
  phone text not null,
  simulated boolean not null,
  -- the call in which it was asked for
  asked_in_call_id integer references calls on delete set null,
  words text not null,
  -- the window that the person affirmed, on the clock that calling hours are judged by
  due_at timestamptz not null,
  until_at timestamptz not null,
  -- the dial
  call_id integer references calls on delete set null,
  -- why it was cancelled or not dialled
  reason text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  check ((state in ('planned', 'dialling')) = (closed_at is null))
);
-- decides: one planned call to a number, so that a second wish replaces the first
create unique index requested_calls_planned on requested_calls (simulated, phone) where state = 'planned';
-- serves: the dispatcher's claim
create index requested_calls_due on requested_calls (simulated, due_at) where state = 'planned';
-- serves: a broker's page, merging and deleting
create index requested_calls_broker on requested_calls (broker_id, due_at);
-- serves: a campaign's count, deleting a campaign
create index requested_calls_campaign on requested_calls (campaign_id, due_at);
-- serves: the end of the dial
create index requested_calls_call on requested_calls (call_id) where call_id is not null;
-- serves: the page of the call in which it was asked for
create index requested_calls_asked_in on requested_calls (asked_in_call_id) where asked_in_call_id is not null;
-- serves: the nightly removal
create index requested_calls_closed on requested_calls (closed_at) where closed_at is not null;

-- the person asked for this dial: exempt from the one dial a day
alter table calls add column requested boolean not null default false;
drop index calls_one_a_day;
-- decides: one dial a calendar day to a number, over all campaigns and processes, and one more that the person asked for
create unique index calls_one_a_day on calls (simulated, to_number, cap_date, requested) where cap_date is not null;

-- adds a kind to those that earlier migrations allow
do $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'tasks'::regclass and conname = 'tasks_kind_check');
begin
  alter table tasks drop constraint tasks_kind_check;
  execute 'alter table tasks add constraint tasks_kind_check '
    || replace(allowed, '''call_back''::text', '''call_back''::text, ''requested_call''::text');
end $$;
