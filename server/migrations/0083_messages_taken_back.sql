-- Taken back while it was being sent: it may go out, and is not tried again.
alter table messages add column cancel_asked_at timestamptz;
