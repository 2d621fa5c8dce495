-- Changes of many brokers become runs; the brokers of each keep what it did to them. Decision 035.
insert into runs (kind, state, input, counters, done, total, error, started_by, started_at, touched_at, finished_at)
select 'brokers.run-bulk-change', status, jsonb_build_object('label', label, 'change', change, 'formerId', id),
  jsonb_build_object('missing', missing, 'changed', changed, 'unchanged', unchanged, 'refused', refused,
    'restored', restored, 'left', left_alone),
  case when status in ('undoing', 'undone') then restored + left_alone else done end,
  total, error, created_by, created_at, touched_at, finished_at
from bulk_changes order by id;

alter table bulk_change_brokers drop constraint bulk_change_brokers_change_id_fkey;
alter table bulk_change_brokers drop constraint bulk_change_brokers_pkey;
update bulk_change_brokers b set change_id = r.id from runs r
where r.kind = 'brokers.run-bulk-change' and (r.input ->> 'formerId')::int = b.change_id;
alter table bulk_change_brokers add primary key (change_id, broker_id);
alter table bulk_change_brokers add constraint bulk_change_brokers_change_id_fkey
  foreign key (change_id) references runs on delete cascade;
drop table bulk_changes;
