-- News about brokers: feeds that are read, their items, and the words that count in them.
create table news_feeds (
  id integer generated always as identity primary key,
  name text not null,
  url text not null unique,
  -- what the server said of the version that was read, asked with the next time
  etag text,
  last_modified text,
  read_at timestamptz,
  error text,
  created_at timestamptz not null default clock_timestamp()
);

create table news_items (
  id bigint generated always as identity primary key,
  feed_id integer not null references news_feeds on delete cascade,
  guid text not null,
  url text not null,
  title text not null,
  -- as plain text, shortened
  summary text not null,
  published_at timestamptz,
  seen_at timestamptz not null,
  -- brokers have been looked for in it
  searched boolean not null default false,
  unique (feed_id, guid)
);
-- serves: in what nobody has been looked for yet
create index news_items_unsearched on news_items (id) where not searched;

create table mention_keywords (
  word text primary key,
  weight integer not null check (weight between 1 and 100)
);
insert into mention_keywords (word, weight) values
  ('banned', 60), ('banning order', 70), ('fraud', 60), ('convicted', 70), ('charged', 45), ('penalty', 40),
  ('misconduct', 50), ('enforceable undertaking', 60), ('licence cancelled', 70), ('licence suspended', 70),
  ('court', 25), ('investigation', 30), ('bankrupt', 50), ('unlicensed', 55), ('misled', 35);
