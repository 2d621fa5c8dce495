create table microsites (
  id integer generated always as identity primary key,
  title text not null,
  slug text not null unique check (slug ~ '^[a-z0-9-]+$'),
  campaign_id integer references campaigns on delete set null,
  content jsonb not null,
  active boolean not null default true,
  -- counted visits; kept in the transaction that stores them
  visits integer not null default 0,
  created_by integer references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
-- serves: the microsite that a campaign's link leads to
create index microsites_campaign_id on microsites (campaign_id, id);

-- Counted visits: of people, once an hour.
create table visits (
  id bigint generated always as identity primary key,
  microsite_id integer not null references microsites on delete cascade,
  at timestamptz not null,
  -- the day in Sydney, by which visits are reported
  day date not null,
  -- changes daily: nobody is followed from one day to the next
  visitor bytea not null,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_content text,
  utm_term text,
  broker_id integer references brokers on delete set null,
  referrer_host text,
  device text not null check (device in ('phone', 'tablet', 'desktop', 'other'))
);
-- serves: deleting a microsite
create index visits_microsite_id on visits (microsite_id);
-- serves: the visit that led to a booking or an application
create index visits_broker_id on visits (broker_id, at desc) where broker_id is not null;

-- When a visitor was last counted: decides whether the next request counts.
create table recent_visitors (
  microsite_id integer not null references microsites on delete cascade,
  visitor bytea not null,
  counted_at timestamptz not null,
  primary key (microsite_id, visitor)
);
-- serves: the clean-up
create index recent_visitors_counted_at on recent_visitors (counted_at);

-- Random, one a day, thrown away after two: without it a visitor's hash cannot be made again.
create table visit_salts (
  day date primary key,
  salt bytea not null
);

-- Visits by one tag at a time, kept in the transaction that stores the visits: by day, by week from Monday and by
-- four weeks, so that any period is put together from few rows.
create table visit_rollups (
  -- null: all microsites together
  microsite_id integer references microsites on delete cascade,
  dimension text not null check (dimension in ('total', 'source', 'medium', 'campaign', 'content', 'term', 'broker')),
  days smallint not null check (days in (1, 7, 28)),
  -- the first of these days, in Sydney
  start date not null,
  -- '' where the link carried none; a broker's id as text
  value text not null,
  visits integer not null
)
-- reports read a few thousand rows: starting parallel workers would take longer than reading them
with (fillfactor = 80, parallel_workers = 0);
-- decides: one row for each; serves: the attribution report
create unique index visit_rollups_key on visit_rollups (microsite_id, dimension, days, start, value)
  nulls not distinct;
