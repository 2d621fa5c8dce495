-- Which notifications a member of staff has read. Notifications themselves are views of other tables. Decision 077.
create table notification_reads (
  user_id integer not null references users on delete cascade,
  -- its source and number, e.g. 'task:17'
  item text not null,
  read_at timestamptz not null default clock_timestamp(),
  primary key (user_id, item)
);
-- Everything that happened before is read.
create table notification_marks (
  user_id integer primary key references users on delete cascade,
  read_before timestamptz not null
);
