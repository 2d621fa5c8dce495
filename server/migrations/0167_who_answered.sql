-- Outcomes of calls that were answered without a conversation. Decision 067.
alter table calls drop constraint calls_outcome_check;
alter table calls add constraint calls_outcome_check check (outcome in ('human', 'voicemail', 'screened', 'silent', 'no_answer',
  'busy', 'declined', 'invalid_number', 'provider_fault', 'cancelled', 'unknown'));

-- A call screener answered for the broker: a stage between dialled and reached.
alter table enrolments add column screened boolean not null default false;
drop index enrolments_progress;
-- serves: a campaign's progress, without its rows; equal keys share an entry
create index enrolments_progress on enrolments
  (campaign_id, simulated, state, attempts, screened, reached, chose, booked, accredited);

-- The words of an event of any kind are removed together with its transcript.
create or replace function erase_call_events(calls integer[]) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  update call_events set data = case kind
    when 'transcript' then jsonb_build_object('lines', '[]'::jsonb, 'summary', null)
    when 'ended' then data || '{"message": null}'
    when 'recording' then data || '{"ref": null}'
    else data || case when data ? 'text' then '{"text": ""}' else '{}' end::jsonb end
  where call_id = any($1) and called_at between (select min(c.created_at) from calls c where c.id = any($1))
    and (select max(c.created_at) from calls c where c.id = any($1))
$$;
create or replace function remove_from_call_events(calls integer[], kinds text[]) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  update call_events set data = case kind
    when 'transcript' then jsonb_build_object('lines', '[]'::jsonb, 'summary', null)
    when 'ended' then data || '{"message": null}'
    when 'recording' then data || '{"ref": null}'
    else data || case when data ? 'text' then '{"text": ""}' else '{}' end::jsonb end
  where call_id = any($1) and kind = any($2)
    and called_at between (select min(c.created_at) from calls c where c.id = any($1))
    and (select max(c.created_at) from calls c where c.id = any($1))
$$;
