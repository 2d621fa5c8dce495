-- The windows that were read back in a call, of which a later tool call confirms one.
alter table live_scripts add column callbacks jsonb not null default '[]';
