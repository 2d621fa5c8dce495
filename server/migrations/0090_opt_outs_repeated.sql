-- Who opts out again while an opt-out is open says so anew: a consent or START from before that ends nothing.
alter table suppressions add column asked_again_at timestamptz;
update table_rights set updates = updates || '{asked_again_at}' where name = 'suppressions';
