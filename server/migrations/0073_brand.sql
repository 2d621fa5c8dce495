-- How the lender looks on public pages, in the portal and in mails. Decision 043.
create table brand_logos (
  -- SHA-256 in hex of the bytes: a logo's address never shows another one
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  width integer not null,
  height integer not null,
  bytes bytea not null check (octet_length(bytes) <= 1048576),
  created_at timestamptz not null default clock_timestamp()
);

alter table organisation add column brand_colour text check (brand_colour ~ '^#[0-9a-f]{6}$');
alter table organisation add column brand_logo text references brand_logos;
