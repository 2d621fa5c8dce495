-- Single sign-on of staff at an OpenID Connect issuer: one row. Decision 089.
create table sign_on (
  id boolean primary key default true check (id),
  -- null: not set up
  issuer text,
  client_id text,
  -- encrypted with SESSION_SECRET
  client_secret text,
  label text not null default 'single sign-on',
  groups_claim text not null default 'groups',
  -- [{group, role}]
  groups jsonb not null default '[]' check (jsonb_typeof(groups) = 'array'),
  trusts_emails boolean not null default false,
  -- staff sign in through it only
  enforced boolean not null default false,
  -- the one admin who keeps the password
  break_glass_user_id integer references users on delete restrict,
  updated_at timestamptz not null default clock_timestamp(),
  check ((issuer is null) = (client_id is null) and (issuer is null) = (client_secret is null)),
  check (not enforced or (issuer is not null and break_glass_user_id is not null))
);
insert into sign_on default values;

alter table sessions
  add column method text not null default 'password' check (method in ('password', 'sso', 'passkey')),
  -- when the person last proved who they are
  add column authenticated_at timestamptz not null default clock_timestamp();

-- serves: the links of a person to an issuer
create index credentials_sso on credentials (user_id) where provider_id = 'sso';

do $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'tasks'::regclass and conname = 'tasks_kind_check');
begin
  alter table tasks drop constraint tasks_kind_check;
  execute 'alter table tasks add constraint tasks_kind_check '
    || replace(allowed, '''call_back''::text', '''call_back''::text, ''break_glass_used''::text');
end $$;
