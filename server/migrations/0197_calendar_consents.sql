-- Connections of calendars that wait for the person on the page of a service. Decision 092.
create table calendar_consents (
  -- SHA-256 of the state that the page leads back with, as hex
  state_hash text primary key,
  -- the browser that began it
  session_id integer not null references sessions on delete cascade,
  bdm_id integer not null references bdms on delete cascade,
  service text not null check (service in ('microsoft', 'google')),
  -- of PKCE, encrypted with a key of SESSION_SECRET
  code_verifier text not null,
  expires_at timestamptz not null
);
