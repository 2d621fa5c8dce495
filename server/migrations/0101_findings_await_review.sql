-- The broker has changed their own record since it was found: it stays, whatever a check finds, until a person decides.
alter table compliance_findings add column awaits_review boolean not null default false;
