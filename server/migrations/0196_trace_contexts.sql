-- W3C traceparent of the span that later work continues or links to; null where traces are off. Decision 093.
-- of the request that enrolled the broker
alter table enrolments add column trace_context text;
-- of the call's origin until it is dispatched, then of its dispatch
alter table calls add column trace_context text;
-- of the message's origin until it is sent, then of the last attempt
alter table messages add column trace_context text;
