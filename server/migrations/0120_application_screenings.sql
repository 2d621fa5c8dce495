-- Applicants are compared with ASIC's registers like brokers, before a reviewer sees them. Decision 058.
create table application_screenings (
  application_id integer primary key references applications on delete cascade,
  -- digest of the applicant's details that were compared
  facts text not null,
  -- the newest snapshot of any register at that time; null: none was loaded
  snapshot_id integer,
  -- date of each snapshot that was asked
  snapshots jsonb not null,
  result text not null check (result in ('flagged', 'clean', 'not_checked')),
  risk_score integer not null check (risk_score between 0 and 100),
  findings jsonb not null,
  screened_at timestamptz not null
);
