-- What the reader of a file repaired or assumed, and how the columns of loans are read: which number of a date is the month,
-- and whether an LVR of 0.8 is 80 per cent.
alter table broker_imports add column notes jsonb not null default '[]';
alter table loan_imports add column notes jsonb not null default '[]';
alter table loan_imports add column reading jsonb;
