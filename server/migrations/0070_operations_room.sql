-- What the dashboard and a campaign's page ask. Decision 040.

-- who wrote a version of the script; null: before this was kept, or a person who is gone
alter table campaign_versions add column created_by integer references users on delete set null;
create index campaign_versions_created_by on campaign_versions (created_by) where created_by is not null;

-- serves: today's meetings, and those that are over and not marked
create index bookings_to_mark on bookings (lower(during)) where status = 'booked';
-- serves: campaigns that paused themselves
create index campaigns_paused_themselves on campaigns (id) where status = 'paused' and paused_reason is not null;
