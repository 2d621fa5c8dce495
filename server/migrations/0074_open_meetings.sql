-- serves: meetings that are over and not answered yet, and the list of those that are booked
create index bookings_open on bookings (lower(during), id) where status = 'booked';
