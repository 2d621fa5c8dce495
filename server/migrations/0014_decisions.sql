-- A decision is proof: it outlives the broker and the campaign that it was about, and never changes.
alter table call_decisions
  drop constraint call_decisions_broker_id_fkey,
  drop constraint call_decisions_campaign_id_fkey,
  add foreign key (broker_id) references brokers on delete set null,
  add foreign key (campaign_id) references campaigns on delete set null;

create function refuse_decision_change() returns trigger language plpgsql as $$
declare
  referring text[] := array['broker_id', 'campaign_id', 'enrolment_id'];
begin
  -- the one permitted change: what it refers to is deleted
  if tg_op = 'UPDATE' and to_jsonb(new) - referring = to_jsonb(old) - referring
     and (new.broker_id is null or new.broker_id = old.broker_id)
     and (new.campaign_id is null or new.campaign_id = old.campaign_id)
     and (new.enrolment_id is null or new.enrolment_id = old.enrolment_id) then
    return new;
  end if;
  raise exception 'call_decisions is append-only';
end $$;
create trigger call_decisions_append_only before update or delete on call_decisions
  for each row execute function refuse_decision_change();

-- serves: the clean-up
create index dispatch_slots_slot_at on dispatch_slots (slot_at);
