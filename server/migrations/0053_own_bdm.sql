-- Who looks after a broker. Without one the region's BDMs come first, and of those the one with the fewest meetings.
alter table brokers add column bdm_id integer references bdms on delete set null;
-- serves: deleting a BDM, and a BDM's brokers
create index brokers_bdm_id on brokers (bdm_id) where bdm_id is not null;
