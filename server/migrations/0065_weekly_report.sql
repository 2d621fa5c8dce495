-- Who gets last week's figures by mail on Mondays.
create table weekly_report_subscriptions (
  user_id integer primary key references users on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);

-- Where the reader of a regular mail stops it: mail programs show a button for it.
alter table messages add column unsubscribe_url text;
