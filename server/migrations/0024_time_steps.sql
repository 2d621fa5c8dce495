-- The newest step of 30 seconds whose code has opened a session: no code of it or of an earlier one opens another.
alter table two_factors add column last_time_step bigint;
