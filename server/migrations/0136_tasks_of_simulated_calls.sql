-- A task that a simulated call opened is due on the simulator's clock: null where the real clock counts.
alter table tasks add column simulated_at timestamptz;
