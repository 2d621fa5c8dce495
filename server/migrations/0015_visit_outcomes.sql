-- What visits led to: with each booking or application of a broker the last visit of the thirty days before it,
-- settled when it is made, so that reports never have to search through the visits.
create table visit_outcomes (
  id integer generated always as identity primary key,
  booking_id integer unique references bookings on delete cascade,
  application_id integer unique references applications on delete cascade,
  microsite_id integer not null references microsites on delete cascade,
  visited_at timestamptz not null,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_content text,
  utm_term text,
  check (num_nonnulls(booking_id, application_id) = 1)
);
-- serves: deleting a microsite
create index visit_outcomes_microsite_id on visit_outcomes (microsite_id);
