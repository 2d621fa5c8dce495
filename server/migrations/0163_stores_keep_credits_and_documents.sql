-- Stores write what bookings and applications are credited to, and the search texts and replaced versions of documents.
-- Decision 065.
drop trigger bookings_credit on bookings;
drop trigger applications_credit on applications;
drop trigger visit_outcomes_credit on visit_outcomes;
drop function credit_campaign_and_region(), credit_campaign_of_visit();

drop trigger brokers_document_search_text on brokers;
drop trigger document_types_search_text on document_types;
drop trigger documents_search_text on documents;
drop trigger documents_replaced on documents;
drop function follow_broker_names(), follow_document_type_names(), set_document_search_text(), mark_replaced_documents();
