-- How many brokers stood where on each day, so that the risk can be seen over time.
create table compliance_days (
  day date primary key,
  brokers integer not null,
  -- flagged, with a risk of 80 and more
  high integer not null,
  -- flagged, with less
  medium integer not null,
  suspended integer not null
);

-- The licensees that the lender deals with: who joins and leaves them is shown.
create table watched_licensees (
  number text primary key check (number ~ '^[1-9]\d{0,8}$'),
  added_by integer references users on delete set null,
  added_at timestamptz not null
);
-- serves: a licensee's representatives, now and on a day before
create index register_entries_licence on register_entries (licence) where register = 'credit_representatives';

-- Added from ASIC's register, which publishes no telephone number: none may be called before somebody says where theirs
-- is published for business.
alter table brokers add column prospect_since timestamptz;

-- serves: taking up again whom a running campaign passed over while a compliance review was due
create index enrolments_on_hold on enrolments (broker_id) where ended_reason = 'on_hold';
