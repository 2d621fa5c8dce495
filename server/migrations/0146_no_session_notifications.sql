-- Each request reads its session, so changes of sessions, users and limits need no notification.
drop trigger sessions_ended on sessions;
drop trigger sessions_changed on sessions;
drop trigger users_gone on users;
drop trigger users_changed on users;
drop trigger session_limits_changed on session_limits;
drop function tell_sessions();
