-- The stores of calls write where a call counts, its searchable words and whether it awaits its recording. Decision 065.
drop trigger calls_place on calls;
drop trigger calls_words on calls;
drop trigger calls_words_again on calls;
drop trigger calls_recording_awaited on calls;
drop trigger calls_recording_awaited_at_once on calls;
drop function place_call_where_it_counts(), keep_words_said(), words_said(jsonb, integer), await_recording();
