-- Messages are searched by a key like names: without case, accents, apostrophes and dashes. The key is stored, because a search that
-- computed it for each match would be slow. The database keeps it in step with the text, also when a person is erased.
alter table messages add column search_key text not null
  generated always as (fold_key(recipient || ' ' || coalesce(subject, '') || ' ' || body)) stored;
-- serves: the outbox by recipient, subject and text
drop index messages_search;
create index messages_search on messages using gin (search_key gin_trgm_ops) with (gin_pending_list_limit = 256);
analyze messages;
