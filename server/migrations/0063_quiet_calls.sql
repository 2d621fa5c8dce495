-- A call's row changes five times while it lasts. What changes before its end is in no index, so that PostgreSQL
-- writes the row alone, and not an entry in each of its indexes. Decision 033.

-- '' until the call has ended: calls in progress are few, and come first in this order
alter table calls add column ended_status text not null
  generated always as (case when finished_at is null then '' else status end) stored;
alter table calls add column ended_response text not null
  generated always as (case when finished_at is null then '' else coalesce(response, '') end) stored;
alter table calls add column lacks_recording boolean not null
  generated always as (finished_at is not null and coalesce(recording_status = 'recording', false)) stored;

drop index calls_open;
-- serves: calls in flight, reconciliation
create index calls_open on calls (id) where finished_at is null;
drop index calls_recording;
-- serves: recordings that were announced and never came
create index calls_recording on calls (finished_at) where lacks_recording;
