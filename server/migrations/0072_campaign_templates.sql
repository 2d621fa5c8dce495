-- A script and its settings, kept for campaigns to come.
create table campaign_templates (
  id integer generated always as identity primary key,
  name text not null,
  -- as the contract checked them; an audience in them may be gone
  settings jsonb not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
-- decides: people choose by name
create unique index campaign_templates_name on campaign_templates (lower(name));
