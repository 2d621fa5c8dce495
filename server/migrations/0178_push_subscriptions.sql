-- Devices on which members of staff get push notifications about tasks. Decision 078.
create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- at the push service of the browser's maker: whoever knows it and our key can write to the device
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- tasks that were opened until then are announced
  announced_until timestamptz not null,
  -- consecutive
  failures smallint not null default 0,
  created_at timestamptz not null default clock_timestamp()
);
-- serves: a person's devices
create index push_subscriptions_user on push_subscriptions (user_id);
