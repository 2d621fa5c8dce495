-- How long the agent talks at most. A person whom the caller is put through to is not cut off by it.
alter table live_scripts add column max_seconds integer not null default 600;
