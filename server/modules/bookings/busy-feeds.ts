import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { decodeText } from '#server/input/decode-text.ts'
import { FetchRefused, readGuarded } from '#server/platform/http/fetch-guarded.ts'
import { replaceBusyTimes } from './bdms.store.ts'
import type { SkippedEntry } from './busy-times.rules.ts'
import { readBusyTimes } from './read-busy-times.ts'
import type { Busy } from './slots.rules.ts'

const DAYS_AHEAD = 62
const DAY_MS = 86_400_000
/** Kept of the entries that could not be read; more say nothing new. */
const MAX_SKIPPED = 20
const limits = { maxBytes: 5 * 1024 * 1024, timeoutMs: 15_000, maxRedirects: 3 }

/** Reads the calendars of all active BDMs in turn; a failed one does not stop the others. */
export async function readBusyFeeds(ctx: Ctx): Promise<void> {
  const bdms = await ctx.db
    .selectFrom('bdms')
    .select('id')
    .where('active', '=', true)
    .where('busyFeedUrl', 'is not', null)
    .orderBy('id')
    .execute()
  for (const { id } of bdms) await readBusyFeed(ctx, id)
}

/** Stores a BDM's busy times from their own calendar. If it cannot be read, the last good state stays, with the reason. */
export async function readBusyFeed(ctx: Ctx, bdmId: number): Promise<void> {
  const bdm = await ctx.db
    .selectFrom('bdms')
    .select(['id', 'email', 'busyFeedUrl', 'tentativeIsBusy'])
    .where('id', '=', bdmId)
    .executeTakeFirst()
  const url = bdm?.busyFeedUrl
  if (!url) return
  const read = await readFeed(ctx, bdm, url)
  await ctx.tx(async (tx) => {
    // an address changed meanwhile has its own read job
    const { numUpdatedRows } = await tx.db
      .updateTable('bdms')
      .set(
        read.spans
          ? {
              busyFeedError: null,
              busyFeedFailingSince: null,
              busyFeedReadAt: tx.now(),
              busyFeedSkipped: JSON.stringify(read.skipped.slice(0, MAX_SKIPPED)),
            }
          : {
              busyFeedError: read.error,
              busyFeedFailingSince: sql<Date>`coalesce(busy_feed_failing_since, ${tx.now()})`,
            },
      )
      .where('id', '=', bdmId)
      .where('busyFeedUrl', '=', url)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    if (read.spans) {
      const spans = read.spans.map(([start, end]) => ({ from: new Date(start), to: new Date(end) }))
      await replaceBusyTimes(tx, bdmId, spans)
    }
    tx.changed('bdms')
  })
}

type Read = { spans: Busy[]; skipped: SkippedEntry[]; error: null } | { spans: null; error: string }

interface Bdm {
  id: number
  email: string
  tentativeIsBusy: boolean
}

async function readFeed(ctx: Ctx, { id, email, tentativeIsBusy }: Bdm, url: string): Promise<Read> {
  try {
    const { demo, calendarHosts: hosts } = ctx.providers.installation
    const { bytes, headers } = await readGuarded(url, { ...limits, allowPrivate: demo, hosts })
    const from = ctx.now().getTime()
    const rows = await ctx.db.selectFrom('bookings').select('uid').where('bdmId', '=', id).execute()
    const answer = await readBusyTimes({
      ics: decodeText(bytes, headers['content-type']),
      ...{ from: from - DAY_MS, to: from + DAYS_AHEAD * DAY_MS },
      ownUids: rows.map(({ uid }) => uid),
      ...{ email, tentativeIsBusy },
    })
    if (!answer.ok) return { spans: null, error: answer.reason }
    return { spans: answer.spans, skipped: answer.skipped, error: null }
  } catch (error) {
    if (error instanceof FetchRefused) return { spans: null, error: error.message }
    ctx.log.error({ err: error, bdmId: id }, 'the calendar of a BDM was not read')
    return { spans: null, error: 'It could not be read. The log of the server says why.' }
  }
}
