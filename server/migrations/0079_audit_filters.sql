-- serves: the audit log of one person
create index audit_log_actor on audit_log (actor_id, id desc);
-- serves: the first and last row of days of the audit log
create index audit_log_at on audit_log (at, id);
