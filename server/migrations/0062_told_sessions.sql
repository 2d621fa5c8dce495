-- Whoever is signed in is known to every process for some seconds: each change of it is told to all of them at once, by the
-- tables themselves, whoever makes it. Decision 032.
create function tell_sessions() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('brokerline_changes', '{"topics":["sessions"]}');
  return null;
end $$;

create trigger sessions_ended after delete on sessions for each statement execute function tell_sessions();
create trigger sessions_changed after update on sessions for each row
  when ((old.token, old.user_id, old.audience, old.created_at) is distinct from (new.token, new.user_id, new.audience, new.created_at)
    or new.expires_at < old.expires_at or new.last_seen_at < old.last_seen_at)
  execute function tell_sessions();
create trigger users_gone after delete on users for each statement execute function tell_sessions();
create trigger users_changed after update on users for each row
  when ((old.role, old.disabled_at, old.broker_id, old.email, old.name, old.two_factor_enabled)
    is distinct from (new.role, new.disabled_at, new.broker_id, new.email, new.name, new.two_factor_enabled))
  execute function tell_sessions();
create trigger session_limits_changed after update on session_limits for each statement execute function tell_sessions();
