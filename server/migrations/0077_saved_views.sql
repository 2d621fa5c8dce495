-- Filters, order and columns of a list under a name.
create table saved_views (
  id integer generated always as identity primary key,
  list text not null,
  name text not null check (name <> ''),
  query jsonb not null,
  columns jsonb not null default '{}',
  -- the whole team has it
  shared boolean not null default false,
  -- whose it is; one of the team stays when they leave
  owner_id integer references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
-- each person's names, and the team's, are told apart
create unique index saved_views_own_name on saved_views (list, owner_id, lower(name)) where not shared;
create unique index saved_views_shared_name on saved_views (list, lower(name)) where shared;
-- serves: the views of a person who is deleted
create index saved_views_owner on saved_views (owner_id);
