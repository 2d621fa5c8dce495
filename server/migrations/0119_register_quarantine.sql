-- Rows of ASIC's files that cannot be read: kept with their text, while the rest of the file is imported. Decision 057.
alter table register_snapshots add column quarantined integer not null default 0;
-- unreadable rows whose last readable state stays in force
alter table register_snapshots add column kept integer not null default 0;

create table register_quarantine (
  id bigint generated always as identity primary key,
  register text not null,
  snapshot_id integer not null references register_snapshots on delete cascade,
  -- of the file, from 1
  line integer not null,
  -- as the file has it, shortened
  text text not null,
  reason text not null,
  -- as far as they can be read
  number text,
  name text,
  cells text[] not null,
  -- the row that stays in force as it was when it could be read last
  entry_id bigint references register_entries on delete set null,
  -- date of the snapshot in which it could be read last
  read_on date,
  -- a later snapshot has it neither readable nor unreadable
  vanished_snapshot_id integer references register_snapshots on delete set null
);
-- serves: the unreadable rows of a snapshot
create index register_quarantine_snapshot on register_quarantine (snapshot_id);
-- serves: the rows that have disappeared with a snapshot
create index register_quarantine_vanished on register_quarantine (vanished_snapshot_id) where vanished_snapshot_id is not null;
-- serves: since when an entry stays in force unread
create index register_quarantine_entry on register_quarantine (entry_id) where entry_id is not null;

-- How the last attempts to fetch a register ended. A failure is reported when it begins, and ends with the next success.
create table register_fetches (
  register text primary key check (register in ('banned_persons', 'banned_organisations', 'credit_representatives',
    'credit_licensees')),
  attempted_at timestamptz not null,
  succeeded_at timestamptz,
  -- null: the last attempt succeeded
  failed_since timestamptz,
  failures integer not null default 0,
  reason text
);

alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check check (kind in ('call_back', 'meeting_wanted', 'meeting_differs',
  'meeting_unmarked', 'import_failed', 'application_overdue', 'document_overdue', 'call_unknown', 'not_delivered',
  'compliance_review', 'register_stale', 'register_unreadable', 'register_not_fetched', 'finding_of_many', 'check_missed',
  'score_appeal'));
