-- Where a number comes from, in words that are read to whoever asks: 'the directory of the MFAA'. The source of the call
-- basis is evidence for staff, such as a file's name, and is read to nobody.
alter table brokers add column number_source text check (number_source <> '');
alter table broker_imports add column number_source text check (number_source <> '');
