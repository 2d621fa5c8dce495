-- Keys that files are encrypted to; the identities themselves never enter the database.
create table vault_keys (
  id integer generated always as identity primary key,
  -- age1…
  recipient text not null unique,
  created_at timestamptz not null default clock_timestamp(),
  retired_at timestamptz
);

-- One row is one encrypted file in the store. Sizes and checksum are of the plain file.
create table vault_files (
  id integer generated always as identity primary key,
  key_id integer not null references vault_keys on delete restrict,
  -- name in the store, ends in .age
  storage_name text not null unique,
  filename text not null,
  media_type text not null,
  bytes bigint not null check (bytes >= 0),
  sha256 bytea not null,
  -- null: not yet belonging to anything; such a file is destroyed by the clean-up
  attached_at timestamptz,
  -- given up: nobody may attach or read it any more, and it is destroyed as soon as the store can be reached
  released_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check (attached_at is null or released_at is null)
);
-- serves: the clean-up
create index vault_files_loose on vault_files (created_at) where attached_at is null;
