-- A reconciliation has begun and not ended: the process died, and the next minute begins it again.
alter table bdm_calendars add column unfinished boolean not null default false;
