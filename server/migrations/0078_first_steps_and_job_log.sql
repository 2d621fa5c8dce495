-- Who has put the list of first steps away.
create table setup_put_away (
  user_id integer primary key references users on delete cascade,
  at timestamptz not null default clock_timestamp()
);

-- What the queue itself forgets: each run of a background job, with how it ended.
create table job_runs (
  id bigint generated always as identity primary key,
  -- the queue's number of the job, which several runs share
  job_id bigint not null,
  task text not null,
  -- begun by the clock rather than by what somebody did
  scheduled boolean not null,
  attempt integer not null,
  -- `failed` is tried again by itself, `gave_up` is not
  result text not null check (result in ('done', 'failed', 'gave_up')),
  error text,
  started_at timestamptz not null,
  ended_at timestamptz not null
);
-- serves: the job log of one kind
create index job_runs_task on job_runs (task, id desc);
-- serves: the job log of what failed
create index job_runs_failed on job_runs (id desc) where result <> 'done';
-- serves: the job log without what the clock begins
create index job_runs_begun on job_runs (id desc) where not scheduled;
-- serves: removal of runs past their period
create index job_runs_ended on job_runs (ended_at);
