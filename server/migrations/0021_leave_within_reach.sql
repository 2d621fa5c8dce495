-- Leave of the years 0 and 9999 was accepted, and took the list of BDMs along. What lies outside is cut off.
update bdm_absences
set during = during * tstzrange('2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z')
where kind = 'leave'
  and not during <@ tstzrange('2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z')
  and during && tstzrange('2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z');

delete from bdm_absences
where kind = 'leave' and not during <@ tstzrange('2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z');

alter table bdm_absences add constraint bdm_absences_within_reach
  check (kind <> 'leave' or during <@ tstzrange('2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z'));
