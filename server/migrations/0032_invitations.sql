-- While these are set, somebody has been invited to the staff and has not accepted: their role opens nothing yet.
alter table users
  add column invited_at timestamptz,
  -- SHA-256 of the token in the email's link
  add column invitation_hash text unique,
  add column invitation_expires_at timestamptz,
  add check ((invited_at is null) = (invitation_hash is null) and (invited_at is null) = (invitation_expires_at is null));
