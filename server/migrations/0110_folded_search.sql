-- Names, companies and addresses are searched and compared by a key without case, accents, apostrophes and dashes.

-- The same key as foldKey() in contract/plain-text.ts, whatever locale the database has. plpgsql, because a SQL function would be
-- inlined into indexes and searches with its argument repeated.
create function fold_key(given text) returns text language plpgsql immutable strict parallel safe
set search_path = pg_catalog, public, pg_temp as $$
declare
  folded text;
begin
  -- ASCII alone, as most names are
  if octet_length(given) = length(given) then
    folded := translate(lower(given collate "C"), E'-_\t\n\x0b\x0c\r''`\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f', '       ');
    return btrim(case when folded like '%  %' then regexp_replace(folded, ' {2,}', ' ', 'g') else folded end);
  end if;
  -- blanks, then what does not show and apostrophes
  folded := regexp_replace(given, '[\u0009-\u000d\u0085\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]', ' ', 'g');
  folded := regexp_replace(folded, '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufff9-\ufffb''`\u00b4\u02b9\u02bb\u02bc\u2018-\u201b\u2032\uff07]', '', 'g');
  folded := normalize(folded, nfkd);
  -- accents, and apostrophes that came of other characters
  folded := regexp_replace(folded, '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f''`\u00b4\u02b9\u02bb\u02bc\u2018-\u201b\u2032\uff07]', '', 'g');
  folded := regexp_replace(folded, '[-_\u058a\u05be\u1400\u1806\u2010-\u2015\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u301c\u3030\u30a0]', ' ', 'g');
  folded := translate(lower(folded collate "C"),
      'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤ'
      'ϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍ'
      'ӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
      'æðøþđħłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥ'
      'ϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎ'
      'ӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
  folded := translate(folded, 'øđłħŧıðς', 'odlhtidσ');
  folded := replace(replace(replace(replace(replace(folded, 'ẞ', 'ss'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  return btrim(regexp_replace(folded, ' {2,}', ' ', 'g'));
end $$;

-- serves: search in the directory
drop index brokers_search;
create index brokers_search on brokers using gin (
  fold_key(name || ' ' || coalesce(company, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(asic_number, ''))
  gin_trgm_ops
);
-- serves: brokers of the same name
create index brokers_folded_name on brokers (fold_key(name));

-- serves: applications by person, company and numbers
drop index applications_search;
create index applications_search on applications using gin (
  fold_key(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')
    || ' ' || coalesce(company, '') || ' ' || coalesce(asic_number, '')) gin_trgm_ops
);
-- serves: bookings by who booked
drop index bookings_search;
create index bookings_search on bookings using gin (
  fold_key(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')) gin_trgm_ops
);

-- What a row of the audit log is searched by, as a key. No phrase reaches from one part into the next.
drop index audit_log_search;
create or replace function audit_text(actor text, action text, subject_type text, subject_id text, before jsonb, after jsonb) returns text
language sql immutable parallel safe
return fold_key(actor || ' ' || action || ' ' || subject_type || coalesce(' ' || subject_id, '')
  || ' | ' || audit_subject(subject_type, subject_id, before, after)
  || case when subject_type in ('broker', 'user')
    then coalesce(' | ' || (before ->> 'name'), '') || coalesce(' | ' || (after ->> 'name'), '') else '' end);
-- serves: the audit log by what its rows say
create index audit_log_search on audit_log using gin (
  audit_text(actor, action, subject_type, subject_id, before, after) gin_trgm_ops
) with (gin_pending_list_limit = 256);
-- serves: rows of the audit log about users, by their names
drop index users_search;
create index users_search on users using gin (fold_key(name) gin_trgm_ops);
-- serves: who looked at documents, by reader, file and type
drop index audit_log_access_search;
create index audit_log_access_search on audit_log using gin (
  fold_key(actor || ' ' || coalesce(after ->> 'filename', '') || ' ' || coalesce(after ->> 'typeName', '')) gin_trgm_ops
) where action in ('document.viewed', 'document.downloaded', 'application.file_read');

-- What the review queue is searched by, as a key.
create or replace function document_search_text(broker integer, file integer, type integer) returns text language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select fold_key(concat_ws(' ', b.name, b.company, f.filename, t.name))
  from brokers b, vault_files f, document_types t where b.id = broker and f.id = file and t.id = type
$$;
update documents set search_text = document_search_text(broker_id, file_id, document_type_id);

analyze brokers, applications, bookings, audit_log, users;
