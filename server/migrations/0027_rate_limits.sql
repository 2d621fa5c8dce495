-- Limits that hold over all processes: what was used of each, until when. Keys are hashed with the installation's secret.
create table rate_limits (
  key bytea primary key,
  used integer not null,
  ends_at timestamptz not null
);
-- serves: the hourly clean-up
create index rate_limits_ends_at on rate_limits (ends_at);

-- Networks from which an account has signed in, hashed: what strangers use up of a limit does not touch them.
create table known_networks (
  user_id integer not null references users on delete cascade,
  network bytea not null,
  last_at timestamptz not null,
  primary key (user_id, network)
);
-- serves: the hourly clean-up
create index known_networks_last_at on known_networks (last_at);

-- Failed sign-ins are counted in rate_limits.
drop table sign_in_failures;
