-- How many meetings a campaign is meant to bring; null: no target.
alter table campaigns add column meetings_target integer check (meetings_target between 1 and 100000);
