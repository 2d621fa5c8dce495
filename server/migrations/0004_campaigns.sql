create table campaigns (
  id integer generated always as identity primary key,
  name text not null,
  product text not null,
  rate numeric(6, 3),
  rate_type text not null default 'p.a. variable',
  comparison_rate numeric(6, 3),
  description text,
  call_script text not null,
  ai_prompt text,
  ai_personality text not null default 'professional'
    check (ai_personality in ('professional', 'friendly', 'authoritative', 'consultative')),
  ai_instructions text,
  status text not null default 'active' check (status in ('active', 'paused', 'completed')),
  paused_reason text,
  user_id integer references users on delete set null,
  call_start_time text not null default '09:00' check (call_start_time ~ '^\d\d:\d\d$'),
  call_end_time text not null default '17:00' check (call_end_time ~ '^\d\d:\d\d$'),
  timezone text not null default 'Australia/Sydney',
  call_days_of_week text[] not null default '{1,2,3,4,5}',
  respect_local_time boolean not null default true,
  max_concurrent_calls integer not null default 5 check (max_concurrent_calls between 1 and 100),
  -- the version that new calls use
  version_id integer,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (call_end_time > call_start_time)
);

-- What a call said: a new row whenever offer or script changes, so that each call names the words it used.
create table campaign_versions (
  id integer generated always as identity primary key,
  campaign_id integer not null references campaigns on delete cascade,
  number integer not null,
  product text not null,
  rate numeric(6, 3),
  rate_type text not null,
  call_script text not null,
  ai_prompt text,
  ai_personality text not null,
  ai_instructions text,
  created_at timestamptz not null default clock_timestamp(),
  unique (campaign_id, number)
);
alter table campaigns add foreign key (version_id) references campaign_versions on delete set null;

alter table activities add foreign key (campaign_id) references campaigns on delete set null;
alter table short_links add foreign key (campaign_id) references campaigns on delete cascade;
