import type { Ctx } from '#server/ctx.ts'
import { FetchRefused, fetchGuarded } from '#server/platform/http/fetch-guarded.ts'
import { replaceBusyTimes } from './bdms.store.ts'
import { readBusyTimes } from './read-busy-times.ts'
import type { Busy } from './slots.rules.ts'

const DAYS_AHEAD = 62
const DAY_MS = 86_400_000
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
  const bdm = await ctx.db.selectFrom('bdms').select('busyFeedUrl').where('id', '=', bdmId).executeTakeFirst()
  const url = bdm?.busyFeedUrl
  if (!url) return
  const read = await readFeed(ctx, bdmId, url)
  await ctx.tx(async (tx) => {
    // an address changed meanwhile has its own read job
    const { numUpdatedRows } = await tx.db
      .updateTable('bdms')
      .set({ busyFeedError: read.error, ...(read.spans && { busyFeedReadAt: tx.now() }) })
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

type Read = { spans: Busy[]; error: null } | { spans: null; error: string }

async function readFeed(ctx: Ctx, bdmId: number, url: string): Promise<Read> {
  try {
    const { demo, calendarHosts: hosts } = ctx.providers.installation
    const ics = await fetchGuarded(url, { ...limits, allowPrivate: demo, hosts })
    const from = ctx.now().getTime()
    const rows = await ctx.db.selectFrom('bookings').select('uid').where('bdmId', '=', bdmId).execute()
    const ownUids = rows.map(({ uid }) => uid)
    const answer = await readBusyTimes({ ics, from: from - DAY_MS, to: from + DAYS_AHEAD * DAY_MS, ownUids })
    return answer.ok ? { spans: answer.spans, error: null } : { spans: null, error: answer.reason }
  } catch (error) {
    if (error instanceof FetchRefused) return { spans: null, error: error.message }
    throw error
  }
}
