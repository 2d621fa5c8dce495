-- The microsite and the tags of the visit that led to a booking or application, as the page's links handed them on: without
-- a broker's link nothing else says where somebody came from. 'site=spring-rate&utm_source=newsletter'
alter table bookings add column came_from text;
alter table applications add column came_from text;
