-- Times of a BDM that nobody else can have: those of bookings, and those that are held while a call offers them.
create table reserved_times (
  id integer generated always as identity primary key,
  bdm_id integer not null references bdms on delete cascade,
  during tstzrange not null check (not isempty(during)),
  -- whose time it is; null: held for a call
  booking_id integer unique references bookings on delete cascade,
  -- the call that it is held for
  call_id integer references calls on delete cascade,
  -- which offer of the call it belongs to: a repeated request gets the same times again
  offer text,
  -- real time; after it the time is free, whether or not the row is still there
  held_until timestamptz,
  check (num_nonnulls(booking_id, held_until) = 1 and num_nonnulls(call_id, offer, held_until) in (0, 3)),
  -- decides: a BDM's time belongs to one booking or one call
  constraint reserved_times_no_overlap exclude using gist (int4range(bdm_id, bdm_id, '[]') with &&, during with &&)
);
-- serves: what a call holds
create index reserved_times_call_id on reserved_times (call_id) where call_id is not null;
-- serves: giving up what was held too long
create index reserved_times_held_until on reserved_times (held_until) where held_until is not null;
-- serves: availability
create index reserved_times_during on reserved_times using gist (during) where held_until is not null;

insert into reserved_times (bdm_id, during, booking_id)
  select bdm_id, during, id from bookings where status <> 'cancelled';
alter table bookings drop constraint bookings_no_overlap;

-- Whoever writes a booking reserves its time with it, whichever way the booking is written.
create function reserve_time() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = 'cancelled' then
    delete from reserved_times where booking_id = new.id;
    return null;
  end if;
  if tg_op = 'UPDATE' and old.status <> 'cancelled' then
    update reserved_times set bdm_id = new.bdm_id, during = new.during
      where booking_id = new.id and (bdm_id <> new.bdm_id or during <> new.during);
    return null;
  end if;
  -- what the booking's own call holds becomes the booking's without ever being free
  update reserved_times set booking_id = new.id, call_id = null, offer = null, held_until = null
    where call_id = new.call_id and bdm_id = new.bdm_id and during = new.during;
  if found then return null; end if;
  -- without waiting for somebody who waits for us: two that insert at once would
  insert into reserved_times (bdm_id, during, booking_id) values (new.bdm_id, new.during, new.id)
    on conflict do nothing;
  if not found then
    raise exception 'the time of this BDM is taken'
      using errcode = 'exclusion_violation', constraint = 'reserved_times_no_overlap';
  end if;
  return null;
end $$;
create trigger bookings_reserve_time after insert or update of status, bdm_id, during on bookings
  for each row execute function reserve_time();

alter table bookings
  -- the start that was confirmed in the call, where another one had to be booked
  add column said_start timestamptz;

alter table live_scripts
  -- the times that were offered in the call so far, as they were spoken
  add column offered jsonb not null default '[]';
