-- An ASIC number is its digits: '000385487' and 'CRN 385487' are 385487, and 'N/A' is none.
drop index brokers_asic_number;
-- serves: "the same broker" in imports, forms and prospects
create index brokers_asic_number on brokers (ltrim(regexp_replace(asic_number, '\D', '', 'g'), '0'))
  where asic_number is not null;
