-- Keys with which other programs call the API. They belong to the organisation. Decision 087.
create table api_keys (
  id integer generated always as identity primary key,
  name text not null,
  -- actions of the policy table
  scopes text[] not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  -- null: it does not expire
  expires_at timestamptz,
  revoked_at timestamptz
);
-- decides: one name for one key in use, as the audit log names it
create unique index api_keys_name on api_keys (lower(name)) where revoked_at is null;

-- The secrets of a key: two while a rotation overlaps.
create table api_key_secrets (
  id integer generated always as identity primary key,
  key_id integer not null references api_keys on delete cascade,
  -- SHA-256 of the secret, which has 192 random bits and is stored nowhere
  hash bytea not null unique,
  -- its first characters
  start text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- null: it ends with the key
  expires_at timestamptz,
  -- to the minute
  last_used_at timestamptz
);
-- serves: the secrets of a key
create index api_key_secrets_key on api_key_secrets (key_id);
