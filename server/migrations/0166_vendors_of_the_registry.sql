-- The registry of vendors in code decides which vendors there are. A list in the tables would need a migration for each.
alter table vendor_states drop constraint vendor_states_vendor_check;
alter table refused_callbacks drop constraint refused_callbacks_vendor_check;
alter table calling_numbers drop constraint calling_numbers_vendor_check;
alter table inbound_calls drop constraint inbound_calls_provider_check;
alter table inbound_messages drop constraint inbound_messages_provider_check;
