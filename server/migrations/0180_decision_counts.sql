-- serves: counts of automated decisions in a month, see contract/automated-decisions.ts
create index call_decisions_better_hour on call_decisions (decided_at) where reasons -> 0 ->> 'code' = 'better_hour';
-- rows of these two are stored in the order of their times: a few pages cover any number of them
create index compliance_checks_completed_at on compliance_checks using brin (completed_at);
create index campaign_arms_assigned_at on campaign_arms using brin (assigned_at);
create index suppressions_created_at on suppressions (created_at);
create index application_screenings_screened_at on application_screenings (screened_at);
create index document_events_automatic on document_events (at) where type in ('reminded', 'expired');
create index audit_log_decisions on audit_log (action, at)
  where action in ('compliance.flagged', 'compliance.held', 'accreditation.changed');
