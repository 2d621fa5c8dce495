-- From this day in Sydney on nobody is accredited without the document; null: at once. Until then brokers are asked for it.
alter table document_types add column required_from date;
