-- The outbox: every SMS and mail, sent by the worker, never twice.
create table messages (
  id integer generated always as identity primary key,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  subject text,
  body text not null,
  html text,
  status text not null
    check (status in ('held', 'queued', 'sending', 'sent', 'delivered', 'failed', 'cancelled')),
  reason text,
  broker_id integer references brokers on delete set null,
  call_id integer,
  -- what asked for it, e.g. 'call:17:option_1'; the same occasion writes one message
  occasion text not null unique,
  simulated boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
-- serves: what a call led to
create index messages_call_id on messages (call_id) where call_id is not null;

-- Short links in messages: /s/{code}.
create table short_links (
  code text primary key,
  kind text not null check (kind in ('offer')),
  broker_id integer references brokers on delete cascade,
  campaign_id integer,
  call_id integer,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
