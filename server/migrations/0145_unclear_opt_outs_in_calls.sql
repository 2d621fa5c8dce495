-- Words of a call that may be an opt-out are removed together with its transcript.
create or replace function erase_call_events(calls integer[]) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  update call_events set data = case kind
    when 'transcript' then jsonb_build_object('lines', '[]'::jsonb, 'summary', null)
    when 'opt_out_unclear' then data || '{"text": ""}'
    when 'ended' then data || '{"message": null}'
    when 'recording' then data || '{"ref": null}'
    else data end
  where call_id = any($1) and called_at between (select min(c.created_at) from calls c where c.id = any($1))
    and (select max(c.created_at) from calls c where c.id = any($1))
$$;
create or replace function remove_from_call_events(calls integer[], kinds text[]) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  update call_events set data = case kind
    when 'transcript' then jsonb_build_object('lines', '[]'::jsonb, 'summary', null)
    when 'opt_out_unclear' then data || '{"text": ""}'
    when 'ended' then data || '{"message": null}'
    when 'recording' then data || '{"ref": null}'
    else data end
  where call_id = any($1) and kind = any($2)
    and called_at between (select min(c.created_at) from calls c where c.id = any($1))
    and (select max(c.created_at) from calls c where c.id = any($1))
$$;
