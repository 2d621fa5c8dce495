-- Loans as the lender's own system has them, and the monthly scores that are made of them. Decision 029.
create table loan_imports (
  id integer generated always as identity primary key,
  status text not null check (status in ('preview', 'imported', 'undone')),
  filename text not null,
  columns jsonb not null,
  mapping jsonb not null,
  rows integer not null,
  accepted integer not null,
  rejected integer not null,
  -- of the accepted: loans that are there already
  existing integer not null,
  created integer,
  updated integer,
  skipped integer,
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  finished_at timestamptz
);
-- Rows of a file as they were uploaded, and what was read from those that are accepted.
create table loan_import_rows (
  import_id integer not null references loan_imports on delete cascade,
  -- as a spreadsheet numbers it: the header is row 1
  row integer not null,
  cells text[] not null,
  -- column, value and reason of everything that is wrong; null: accepted
  problems jsonb,
  loan_id text,
  broker_id integer,
  lodged_on date,
  approved_on date,
  settled_on date,
  amount numeric(14, 2),
  lvr numeric(5, 2),
  credit_score smallint,
  reworked boolean,
  defaulted boolean,
  primary key (import_id, row)
);
-- serves: what is wrong with a file
create index loan_import_rows_rejected on loan_import_rows (import_id, row) where problems is not null;

create table loans (
  id bigint generated always as identity primary key,
  -- the lender's own number
  loan_id text not null unique,
  broker_id integer not null references brokers on delete cascade,
  lodged_on date not null,
  approved_on date,
  settled_on date,
  -- AUD
  amount numeric(14, 2) not null check (amount > 0),
  -- per cent
  lvr numeric(5, 2),
  -- Equifax, 0 to 1200
  credit_score smallint,
  reworked boolean not null,
  defaulted boolean not null,
  import_id integer references loan_imports on delete set null
);
-- serves: the loans of a window, by broker
create index loans_window on loans (broker_id, lodged_on);
-- serves: which months have loans
create index loans_lodged on loans (lodged_on);

-- What an import changed, so that it can be undone: the loan as it was before; null: it was new.
create table loan_import_changes (
  import_id integer not null references loan_imports on delete cascade,
  loan_id text not null,
  before jsonb,
  primary key (import_id, loan_id)
);

create table scorecards (
  id integer generated always as identity primary key,
  -- null: the draft
  version integer unique,
  rules jsonb not null,
  note text not null default '',
  published_at timestamptz,
  published_by integer references users on delete set null,
  updated_at timestamptz not null default clock_timestamp()
);
-- decides: there is one draft
create unique index scorecards_draft on scorecards ((true)) where version is null;

insert into scorecards (version, note, published_at, rules) values (1, 'As delivered', clock_timestamp(), '{
  "criteria": {
    "defaultRate": {"weight": 0.25, "points": [[0, 100], [1, 88], [2, 72], [5, 35], [8, 0]], "prior": {"mean": 1.5, "loans": 40}},
    "reworkRate": {"weight": 0.2, "points": [[5, 100], [10, 88], [20, 55], [35, 15], [50, 0]], "prior": {"mean": 18, "loans": 10}},
    "compliance": {"weight": 0.15, "points": [[0, 0], [100, 100]], "prior": null},
    "avgCreditScore": {"weight": 0.1, "points": [[460, 0], [661, 50], [735, 75], [853, 100]], "prior": {"mean": 745, "loans": 6}},
    "avgLvr": {"weight": 0.1, "points": [[60, 100], [70, 85], [80, 65], [85, 45], [90, 15], [95, 0]], "prior": {"mean": 73, "loans": 6}},
    "avgDaysToApproval": {"weight": 0.1, "points": [[7, 100], [12, 80], [16, 60], [22, 30], [30, 0]], "prior": {"mean": 15.5, "loans": 6}},
    "totalLoans": {"weight": 0.1, "points": [[0, 0], [5, 50], [15, 80], [30, 100]], "prior": null}
  },
  "rewardFrom": 80, "watchlistBelow": 60, "windowMonths": 3, "defaultsMonths": 12, "lowVolumeBelow": 5
}');

create table score_runs (
  id integer generated always as identity primary key,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  scorecard_id integer not null references scorecards on delete restrict,
  reason text not null check (reason in ('manual', 'monthly', 'late_loans')),
  status text not null default 'running' check (status in ('running', 'finished', 'failed')),
  -- what little evidence is drawn towards in this month, by criterion; null until the first brokers are scored
  priors jsonb,
  total integer not null,
  done integer not null default 0,
  -- where it goes on after a crash
  last_broker_id integer not null default 0,
  started_by integer references users on delete set null,
  started_at timestamptz not null,
  touched_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
-- decides: one calculation of a month at a time
create unique index score_runs_running on score_runs (month) where status = 'running';
-- serves: the newest calculation of a month
create index score_runs_month on score_runs (month, id desc);

create table score_overrides (
  id integer generated always as identity primary key,
  broker_id integer not null references brokers on delete cascade,
  month text not null,
  tier text not null check (tier in ('Reward', 'Neutral', 'Watchlist')),
  -- what it overrides: another result ends it
  calculated_tier text not null,
  reason text not null,
  made_by integer references users on delete set null,
  made_at timestamptz not null,
  expires_on date not null,
  ended_at timestamptz,
  ended_reason text
);
-- decides: one override holds for a broker at a time
create unique index score_overrides_open on score_overrides (broker_id) where ended_at is null;
-- serves: a broker's overrides
create index score_overrides_broker on score_overrides (broker_id, id desc);

create table broker_scores (
  id integer generated always as identity primary key,
  month text not null,
  broker_id integer not null references brokers on delete cascade,
  run_id integer not null references score_runs on delete restrict,
  scorecard_id integer not null references scorecards on delete restrict,
  overall numeric(4, 1) not null check (overall between 0 and 100),
  calculated_tier text not null check (calculated_tier in ('Reward', 'Neutral', 'Watchlist')),
  -- with the override
  tier text not null check (tier in ('Reward', 'Neutral', 'Watchlist')),
  override_id integer references score_overrides on delete set null,
  total_loans integer not null,
  default_rate double precision,
  rework_rate double precision,
  avg_credit_score double precision,
  avg_lvr double precision,
  avg_days double precision,
  -- loans behind each of these five
  evidence_of integer[] not null,
  -- 0 to 100; once the month is over it stays as it was first found
  compliance integer not null,
  gates text[] not null,
  -- by criterion, in the order of the scorecard
  adjusted double precision[] not null,
  points double precision[] not null,
  -- before loans came late: score, tier, moment
  previous jsonb,
  calculated_at timestamptz not null,
  -- serves: a broker's scores too
  unique (broker_id, month)
);
-- serves: the scores of a month, the highest first
create index broker_scores_month on broker_scores (month, overall desc, id);

-- Months whose loans changed after they were calculated.
create table outdated_months (
  month text primary key,
  since timestamptz not null
);

-- Brokers ask for another look at their score.
create table score_appeals (
  id integer generated always as identity primary key,
  broker_id integer not null references brokers on delete cascade,
  month text not null,
  overall numeric(4, 1) not null,
  tier text not null,
  reason text not null,
  made_at timestamptz not null,
  -- the last day for the answer
  due_on date not null,
  status text not null default 'open' check (status in ('open', 'upheld', 'declined', 'withdrawn')),
  answer text,
  answered_by integer references users on delete set null,
  answered_at timestamptz
);
-- decides: one open appeal of a broker a month
create unique index score_appeals_open on score_appeals (broker_id, month) where status = 'open';
-- serves: appeals that wait, the most urgent first
create index score_appeals_waiting on score_appeals (due_on, id) where status = 'open';
-- serves: a broker's appeals
create index score_appeals_broker on score_appeals (broker_id, id desc);

alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check check (kind in ('call_back', 'meeting_wanted', 'meeting_differs',
  'meeting_unmarked', 'import_failed', 'application_overdue', 'document_overdue', 'call_unknown', 'not_delivered',
  'compliance_review', 'register_stale', 'score_appeal'));

-- Most Australian brokers work under one.
alter table brokers add column aggregator text;
-- serves: the choices of the filter, and an audience of an aggregator
create index brokers_aggregator on brokers (aggregator) where aggregator is not null;
