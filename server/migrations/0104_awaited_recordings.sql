-- A recording often arrives after its call has ended. Calls that still await theirs are listed in a table of their own: as long
-- as an index of calls listed them, each arrival made PostgreSQL write an entry in every index of the call. Decision 033.
create table awaited_recordings (
  call_id integer primary key references calls on delete cascade
);
insert into awaited_recordings (call_id) select id from calls where lacks_recording;
-- and its index with it
alter table calls drop column lacks_recording;

create function await_recording() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.finished_at is not null and new.recording_status = 'recording' then
    insert into awaited_recordings (call_id) values (new.id) on conflict do nothing;
  else
    delete from awaited_recordings where call_id = new.id;
  end if;
  return null;
end $$;
create trigger calls_recording_awaited after update of finished_at, recording_status on calls for each row
  when ((old.finished_at is not null and old.recording_status = 'recording')
    is distinct from (new.finished_at is not null and new.recording_status = 'recording'))
  execute function await_recording();
create trigger calls_recording_awaited_at_once after insert on calls for each row
  when (new.finished_at is not null and new.recording_status = 'recording')
  execute function await_recording();
