-- Sending: attempts with growing pauses, and what the provider said.
alter table messages
  add column attempts integer not null default 0,
  -- when the next attempt is due; null: nothing is to be sent
  add column next_attempt_at timestamptz,
  add column provider text,
  -- the provider's own name of the message, for delivery reports
  add column provider_ref text,
  add column sent_at timestamptz,
  add column delivered_at timestamptz,
  -- a calendar invitation that goes along: {method, ics}
  add column invitation jsonb,
  add column template text,
  add column booking_id integer,
  add column application_id integer;
-- serves: the worker's next messages
create index messages_due on messages (next_attempt_at, id) where status in ('queued', 'sending');
-- serves: delivery reports
create index messages_provider_ref on messages (provider, provider_ref) where provider_ref is not null;
-- serves: a broker's timeline
create index messages_broker_id on messages (broker_id, created_at desc) where broker_id is not null;
-- serves: what a booking or an application led to
create index messages_booking_id on messages (booking_id) where booking_id is not null;
create index messages_application_id on messages (application_id) where application_id is not null;

-- A short link leads to a page of this installation, or shows its campaign's offer.
alter table short_links drop constraint short_links_kind_check;
alter table short_links
  add constraint short_links_kind_check check (kind in ('offer', 'page')),
  -- path and query inside this installation
  add column target text check (target like '/%'),
  add check ((kind = 'page') = (target is not null));
