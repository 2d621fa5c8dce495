-- Sending: attempts with growing pauses, and what the provider said.
alter table messages
  add column attempts integer not null default 0,
  -- queued: when the next attempt is due; sending: from when on its silence counts as unclear
  add column next_attempt_at timestamptz,
  add column last_attempt_at timestamptz,
  -- later it would only confuse, e.g. a reminder after the meeting
  add column not_after timestamptz,
  add column provider text,
  -- the provider's own name of the message, for delivery reports
  add column provider_ref text,
  add column sent_at timestamptz,
  add column delivered_at timestamptz,
  -- a calendar invitation that goes along: {method, ics}
  add column invitation jsonb,
  add column template text,
  add column booking_id integer,
  add column application_id integer,
  add check ((status in ('queued', 'sending')) = (next_attempt_at is not null));
-- serves: the worker's next messages
create index messages_due on messages (next_attempt_at, id) where status in ('queued', 'sending');
-- serves: whether a channel works
create index messages_last_attempt on messages (channel, last_attempt_at desc) where last_attempt_at is not null;
-- serves: how many a channel holds
create index messages_held on messages (channel) where status = 'held';
-- serves: delivery reports
create index messages_provider_ref on messages (provider, provider_ref) where provider_ref is not null;
-- serves: a broker's timeline
create index messages_broker_id on messages (broker_id, created_at desc) where broker_id is not null;
-- serves: what a booking or an application led to
create index messages_booking_id on messages (booking_id) where booking_id is not null;
create index messages_application_id on messages (application_id) where application_id is not null;

-- serves: taking back what a booking or an application planned
create index messages_occasion_prefix on messages (occasion text_pattern_ops);

-- A short link leads to a page of this installation, or shows its campaign's offer.
alter table short_links drop constraint short_links_kind_check;
alter table short_links
  add constraint short_links_kind_check check (kind in ('offer', 'page')),
  -- path and query inside this installation
  add column target text check (target like '/%' and length(target) <= 2000),
  add check ((kind = 'page') = (target is not null));
-- decides: the same page for the same person and call has one link
create unique index short_links_page on short_links (target, broker_id, call_id) nulls not distinct where kind = 'page';
