-- A call's row changes while the call lasts. Where its page has room, PostgreSQL writes the row alone; where it has none, the
-- row moves, and gets an entry in each of the table's indexes. Pages that are written from now on keep that room. Decision 033.
alter table calls set (fillfactor = 70);
