-- Complaints about calls. Decision 080.
create table complaints (
  id integer generated always as identity primary key,
  channel text not null check (channel in ('portal', 'verify', 'email', 'phone', 'letter')),
  -- null: no record was found, or it was erased
  broker_id integer references brokers on delete set null,
  call_id integer references calls on delete set null,
  -- of a person without a record
  name text,
  email text,
  phone text,
  -- in the person's words; null: erased
  words text,
  received_at timestamptz not null,
  -- within 24 hours
  acknowledge_by timestamptz not null,
  acknowledged_at timestamptz,
  -- null with a time: by the email of the server
  acknowledged_by integer references users on delete set null,
  -- the last day for the answer
  due_on date not null,
  reminded_at timestamptz,
  -- why the form may have been sent by a program
  suspicion text,
  recorded_by integer references users on delete set null,
  status text not null default 'open' check (status in ('open', 'upheld', 'partly_upheld', 'not_upheld', 'withdrawn')),
  answer text,
  answered_by integer references users on delete set null,
  answered_at timestamptz,
  check ((status = 'open') = (answered_at is null))
);
-- serves: complaints that wait, the most urgent first; reminders
create index complaints_waiting on complaints (due_on, id) where status = 'open';
-- serves: the list, the report of a month
create index complaints_received on complaints (received_at, id);
-- serves: a broker's complaints
create index complaints_broker on complaints (broker_id) where broker_id is not null;
-- serves: deleting calls
create index complaints_call on complaints (call_id) where call_id is not null;

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
    || replace(kinds, '''call_back''::text', '''call_back''::text, ''complaint''::text');
  alter table tasks drop constraint tasks_subject_type_check;
  execute 'alter table tasks add constraint tasks_subject_type_check '
    || replace(subjects, '''call''::text', '''call''::text, ''complaint''::text');
end $$;
