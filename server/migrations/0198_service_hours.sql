-- What the public status page shows. Decision 094.
create table service_hours (
  hour timestamptz primary key check (hour = date_trunc('hour', hour, 'UTC')),
  -- a bit for each minute in which a process that serves pages could write to the database
  website bit(60) not null default 0::bit(60),
  -- a bit for each minute in which a worker saw no queue stand still
  background bit(60) not null default 0::bit(60),
  -- of the calls and messages that were due in the hour, how many started in time; null: not counted yet
  calls integer,
  calls_in_time integer,
  messages integer,
  messages_in_time integer
);

-- when it should leave: when it was queued, or staff sent it again; null: held, or from before this column
alter table messages add column due_at timestamptz;

alter table organisation add column status_page boolean not null default false;
