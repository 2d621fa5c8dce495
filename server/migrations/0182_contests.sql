-- Contests of automated decisions, by their person. Appeals against scores are one kind of them. Decision 080.
create table contests (
  id integer generated always as identity primary key,
  -- of the decision, in the register of automated decisions
  kind text not null,
  -- names one decision among those of its kind, e.g. '2026-10'
  reference text not null,
  broker_id integer references brokers on delete cascade,
  -- of a person without a record
  application_id integer references applications on delete cascade,
  -- as the person read it
  decision text not null,
  rule text not null,
  decided_at timestamptz not null,
  -- of a score: {overall, tier}
  facts jsonb not null default '{}',
  reason text not null,
  via text not null check (via in ('portal', 'link')),
  -- why the form may have been sent by a program
  suspicion text,
  made_at timestamptz not null,
  -- the last day for the answer
  due_on date not null,
  reminded_at timestamptz,
  -- upheld, changed: what became of the decision; withdrawn: the contest was
  status text not null default 'open' check (status in ('open', 'upheld', 'changed', 'withdrawn')),
  answer text,
  answered_by integer references users on delete set null,
  answered_at timestamptz,
  check (num_nonnulls(broker_id, application_id) > 0),
  check ((status = 'open') = (answered_at is null))
);
-- decides: one open contest of a decision
create unique index contests_open_broker on contests (broker_id, kind, reference) where status = 'open';
create unique index contests_open_application on contests (application_id, kind, reference)
  where status = 'open' and broker_id is null;
-- serves: contests that wait, the most urgent first; reminders
create index contests_waiting on contests (due_on, id) where status = 'open';
-- serves: a broker's contests
create index contests_broker on contests (broker_id, id desc);
-- serves: an applicant's contests
create index contests_application on contests (application_id) where application_id is not null;

-- the appeals keep their numbers, which the audit log and mails name
insert into contests (id, kind, reference, broker_id, decision, rule, decided_at, facts, reason, via, made_at, due_on,
    status, answer, answered_by, answered_at) overriding system value
  select a.id, 'score', a.month, a.broker_id,
    'Your score for ' || to_char((a.month || '-01')::date, 'FMMonth YYYY') || ': ' || a.overall || ' of 100, ' || a.tier || '.',
    'Scorecard', coalesce(s.calculated_at, a.made_at), jsonb_build_object('overall', a.overall, 'tier', a.tier),
    a.reason, 'portal', a.made_at, a.due_on,
    -- an appeal that was upheld changed the score
    case a.status when 'upheld' then 'changed' when 'declined' then 'upheld' else a.status end,
    a.answer, a.answered_by, case when a.status <> 'open' then coalesce(a.answered_at, a.made_at) end
  from score_appeals a left join broker_scores s on s.broker_id = a.broker_id and s.month = a.month;
select setval(pg_get_serial_sequence('contests', 'id'), greatest((select coalesce(max(id), 0) from contests), 1),
  exists (select from contests));
drop table score_appeals;

-- adds a kind and a subject to those that earlier migrations allow
do $$
declare
  kinds text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'tasks'::regclass and conname = 'tasks_kind_check');
  subjects text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'tasks'::regclass and conname = 'tasks_subject_type_check');
begin
  alter table tasks drop constraint tasks_kind_check;
  execute 'alter table tasks add constraint tasks_kind_check '
    || replace(kinds, '''call_back''::text', '''call_back''::text, ''contest''::text');
  alter table tasks drop constraint tasks_subject_type_check;
  execute 'alter table tasks add constraint tasks_subject_type_check '
    || replace(subjects, '''call''::text', '''call''::text, ''contest''::text');
end $$;
