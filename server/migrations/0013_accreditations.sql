create table applications (
  id integer generated always as identity primary key,
  status text not null
    check (status in ('draft', 'submitted', 'in_review', 'info_requested', 'approved', 'declined')),
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  phone text not null default '',
  -- E.164 where it is an Australian number, for finding the broker
  phone_e164 text,
  asic_number text not null default '',
  membership text not null default '',
  company text not null default '',
  accepted_terms_at timestamptz,
  source text not null default 'web' check (source in ('web', 'call')),
  call_id integer references calls on delete set null,
  simulated boolean not null default false,
  -- who the link named, then whom the approval linked
  broker_id integer references brokers on delete set null,
  claimed_by integer references users on delete set null,
  claimed_at timestamptz,
  reason text,
  submitted_at timestamptz,
  decided_at timestamptz,
  -- drafts only
  expires_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (status = 'draft' or submitted_at is not null)
);
-- serves: the list and the dashboard's count
create index applications_created_at on applications (created_at desc, id desc);
create index applications_submitted_at on applications (submitted_at) where submitted_at is not null;
create index applications_broker_id on applications (broker_id) where broker_id is not null;
-- serves: drafts that have expired
create index applications_expires_at on applications (expires_at) where status = 'draft';
-- decides: a call opens one draft
create unique index applications_call_id on applications (call_id) where call_id is not null;
-- decides: one application of an address is open at a time
create unique index applications_open on applications (lower(email))
  where status in ('submitted', 'in_review', 'info_requested');
-- serves: how many drafts an address has got lately
create index applications_drafts on applications (lower(email), created_at) where status = 'draft';

create table application_files (
  application_id integer not null references applications on delete cascade,
  kind text not null check (kind in ('piInsurance', 'licenceCopy')),
  file_id integer not null references vault_files on delete restrict,
  uploaded_at timestamptz not null default clock_timestamp(),
  primary key (application_id, kind)
);
-- serves: whether a file of the vault belongs to something
create index application_files_file_id on application_files (file_id);

-- What happened with an application. Rows are only ever added.
create table application_events (
  id integer generated always as identity primary key,
  application_id integer not null references applications on delete cascade,
  status text not null,
  actor text not null,
  reason text,
  at timestamptz not null default clock_timestamp()
);
create index application_events_application_id on application_events (application_id, id);

-- As refuse_change does, but a row goes with its application: a draft that has expired leaves nothing.
create function refuse_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from applications where id = old.application_id) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger application_events_append_only before update or delete on application_events
  for each row execute function refuse_event_change();

alter table messages add foreign key (application_id) references applications on delete set null;
