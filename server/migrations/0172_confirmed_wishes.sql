-- Wishes from speech act only after a read-back that the person affirmed. Decision 069.

-- the link whose read-back is not answered yet
alter table live_scripts drop constraint live_scripts_pending_check;
alter table live_scripts add constraint live_scripts_pending_check
  check (pending in ('option_1', 'option_2', 'option_3', 'callback', 'operator'));

-- the time of a wished call as it was read back: words, window and text
alter table live_scripts add column callback jsonb;

-- Of an opt-out from speech: the sentence, the second of the recording, the rule and the words that matched it.
alter table suppressions add column evidence jsonb;
update table_rights set updates = updates || '{evidence}' where name = 'suppressions';

-- The hold of an unclear opt-out of a caller, released when the caller denies it in the same call.
alter table inbound_calls add column hold_id integer references suppressions on delete set null;
-- serves: deleting a suppression
create index inbound_calls_hold on inbound_calls (hold_id) where hold_id is not null;

-- The reading of an utterance is removed together with its words.
create or replace function without_words(kind text, data jsonb) returns jsonb language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$
  select case kind
    when 'transcript' then jsonb_build_object('lines', '[]'::jsonb, 'summary', null)
    when 'understood' then data || '{"text": "", "value": null, "evidence": [], "question": null}'
    when 'ended' then data || '{"message": null}'
    when 'recording' then data || '{"ref": null}'
    else data || case when data ? 'text' then '{"text": ""}' else '{}' end::jsonb end
$$;
create or replace function erase_call_events(calls integer[]) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  update call_events set data = without_words(kind, data)
  where call_id = any($1) and called_at between (select min(c.created_at) from calls c where c.id = any($1))
    and (select max(c.created_at) from calls c where c.id = any($1))
$$;
create or replace function remove_from_call_events(calls integer[], kinds text[]) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  update call_events set data = without_words(kind, data)
  where call_id = any($1) and kind = any($2)
    and called_at between (select min(c.created_at) from calls c where c.id = any($1))
    and (select max(c.created_at) from calls c where c.id = any($1))
$$;
