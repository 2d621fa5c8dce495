-- Two records that were one broker: everything of one moved to the other.
create table broker_merges (
  id integer generated always as identity primary key,
  from_id integer not null unique,
  into_id integer not null,
  -- the record that went, whole
  merged jsonb not null,
  merged_by integer references users on delete set null,
  merged_at timestamptz not null default clock_timestamp()
);

-- As before, and one more permitted change: decisions about a merged record follow it.
create or replace function refuse_decision_change() returns trigger language plpgsql as $$
declare
  referring text[] := array['broker_id', 'campaign_id', 'enrolment_id'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - referring = to_jsonb(old) - referring
     and (new.broker_id is null or new.broker_id = old.broker_id
          or exists (select from broker_merges where from_id = old.broker_id and into_id = new.broker_id))
     and (new.campaign_id is null or new.campaign_id = old.campaign_id)
     and (new.enrolment_id is null or new.enrolment_id = old.enrolment_id) then
    return new;
  end if;
  raise exception 'call_decisions is append-only';
end $$;
