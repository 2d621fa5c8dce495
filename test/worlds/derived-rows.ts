import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/schema.gen.ts'

const WORDS = sql`(select
    setweight(to_tsvector('english', coalesce(string_agg(line ->> 'text', ' ') filter (where line ->> 'speaker' = 'caller'), '')), 'A')
    || setweight(to_tsvector('english', coalesce(string_agg(line ->> 'text', ' ') filter (where line ->> 'speaker' <> 'caller'), '')), 'B')
    || array_to_tsvector(array['campaign:' || coalesce(campaign_id, 0)])
  from jsonb_array_elements(transcript) line)`

/** Rows that stores derive from others and that differ from their sources: none after any changes. */
export async function derivedDifferences(db: Kysely<DB>): Promise<unknown[]> {
  const { rows } = await sql`
    with spoken as (select id, ${WORDS} as words from calls where transcript <> '[]' and not test),
      awaiting as (select id from calls where finished_at is not null and recording_status = 'recording')
    select 'words' as derived, coalesce(id, call_id) as id from spoken full join transcript_words on call_id = id
      where spoken.words is distinct from transcript_words.words
    union all select 'awaited', coalesce(id, call_id) from awaiting full join awaited_recordings on call_id = id
      where id is null or call_id is null
    union all select 'search text', d.id from documents d join brokers b on b.id = d.broker_id
        join vault_files f on f.id = d.file_id join document_types t on t.id = d.document_type_id
      where d.search_text <> fold_key(concat_ws(' ', b.name, b.company, f.filename, t.name))
    union all select 'replaced', d.id from documents d
      where d.replaced <> (d.status = 'approved' and exists (select from documents n where n.broker_id = d.broker_id
        and n.document_type_id = d.document_type_id and n.version > d.version and n.status = 'approved'))`.execute(
    db,
  )
  return rows
}
