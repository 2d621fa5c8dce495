-- Somebody who has not shown who they are holds a meeting's time for half an hour, and keeps it by confirming.
alter table bookings drop constraint bookings_status_check;
alter table bookings
  add constraint bookings_status_check check (status in ('unconfirmed', 'booked', 'held', 'no_show', 'cancelled')),
  -- until when an unconfirmed booking holds its time; kept after that as a record
  add column confirm_by timestamptz,
  add column confirmed_at timestamptz,
  -- booked through a signed link to the broker's own record
  add column by_own_link boolean not null default false,
  add check (status <> 'unconfirmed' or confirm_by is not null);
-- serves: bookings that lapse
create index bookings_confirm_by on bookings (confirm_by) where status = 'unconfirmed';
-- serves: how many meetings a person has ahead
create index bookings_open_email on bookings (lower(email)) where status in ('unconfirmed', 'booked');
create index bookings_open_phone on bookings (phone) where status in ('unconfirmed', 'booked');

-- serves: how many messages went to an address lately
create index messages_recipient on messages (lower(recipient), created_at desc);
