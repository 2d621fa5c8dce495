-- A call of which it is certain that no provider dialled it: it uses up no attempt, and the broker goes back to their place.
alter table calls add column withdrawn boolean not null default false;
update calls set withdrawn = true
where exists (select from call_events where call_id = calls.id and key = 'own:withdrawn');

-- decides: an attempt is dialled once
drop index calls_attempt;
create unique index calls_attempt on calls (enrolment_id, attempt) where enrolment_id is not null and not withdrawn;
-- serves: the dials of an enrolment
create index calls_enrolment on calls (enrolment_id) where enrolment_id is not null;
