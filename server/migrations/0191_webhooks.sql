-- Webhooks of the organisation: events are sent to addresses that an admin enters. Decision 088.
create table webhook_endpoints (
  id integer generated always as identity primary key,
  name text not null,
  url text not null,
  events text[] not null,
  -- since when every delivery has failed
  failing_since timestamptz,
  -- staff were told of that by a task
  reported_at timestamptz,
  last_error text,
  last_delivered_at timestamptz,
  created_by integer references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create unique index webhook_endpoints_name on webhook_endpoints (lower(name));

-- Signing secrets are derived from SESSION_SECRET and the salt: the database alone opens none. Two while a rotation overlaps.
create table webhook_secrets (
  id integer generated always as identity primary key,
  endpoint_id integer not null references webhook_endpoints on delete cascade,
  salt bytea not null,
  -- its last characters: recognise it, and a changed SESSION_SECRET
  hint text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- null: it does not end
  expires_at timestamptz
);
-- serves: the secrets of a webhook
create index webhook_secrets_endpoint on webhook_secrets (endpoint_id);

-- What happened, stored where a webhook is subscribed to it, in the transaction of the change.
create table webhook_events (
  -- the header webhook-id: the same for every attempt and replay
  id uuid primary key default gen_random_uuid(),
  type text not null,
  occurred_at timestamptz not null,
  -- ids and states
  data jsonb not null,
  -- the person whom it concerns, for their erasure
  broker_id integer,
  phone text
);
-- serves: erasing a person
create index webhook_events_broker on webhook_events (broker_id) where broker_id is not null;
create index webhook_events_phone on webhook_events (phone) where phone is not null;
-- serves: retention
create index webhook_events_occurred on webhook_events (occurred_at);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  endpoint_id integer not null references webhook_endpoints on delete cascade,
  event_id uuid not null references webhook_events on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- of a delivery that waits; while it is being sent, the end of the lease
  next_attempt_at timestamptz,
  -- no further attempt after this: three days after the event or its replay
  retry_until timestamptz not null,
  last_attempt_at timestamptz,
  -- null: there was no answer
  status integer,
  milliseconds integer,
  error text,
  check ((state = 'waiting') = (next_attempt_at is not null))
);
-- decides: one delivery of an event to a webhook
create unique index webhook_deliveries_event on webhook_deliveries (event_id, endpoint_id);
-- serves: the log of a webhook
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, id desc);
-- serves: claims of due deliveries
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at) where state = 'waiting';

create table webhook_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references webhook_deliveries on delete cascade,
  at timestamptz not null,
  status integer,
  milliseconds integer not null,
  error text
);
-- serves: the attempts of a delivery
create index webhook_attempts_delivery on webhook_attempts (delivery_id, id desc);

-- adds a kind to those that earlier migrations allow
do $$
declare
  kinds text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'tasks'::regclass and conname = 'tasks_kind_check');
begin
  alter table tasks drop constraint tasks_kind_check;
  execute 'alter table tasks add constraint tasks_kind_check '
    || replace(kinds, '''call_back''::text', '''call_back''::text, ''webhook_failing''::text');
end $$;
