-- Texts that lists are searched by are found by their trigrams, however many rows there are. Rows that were just added wait in a
-- short list, which each search reads through: not in a long one.

-- serves: the outbox by recipient, subject and text
create index messages_search on messages using gin (
  (lower(recipient || ' ' || coalesce(subject, '') || ' ' || body)) gin_trgm_ops
) with (gin_pending_list_limit = 256);

-- What a row of the audit log concerns, as it is named where no user of that name is there any more.
create function audit_subject(subject_type text, subject_id text, before jsonb, after jsonb) returns text
language sql immutable parallel safe
return case when subject_type = 'user'
  then coalesce(after ->> 'email', before ->> 'email', 'user' || coalesce(' ' || subject_id, ''))
  else replace(subject_type, '_', ' ') || coalesce(' ' || subject_id, '') end;

-- What a row of the audit log is searched by, in lower case, a line for each part. Each line begins like a word.
create function audit_text(actor text, action text, subject_type text, subject_id text, before jsonb, after jsonb) returns text
language sql immutable parallel safe
return lower(actor || ' ' || action || ' ' || subject_type || coalesce(' ' || subject_id, '')
  || E'\n ' || audit_subject(subject_type, subject_id, before, after)
  || case when subject_type in ('broker', 'user')
    then coalesce(E'\n ' || (before ->> 'name'), '') || coalesce(E'\n ' || (after ->> 'name'), '') else '' end);

-- serves: the audit log by what its rows say
create index audit_log_search on audit_log using gin (
  audit_text(actor, action, subject_type, subject_id, before, after) gin_trgm_ops
) with (gin_pending_list_limit = 256);
-- serves: rows of the audit log about users, by their names
create index users_search on users using gin (lower(name) gin_trgm_ops);
-- serves: who looked at documents, by reader, file and type
create index audit_log_access_search on audit_log using gin (
  (lower(actor || ' ' || coalesce(after ->> 'filename', '') || ' ' || coalesce(after ->> 'typeName', ''))) gin_trgm_ops
) where action in ('document.viewed', 'document.downloaded', 'application.file_read');
-- serves: applications by person, company and numbers
create index applications_search on applications using gin (
  (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')
    || ' ' || coalesce(company, '') || ' ' || coalesce(asic_number, ''))) gin_trgm_ops
);
-- serves: bookings by who booked
create index bookings_search on bookings using gin (
  (lower(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) gin_trgm_ops
);

-- what these indexes tell the planner is known at once
analyze messages, audit_log, users, applications, bookings;

-- it served what a campaign's calls have cost, which the figures know
drop index calls_priced;

-- How many brokers an audience had, and when they were counted: counting all of them each time that the list is read costs too much.
alter table audiences add column brokers integer;
alter table audiences add column counted_at timestamptz;
