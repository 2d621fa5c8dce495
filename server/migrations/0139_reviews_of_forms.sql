-- Why a submitted form may have been sent by a program, for the person who reviews it; null where nothing suggests it.
alter table bookings add column review_reason text;
alter table applications add column review_reason text;
