-- Signs of life: when each loop of each process that works was last seen in order. A process that ends takes its own out.
create table worker_signs (
  process uuid not null,
  worker text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (process, worker)
);

-- What stands still and has been told to the admins by mail, so that one standstill is one mail.
create table standstill_alerts (
  queue text primary key,
  alerted_at timestamptz not null default clock_timestamp()
);
