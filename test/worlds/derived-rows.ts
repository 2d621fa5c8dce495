import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/schema.gen.ts'

const WORDS = sql`(select
    setweight(to_tsvector('english', coalesce(string_agg(line ->> 'text', ' ') filter (where line ->> 'speaker' = 'caller'), '')), 'A')
    || setweight(to_tsvector('english', coalesce(string_agg(line ->> 'text', ' ') filter (where line ->> 'speaker' <> 'caller'), '')), 'B')
    || array_to_tsvector(array['campaign:' || coalesce(campaign_id, 0)])
  from jsonb_array_elements(transcript) line)`

/** Rows that stores derive from others and that differ from what they follow: none, whatever was done. */
export async function derivedDifferences(db: Kysely<DB>): Promise<unknown[]> {
  const { rows } = await sql`
    with spoken as (select id, ${WORDS} as words from calls where transcript <> '[]' and not test),
      awaiting as (select id from calls where finished_at is not null and recording_status = 'recording')
    select 'words' as derived, coalesce(id, call_id) as id from spoken full join transcript_words on call_id = id
      where spoken.words is distinct from transcript_words.words
    union all select 'awaited', coalesce(id, call_id) from awaiting full join awaited_recordings on call_id = id
      where id is null or call_id is null`.execute(db)
  return rows
}
