-- A representative who acts for another licensee than before has moved: the row of one licensee ends, and that of the other
-- begins. Counted once, instead of as one who is gone and one who is new.
alter table register_snapshots add column moved integer not null default 0;
