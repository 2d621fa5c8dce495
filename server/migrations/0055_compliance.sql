-- What screening found about brokers, and what people decided about it. Decision 028.
create table compliance_runs (
  id integer generated always as identity primary key,
  reason text not null check (reason in ('manual', 'weekly', 'snapshot')),
  status text not null default 'running' check (status in ('running', 'finished', 'failed')),
  total integer not null,
  done integer not null default 0,
  flagged integer not null default 0,
  -- the last broker that was checked: where it goes on after a crash
  last_broker_id integer not null default 0,
  started_by integer references users on delete set null,
  started_at timestamptz not null,
  touched_at timestamptz not null,
  finished_at timestamptz
);
-- serves: one run of all brokers at a time, and finding it
create unique index compliance_runs_running on compliance_runs ((true)) where status = 'running';

create table compliance_checks (
  id bigint generated always as identity primary key,
  broker_id integer not null references brokers on delete cascade,
  run_id integer references compliance_runs on delete set null,
  check_type text not null check (check_type in ('asic_banned', 'external_mentions')),
  result text not null check (result in ('flagged', 'clean', 'error')),
  risk_score integer not null check (risk_score between 0 and 100),
  -- each finding: subject, title, risk, points with their reasons, rows of the registers, silenced
  findings jsonb not null,
  -- the date of each snapshot that was asked
  snapshots jsonb not null,
  flagged_keywords text[] not null default '{}',
  source_urls text[] not null default '{}',
  completed_at timestamptz not null
);
-- serves: a broker's history, newest first
create index compliance_checks_broker on compliance_checks (broker_id, id desc);
-- serves: what a run found
create index compliance_checks_run on compliance_checks (run_id) where run_id is not null;

create table compliance_findings (
  id bigint generated always as identity primary key,
  broker_id integer not null references brokers on delete cascade,
  check_type text not null check (check_type in ('asic_banned', 'external_mentions')),
  -- e.g. 'banned_persons:#031925499'
  subject text not null,
  -- of what it says: another one is news
  fingerprint text not null,
  title text not null,
  risk integer not null check (risk between 0 and 100),
  found_at timestamptz not null,
  -- when people were told of it as it is
  alerted_at timestamptz,
  -- silenced while it says what it said then
  cleared_fingerprint text,
  cleared_at timestamptz,
  cleared_by integer references users on delete set null,
  unique (broker_id, check_type, subject)
);
-- serves: what nobody was told of yet
create index compliance_findings_untold on compliance_findings (broker_id) where alerted_at is null;
-- serves: whom a changed row of a register concerns
create index compliance_findings_subject on compliance_findings (subject);

create table broker_compliance (
  broker_id integer primary key references brokers on delete cascade,
  status text not null default 'active' check (status in ('active', 'flagged', 'suspended')),
  risk_score integer not null default 0 check (risk_score between 0 and 100),
  flagged_at timestamptz,
  -- not called while somebody looks at it; only what is high
  held_since timestamptz,
  held_reason text,
  checked_at timestamptz
);
-- serves: the table of flagged brokers
create index broker_compliance_flagged on broker_compliance (risk_score desc, broker_id) where status <> 'active';

create table compliance_reviews (
  id bigint generated always as identity primary key,
  broker_id integer not null references brokers on delete cascade,
  action text not null check (action in ('clear', 'suspend', 'propose_suspension', 'reinstate')),
  notes text not null,
  risk_score integer not null,
  reviewed_by integer references users on delete set null,
  reviewed_at timestamptz not null
);
-- serves: a broker's reviews, newest first
create index compliance_reviews_broker on compliance_reviews (broker_id, id desc);

-- two records that were one broker move together
insert into table_rights (name, inserts, deletes, updates) values
  ('compliance_checks', true, false, '{broker_id}'),
  ('compliance_reviews', true, false, '{broker_id}');

create table surveillance_settings (
  only_row boolean primary key default true check (only_row),
  -- a suspension needs two people
  four_eyes boolean not null default false
);
insert into surveillance_settings default values;

alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check check (kind in ('call_back', 'meeting_wanted', 'meeting_differs',
  'meeting_unmarked', 'import_failed', 'application_overdue', 'document_overdue', 'call_unknown', 'not_delivered',
  'compliance_review', 'register_stale'));
alter table tasks drop constraint tasks_subject_type_check;
alter table tasks add constraint tasks_subject_type_check check (subject_type in ('call', 'booking', 'application',
  'document', 'import', 'register'));
