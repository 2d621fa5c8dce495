-- An ASIC number that a spreadsheet made a float of is still its digits: 412345.0 is 412345 and not 4123450. One whose
-- digits it rounded away (4.12E+05) is no number, so that it is not another broker's.
create function plain_asic_number(number text) returns text
  language sql immutable strict parallel safe
  return case
    when number !~ '[.,eE]' then ltrim(regexp_replace(number, '\D', '', 'g'), '0')
    when number ~* '^[\s'']*\+?\d*[.,]?\d*e[+-]?\d+\s*$' then ''
    when number ~ '^[\s'']*\+?\d+[.,]0*\s*$'
      then ltrim(regexp_replace(regexp_replace(number, '[.,]0*\s*$', ''), '\D', '', 'g'), '0')
    when number ~ '^[\s'']*\+?\d*[.,]\d+\s*$' and number !~ ',\d{3}\s*$' then ''
    else ltrim(regexp_replace(number, '\D', '', 'g'), '0')
  end;

drop index brokers_asic_number;
-- serves: "the same broker" in imports, forms and prospects
create index brokers_asic_number on brokers (plain_asic_number(asic_number)) where asic_number is not null;
