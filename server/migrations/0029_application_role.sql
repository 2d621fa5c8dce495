-- The application need not own the database: it runs as a role that reads, writes rows, and adds to what is proof.

-- What that role may do with each table beside reading it. Whoever migrates adds the tables that are not named and makes
-- the grants; the start checks them.
create table table_rights (
  name text primary key,
  inserts boolean not null default true,
  deletes boolean not null default true,
  -- columns that it may change; null: all
  updates text[]
);
insert into table_rights (name, inserts, deletes, updates) values
  ('schema_migrations', false, false, '{}'),
  ('table_rights', false, false, '{}'),
  ('audit_log', true, false, '{}'),
  ('call_decisions', true, false, '{}'),
  ('application_events', true, false, '{}'),
  ('document_events', true, false, '{}'),
  -- what vendors told, and what calls said
  ('call_events', true, false, '{}'),
  ('campaign_versions', true, false, '{}'),
  -- what somebody wrote goes when the person is erased, that they wrote stays
  ('inbound_messages', true, false, '{from_number,body}'),
  -- an entry ends, and stays
  ('suppressions', true, false, '{ended_at,ended_reason,ended_by}'),
  ('broker_merges', true, false, '{into_id,merged}');

-- Whether `after` says the same as `before`, but for words taken out: nothing else can have been put in.
create function only_taken_out(before text, after text) returns boolean language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$
  select after is null or coalesce(before like
    replace(regexp_replace(after, '([\\%_])', '\\\1', 'g'), 'Erased person', '%'), false)
$$;
create function only_taken_out(before jsonb, after jsonb) returns boolean language plpgsql immutable
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if after is null or jsonb_typeof(after) = 'null' or before = after then return true; end if;
  if before is null or jsonb_typeof(before) <> jsonb_typeof(after) then return false; end if;
  case jsonb_typeof(after)
    when 'string' then return only_taken_out(before #>> '{}', after #>> '{}');
    when 'object' then return
      (select array_agg(key) from jsonb_object_keys(before) key)
        is not distinct from (select array_agg(key) from jsonb_object_keys(after) key)
      and (select bool_and(only_taken_out(before -> key, value)) from jsonb_each(after));
    when 'array' then return jsonb_array_length(before) = jsonb_array_length(after)
      and (select bool_and(only_taken_out(before -> (place - 1)::integer, value))
        from jsonb_array_elements(after) with ordinality as part (value, place));
    else return false;
  end case;
end $$;

-- As before, with the owner's rights: words of the audit log may be taken out, none put in.
create or replace function erase_from_audit(changes jsonb) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from audit_log a
    join jsonb_to_recordset(changes) as changed (id bigint, actor text, before jsonb, after jsonb, ip text) using (id)
    where changed.actor is null or not (only_taken_out(a.actor, changed.actor)
      and only_taken_out(a.before, changed.before) and only_taken_out(a.after, changed.after)
      and (changed.ip is null or changed.ip = a.ip))
  ) then
    raise exception 'erase_from_audit only takes words out';
  end if;
  perform set_config('brokerline.erasing', 'yes', true);
  update audit_log
  set actor = changed.actor, before = changed.before, after = changed.after, ip = changed.ip
  from jsonb_to_recordset(changes) as changed (id bigint, actor text, before jsonb, after jsonb, ip text)
  where audit_log.id = changed.id;
  perform set_config('brokerline.erasing', 'no', true);
end $$;

-- Takes what a person said out of what the provider told about calls: that it told it stays.
create function erase_call_events(calls integer[]) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  update call_events set data = case kind
    when 'transcript' then jsonb_build_object('lines', '[]'::jsonb, 'summary', null)
    when 'ended' then data || '{"message": null}'
    when 'recording' then data || '{"ref": null}'
    else data end
  where call_id = any(calls)
$$;

-- Decisions about a record that was merged follow it; that the merge is recorded is seen to by refuse_decision_change.
create function move_call_decisions(from_broker integer, into_broker integer) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  update call_decisions set broker_id = into_broker where broker_id = from_broker
$$;

revoke execute on function erase_from_audit(jsonb), erase_call_events(integer[]), move_call_decisions(integer, integer)
  from public;

-- Deleting a row runs the triggers of what refers to it as the owner: they find tables where they are, not where the
-- session says.
alter function refuse_change() set search_path = pg_catalog, public, pg_temp;
alter function refuse_event_change() set search_path = pg_catalog, public, pg_temp;
alter function refuse_decision_change() set search_path = pg_catalog, public, pg_temp;
alter function refuse_document_event_change() set search_path = pg_catalog, public, pg_temp;
alter function document_search_text(integer, integer, integer) set search_path = pg_catalog, public, pg_temp;
alter function set_document_search_text() set search_path = pg_catalog, public, pg_temp;
alter function follow_broker_names() set search_path = pg_catalog, public, pg_temp;
alter function follow_document_type_names() set search_path = pg_catalog, public, pg_temp;
alter function mark_replaced_documents() set search_path = pg_catalog, public, pg_temp;
