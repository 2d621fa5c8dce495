-- Organisation settings: one row.
create table organisation (
  id boolean primary key default true check (id),
  legal_name text not null default '',
  trading_name text not null default '',
  abn text not null default '',
  contact_phone text not null default '',
  address text not null default '',
  privacy_url text not null default '',
  terms_url text not null default '',
  agent_name text not null default '',
  video_link text not null default '',
  -- state public holidays bar calls too
  respect_state_holidays boolean not null default true,
  updated_at timestamptz not null default clock_timestamp()
);
insert into organisation default values;
