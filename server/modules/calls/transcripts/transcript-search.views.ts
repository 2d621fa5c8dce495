import { type RawBuilder, sql } from 'kysely'
import type { TranscriptLine } from '#contract/calls/transcript.ts'
import type { searchTranscripts, TranscriptHit } from '#contract/campaigns/campaign-history.ts'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import { MARK, partsOf } from './marked-text.rules.ts'

/** Lines of one call that are shown. */
const MOST_LINES = 3
/** The newest calls are looked through first: words that all calls hold are found in few of them. */
const WINDOWS = [10_000, 100_000, null] as const

type Found = Omit<TranscriptHit, 'createdAt' | 'broker' | 'lines'> & {
  createdAt: Date
  brokerId: number | null
  brokerName: string | null
  lines: { at: number; speaker: TranscriptLine['speaker']; text: string }[] | null
}

/** The newest calls of a campaign that contain the words. @throws AppError not_found */
export async function viewTranscripts(
  ctx: Ctx,
  campaignId: number,
  query: QueryOf<typeof searchTranscripts>,
): Promise<ReturnsOf<typeof searchTranscripts>> {
  const campaign = await ctx.db
    .selectFrom('campaigns')
    .select('id')
    .where('id', '=', campaignId)
    .executeTakeFirst()
  if (!campaign) throw notFound('Campaign')
  const [ids, backlog] = await Promise.all([
    findCalls(ctx, campaignId, query),
    ctx.db.selectFrom('transcriptBacklog').select('below').executeTakeFirst(),
  ])
  const shown = ids.slice(0, query.limit)
  return {
    calls: await linesOf(ctx, shown, query),
    more: ids.length > query.limit,
    complete: (backlog?.below ?? 0) <= 0,
  }
}

/** Of weight A are the words of the person called, of weight B the agent's. */
const weights = { anyone: '', caller: ':A', agent: ':B' } as const

function wanted({ q, speaker }: QueryOf<typeof searchTranscripts>): RawBuilder<unknown> {
  const words = sql`websearch_to_tsquery('english', ${q})`
  return speaker === 'anyone'
    ? words
    : sql`regexp_replace(${words}::text, ${`('(?:[^']|'')+')`}, ${`\\1${weights[speaker]}`}, 'g')::tsquery`
}

/** Reads one more than requested, which shows whether there are more. */
async function findCalls(
  ctx: Ctx,
  campaignId: number,
  query: QueryOf<typeof searchTranscripts>,
): Promise<number[]> {
  const { rows: newest } = await sql<{ id: number | null }>`
    select max(call_id) as id from transcript_words`.execute(ctx.db)
  const last = newest[0]?.id ?? 0
  for (const window of WINDOWS) {
    const from = window === null ? 0 : last - window
    const { rows } = await sql<{ id: number }>`
      with wanted as materialized (select ${wanted(query)} as words)
      select call_id as id from transcript_words, wanted
      where numnode(wanted.words) > 0 and call_id > ${from}
        and transcript_words.words @@ (${`'campaign:${campaignId}'`}::tsquery && wanted.words)
      order by call_id desc limit ${query.limit + 1}`.execute(ctx.db)
    if (rows.length > query.limit || from <= 0) return rows.map(({ id }) => id)
  }
  return []
}

/** The calls with the lines in which any of the words is. */
async function linesOf(
  ctx: Ctx,
  ids: readonly number[],
  { q, speaker }: QueryOf<typeof searchTranscripts>,
): Promise<TranscriptHit[]> {
  if (ids.length === 0) return []
  const said = speaker === 'anyone' ? sql`true` : sql`line ->> 'speaker' = ${speaker}`
  const { rows } = await sql<Found>`
    with wanted as materialized (
      select replace(websearch_to_tsquery('english', ${q})::text, ' & ', ' | ')::tsquery as words
    )
    select c.id, c.created_at, c.to_number as phone_number, b.id as broker_id, b.name as broker_name,
      (select jsonb_agg(jsonb_build_object('at', at, 'speaker', speaker, 'text',
          ts_headline('english', text, wanted.words, ${`HighlightAll=true, StartSel=${MARK.start}, StopSel=${MARK.stop}`}))
          order by at)
        from (select (line ->> 'at')::float8 as at, line ->> 'speaker' as speaker, line ->> 'text' as text
          from jsonb_array_elements(c.transcript) line
          where ${said} and to_tsvector('english', line ->> 'text') @@ wanted.words
          order by ts_rank(to_tsvector('english', line ->> 'text'), wanted.words) desc, (line ->> 'at')::float8
          limit ${MOST_LINES}) best) as lines
    from calls c left join brokers b on b.id = c.broker_id, wanted
    where c.id = any(${[...ids]}::int[]) order by c.id desc`.execute(ctx.db)
  return rows.map(({ createdAt, brokerId, brokerName, lines, ...call }) => ({
    ...call,
    createdAt: createdAt.toISOString(),
    broker: brokerId === null ? null : { id: brokerId, name: brokerName ?? '' },
    lines: (lines ?? []).map(({ text, ...line }) => ({ ...line, parts: partsOf(text) })),
  }))
}
