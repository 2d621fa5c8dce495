-- Which file of an application is a document of which type: by it the files of an approved application become the
-- broker's documents. Set by the types' first names; it stays when staff rename them.
alter table document_types add column application_file text unique
  check (application_file in ('piInsurance', 'licenceCopy'));
update document_types set application_file = 'piInsurance'
  where id = (select min(id) from document_types where name = 'Professional indemnity certificate of currency');
update document_types set application_file = 'licenceCopy'
  where id = (select min(id) from document_types where name = 'ASIC credit representative or licence evidence');

-- Applications that were approved before: their files wait for a review, as nobody said until when they are valid. Nobody
-- who has sent a document of the type since is asked about the old one.
with filed as (
  insert into documents (broker_id, document_type_id, version, file_id, uploaded_at, render_state, render_fault)
  select distinct on (a.broker_id, t.id) a.broker_id, t.id, 1, f.file_id, f.uploaded_at,
    case when v.media_type = 'application/pdf' then 'waiting' else 'failed' end,
    case when v.media_type <> 'application/pdf' then 'This is a picture, not a PDF. Download it to look at it.' end
  from applications a join application_files f on f.application_id = a.id
  join document_types t on t.application_file = f.kind and t.retired_at is null
  join vault_files v on v.id = f.file_id and v.released_at is null
  where a.status = 'approved' and a.broker_id is not null
    and not exists (select from documents d where d.broker_id = a.broker_id and d.document_type_id = t.id)
  order by a.broker_id, t.id, a.decided_at desc, a.id desc
  returning id, uploaded_at
)
insert into document_events (document_id, type, actor, at) select id, 'uploaded', 'Applicant', uploaded_at from filed;
