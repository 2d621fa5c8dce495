import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'

/** Calls of which the words are searchable: those with a transcript, without test calls. */
const searchable = sql`transcript <> '[]' and not test`

/** The caller's words have weight A, others B; one more word names the campaign, so that the index finds its calls alone. */
const words = sql`(select
    setweight(to_tsvector('english', coalesce(string_agg(line ->> 'text', ' ') filter (where line ->> 'speaker' = 'caller'), '')), 'A')
    || setweight(to_tsvector('english', coalesce(string_agg(line ->> 'text', ' ') filter (where line ->> 'speaker' <> 'caller'), '')), 'B')
    || array_to_tsvector(array['campaign:' || coalesce(campaign_id, 0)])
  from jsonb_array_elements(transcript) line)`

/** Brings the searchable words of these calls to their transcripts: after each change of a transcript. */
export async function storeWords(tx: Ctx, callIds: readonly number[]): Promise<void> {
  if (callIds.length === 0) return
  await sql`with spoken as (select * from calls where id = ${anyOf(callIds)} and ${searchable}),
      silent as (delete from transcript_words where call_id = ${anyOf(callIds)}
        and call_id not in (select id from spoken))
    insert into transcript_words (call_id, words) select id, ${words} from spoken
    on conflict (call_id) do update set words = excluded.words`.execute(tx.db)
}

/** Stores the words of the newest calls below an id that have none yet. @returns the lowest id reached; null: there is no call */
export async function storeOlderWords(tx: Ctx, below: number, limit: number): Promise<number | null> {
  const { rows } = await sql<{ first: number | null }>`
    with older as (select * from calls where id < ${below} order by id desc limit ${limit}),
      written as (
        insert into transcript_words (call_id, words) select id, ${words} from older where ${searchable}
        on conflict do nothing
      )
    select min(id) as first from older`.execute(tx.db)
  return rows[0]?.first ?? null
}

/** Locks the backlog. @returns the id below which calls from before the search have no words yet; 0: there are none */
export async function lockBacklog(tx: Ctx): Promise<number> {
  const row = await tx.db.selectFrom('transcriptBacklog').select('below').forUpdate().executeTakeFirst()
  return row?.below ?? 0
}

export async function setBacklog(tx: Ctx, below: number): Promise<void> {
  await tx.db.updateTable('transcriptBacklog').set({ below }).execute()
}
