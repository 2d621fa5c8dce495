-- What was promised in a call, or a change of a meeting, and reaches the person by no message.
alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check check (kind in ('call_back', 'meeting_wanted', 'meeting_differs',
  'meeting_unmarked', 'import_failed', 'application_overdue', 'document_overdue', 'call_unknown', 'not_delivered'));
