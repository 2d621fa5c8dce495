import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

/** In one transaction, a second's work or less. */
const AT_ONCE = 500
/** In one run of the job, which starts every minute. */
const TURNS = 20

/** Makes the words of calls searchable that ended before the search existed, the newest first. */
export async function indexTranscripts(ctx: Ctx): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) if (!(await indexSome(ctx))) return
}

/** @returns whether there may be more */
async function indexSome(ctx: Ctx): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const backlog = await tx.db.selectFrom('transcriptBacklog').select('below').forUpdate().executeTakeFirst()
    const below = backlog?.below ?? 0
    if (below <= 0) return false
    const { rows } = await sql<{ first: number | null }>`
      with older as (select id, campaign_id, transcript, test from calls where id < ${below} order by id desc limit ${AT_ONCE}),
        written as (
          insert into transcript_words (call_id, words)
          select id, words_said(transcript, campaign_id) from older where transcript <> '[]' and not test
          on conflict do nothing
        )
      select min(id) as first from older`.execute(tx.db)
    await tx.db
      .updateTable('transcriptBacklog')
      .set({ below: rows[0]?.first ?? 0 })
      .execute()
    return true
  })
}
