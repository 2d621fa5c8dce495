create table document_types (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  description text not null default '',
  category text not null check (category in ('licensing', 'identity', 'professional')),
  required boolean not null,
  -- bytes
  max_file_size integer not null default 10485760 check (max_file_size between 102400 and 52428800),
  -- an approval needs the day on which the document ends
  expires boolean not null,
  -- suggested to the reviewer: months from the approval
  validity_months integer check (validity_months between 1 and 120),
  -- what a reviewer compares, e.g. 'number = profile, name, licensee'
  review_hint text not null default '',
  position integer not null,
  -- no longer asked for; documents that were given stay
  retired_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
-- decides: brokers choose by name, so no two that are asked for have the same
create unique index document_types_name on document_types (lower(name)) where retired_at is null;

-- Why documents are rejected, in the words that brokers read.
create table rejection_reasons (
  id integer generated always as identity primary key,
  text text not null unique check (text <> ''),
  position integer not null
);

-- One row is one upload: a version of the broker's document of this type. Versions and reasons stay.
create table documents (
  id integer generated always as identity primary key,
  broker_id integer not null references brokers on delete restrict,
  document_type_id integer not null references document_types on delete restrict,
  version integer not null,
  file_id integer not null unique references vault_files on delete restrict,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  -- the newest version of its type: what the broker sees and the queue asks about
  current boolean not null default true,
  -- approved documents only; a licence or policy ends at the end of this day in Sydney
  expires_on date,
  -- a newer version is approved too: nobody needs to know when this one ends
  replaced boolean not null default false,
  -- what the reviewer said; kept with its version
  reason text,
  claimed_by integer references users on delete set null,
  claimed_at timestamptz,
  uploaded_at timestamptz not null default clock_timestamp(),
  -- whoever sent it: the broker's user, or staff filing it for them
  uploaded_by integer references users on delete set null,
  reviewed_at timestamptz,
  reviewed_by integer references users on delete set null,
  -- pictures: pages of the PDF, its first page as a picture in the vault, or why there is none
  render_state text not null default 'waiting' check (render_state in ('waiting', 'done', 'failed')),
  render_fault text,
  pages integer,
  thumbnail_file_id integer unique references vault_files on delete set null,
  -- broker, company, file name and type, for the search
  search_text text not null default '',
  updated_at timestamptz not null default clock_timestamp(),
  unique (broker_id, document_type_id, version),
  check (status = 'approved' or expires_on is null)
);
-- decides: of two uploads at once each gets a version, and one of them is current
create unique index documents_current on documents (broker_id, document_type_id) where current;
-- serves: the review queue, oldest first
create index documents_queue on documents (uploaded_at, id) where status = 'pending' and current;
-- serves: all documents, newest first
create index documents_uploaded_at on documents (uploaded_at desc, id desc);
-- serves: what expires next, and the reminders
create index documents_expires_on on documents (expires_on, id) where status = 'approved' and not replaced;
-- serves: all documents by their end; what does not end comes last
create index documents_end on documents ((coalesce(expires_on, 'infinity'::date)), id);
-- serves: the search
create index documents_search_text on documents using gin (search_text gin_trgm_ops);
-- serves: documents that wait for their pictures
create index documents_waiting on documents (id) where render_state = 'waiting';

-- What the review queue is searched by, in one place: names change, and whoever changes them need not know of this.
create function document_search_text(broker integer, file integer, type integer) returns text language sql stable as $$
  select lower(normalize(concat_ws(' ', b.name, b.company, f.filename, t.name), nfkc))
  from brokers b, vault_files f, document_types t where b.id = broker and f.id = file and t.id = type
$$;
create function set_document_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := document_search_text(new.broker_id, new.file_id, new.document_type_id);
  return new;
end $$;
create trigger documents_search_text before insert or update of broker_id, file_id, document_type_id on documents
  for each row execute function set_document_search_text();
create function follow_broker_names() returns trigger language plpgsql as $$
begin
  update documents set search_text = document_search_text(broker_id, file_id, document_type_id)
  where broker_id = new.id;
  return null;
end $$;
create trigger brokers_document_search_text after update of name, company on brokers for each row
  when (row(old.name, old.company) is distinct from row(new.name, new.company))
  execute function follow_broker_names();
create function follow_document_type_names() returns trigger language plpgsql as $$
begin
  update documents set search_text = document_search_text(broker_id, file_id, document_type_id)
  where document_type_id = new.id;
  return null;
end $$;
create trigger document_types_search_text after update of name on document_types for each row
  when (old.name is distinct from new.name) execute function follow_document_type_names();

-- Keeps `replaced` as it says above, whoever decides, takes back or merges.
create function mark_replaced_documents() returns trigger language plpgsql as $$
begin
  update documents d set replaced = not d.replaced
  where d.broker_id = new.broker_id and d.document_type_id = new.document_type_id
    and d.replaced <> (d.status = 'approved' and exists (select from documents newer
      where newer.broker_id = d.broker_id and newer.document_type_id = d.document_type_id
        and newer.version > d.version and newer.status = 'approved'));
  return null;
end $$;
create trigger documents_replaced after insert or update of status, version, broker_id, document_type_id on documents
  for each row execute function mark_replaced_documents();

-- What happened with a document. Rows are only ever added.
create table document_events (
  id integer generated always as identity primary key,
  document_id integer not null references documents on delete cascade,
  type text not null
    check (type in ('uploaded', 'claimed', 'given_back', 'approved', 'rejected', 'expired', 'reminded')),
  actor text not null,
  reason text,
  expires_on date,
  -- of a reminder: which of the three it was
  days_ahead integer check (days_ahead in (60, 30, 7)),
  at timestamptz not null default clock_timestamp()
);
create index document_events_document_id on document_events (document_id, id);
-- decides: each reminder once, and the end once, for a document and its last day
create unique index document_events_reminded on document_events (document_id, expires_on, days_ahead) where type = 'reminded';
create unique index document_events_expired on document_events (document_id, expires_on) where type = 'expired';

create function refuse_document_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from documents where id = old.document_id) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger document_events_append_only before update or delete on document_events
  for each row execute function refuse_document_event_change();

-- A broker was asked for a document, or for a newer copy, in these words; ends with the next upload of that type.
create table document_requests (
  id integer generated always as identity primary key,
  broker_id integer not null references brokers on delete cascade,
  document_type_id integer not null references document_types on delete restrict,
  note text not null check (note <> ''),
  -- the reviewer's name
  actor text not null,
  at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
-- decides: one is open at a time
create unique index document_requests_open on document_requests (broker_id, document_type_id) where ended_at is null;
-- serves: the history of a document
create index document_requests_broker_id on document_requests (broker_id, document_type_id, id);

-- Days on which reminders and ends were looked after; a day is begun once, and done when it is finished.
create table document_expiry_days (
  day date primary key,
  started_at timestamptz not null,
  finished_at timestamptz
);

-- serves: the access log, newest first
create index audit_log_document_access on audit_log (id desc)
  where action in ('document.viewed', 'document.downloaded', 'application.file_read');
-- serves: the access log of one broker, whose documents may be gone
create index audit_log_document_broker on audit_log ((after ->> 'brokerId'), id desc)
  where action in ('document.viewed', 'document.downloaded', 'application.file_read');

-- How far a broker's accreditation is; worked out from documents and applications whenever they change.
create table broker_accreditations (
  broker_id integer primary key references brokers on delete cascade,
  status text not null check (status in ('in_progress', 'conditional', 'accredited', 'lapsed')),
  since timestamptz not null,
  updated_at timestamptz not null default clock_timestamp()
);

insert into document_types (name, description, category, required, expires, validity_months, review_hint, position)
values
  ('ASIC credit representative or licence evidence',
   'Your credit representative number or Australian credit licence, as ASIC’s register shows it.',
   'licensing', true, true, 12, 'Number as in the profile; name and licensee as in the register.', 1),
  ('Professional indemnity certificate of currency',
   'The current certificate from your insurer, with cover, insured name and the day the policy ends.',
   'licensing', true, true, 12,
   'Insured name; at least $2 million for any one claim and in aggregate; run-off cover; insurer. The expiry is the policy’s end.', 2),
  ('AFCA membership certificate',
   'Your own membership of the Australian Financial Complaints Authority, or your licensee’s.',
   'licensing', true, true, 12, 'Member name and number, own or by the licensee.', 3),
  ('Association membership certificate',
   'MFAA, FBAA or CAFBA membership for this year.',
   'professional', true, true, 12, 'Active in this membership year; number as in the profile.', 4),
  ('Photo ID', 'Driver licence or passport.', 'identity', true, true, null,
   'Name as in the profile; the expiry is that of the ID.', 5),
  ('National police check', 'Issued within the last three months.', 'identity', true, true, 24,
   'Issued within three months before the upload; disclosable outcomes.', 6),
  ('Certificate IV or Diploma of Finance and Mortgage Broking',
   'Certificate IV (FNS40821) or Diploma (FNS50322), or an earlier one of the same kind.',
   'professional', true, false, null, 'Registered training organisation; name. Diploma due within 12 months where only the Certificate IV is there.', 7),
  ('CPD statement', 'Continuing professional development of the last year.', 'professional', true, true, 12,
   'Period; at least 20 hours (ASIC), 30 hours for MFAA members.', 8),
  ('Credit and bankruptcy report', 'Issued within the last three months.', 'identity', false, false, null,
   'Issued within three months before the upload.', 9),
  ('Aggregator authorisation letter', 'The letter that authorises you under your aggregator.', 'professional', false, true, 12,
   'Aggregator, name, date.', 10),
  ('CV and references', 'Your CV, or two written references.', 'professional', false, false, null, '', 11);

insert into rejection_reasons (text, position) values
  ('The document has expired. Please upload the current one.', 1),
  ('The name on the document is not the name in your profile.', 2),
  ('The copy is not readable. Please upload a clearer one.', 3),
  ('Pages are missing. Please upload the whole document.', 4),
  ('This is another kind of document than the one asked for.', 5),
  ('The cover is below the minimum of $2 million for any one claim and in aggregate.', 6);
