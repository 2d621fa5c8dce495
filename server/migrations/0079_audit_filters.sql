-- serves: the audit log of one person
create index audit_log_actor on audit_log (actor_id, id desc);
-- serves: the audit log of some days, in order
create index audit_log_at on audit_log (at, id);
