-- What was said in calls, as it is searched. Decision 041.

-- The words of a call that was no test call: those of the person called have weight A, the agent's B. One word more is its
-- campaign's, so that the index finds the calls of one campaign alone.
create table transcript_words (
  call_id integer primary key references calls on delete cascade,
  words tsvector not null
);
-- serves: the search in the transcripts of a campaign
create index transcript_words_search on transcript_words using gin (words) with (gin_pending_list_limit = 256);

create function words_said(transcript jsonb, campaign integer) returns tsvector language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select setweight(to_tsvector('english', coalesce(string_agg(line ->> 'text', ' ') filter (where line ->> 'speaker' = 'caller'), '')), 'A')
    || setweight(to_tsvector('english', coalesce(string_agg(line ->> 'text', ' ') filter (where line ->> 'speaker' <> 'caller'), '')), 'B')
    || array_to_tsvector(array['campaign:' || coalesce(campaign, 0)])
  from jsonb_array_elements(transcript) line
$$;

create function keep_words_said() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.test or new.transcript = '[]' then
    delete from transcript_words where call_id = new.id;
  else
    insert into transcript_words (call_id, words) values (new.id, words_said(new.transcript, new.campaign_id))
    on conflict (call_id) do update set words = excluded.words;
  end if;
  return null;
end $$;
create trigger calls_words after insert on calls for each row
  when (new.transcript <> '[]' and not new.test) execute function keep_words_said();
create trigger calls_words_again after update of transcript, campaign_id on calls for each row
  when (old.transcript is distinct from new.transcript
    or old.campaign_id is distinct from new.campaign_id and new.transcript <> '[]')
  execute function keep_words_said();

-- Calls from before: a job goes through those with smaller numbers, the newest first.
create table transcript_backlog (
  id boolean primary key default true check (id),
  below integer not null
);
insert into transcript_backlog (below) select coalesce(max(id) + 1, 0) from calls;
