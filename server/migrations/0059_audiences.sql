-- Named groups of brokers by rules, which campaigns may call. Decision 030.
create table audiences (
  id integer generated always as identity primary key,
  name text not null,
  -- every rule has to hold
  rules jsonb not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
-- decides: people choose by name
create unique index audiences_name on audiences (lower(name));

insert into audiences (name, rules) values
  ('Reward brokers', '[{"kind": "tier", "tiers": ["Reward"], "not": false}]'),
  ('Dormant brokers', '[{"kind": "last_loan", "within": false, "days": 90, "not": false}, {"kind": "ever_lodged", "not": false}]'),
  ('A document expires in 45 days', '[{"kind": "document", "state": "expires", "days": 45, "not": false}]'),
  ('Everybody but the watchlist and the suspended', '[{"kind": "tier", "tiers": ["Watchlist"], "not": true}, {"kind": "suspended", "not": true}]');

alter table campaigns add column audience_id integer references audiences on delete restrict;
-- per cent of the brokers who could be called and are not, to see what calls bring
alter table campaigns add column hold_out_percent integer not null default 0 check (hold_out_percent between 0 and 50);
-- by which chance chose them: the same brokers however often the campaign starts
alter table campaigns add column hold_out_seed integer not null default floor(random() * 2147483647)::int;
-- serves: whether an audience is in use
create index campaigns_audience on campaigns (audience_id) where audience_id is not null;

-- Who was called and who was kept uncalled, from a campaign's first start with a hold-out on.
create table campaign_arms (
  campaign_id integer not null references campaigns on delete cascade,
  broker_id integer not null references brokers on delete cascade,
  arm text not null check (arm in ('call', 'hold_out')),
  seed integer not null,
  percent integer not null,
  assigned_at timestamptz not null,
  primary key (campaign_id, broker_id)
);
-- serves: deleting and merging brokers
create index campaign_arms_broker on campaign_arms (broker_id);
