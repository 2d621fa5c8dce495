import type { Span } from '#server/calendar/spans.ts'
import type { Ctx } from '#server/ctx.ts'
import type { SkippedEntry } from '#server/input/calendars/busy-times.ts'
import { readBusyTimes } from '#server/input/calendars/read-busy-times.ts'
import { decodeText } from '#server/input/decode-text.ts'
import { reportToStaff } from '#server/modules/messages/report-to-staff.ts'
import { FetchRefused, readGuarded } from '#server/platform/http/fetch-guarded.ts'
import { type BdmRow, lockBdm, noteBusyFeed, replaceBusyTimes } from './bdms.store.ts'
import { hasConnectedCalendar, withoutConnectedCalendar } from './connected-calendars.views.ts'

const DAYS_AHEAD = 62
const DAY_MS = 86_400_000
/** Limit of stored entries that could not be read; more add no information. */
const MAX_SKIPPED = 20
const limits = { maxBytes: 5 * 1024 * 1024, timeoutMs: 15_000, maxRedirects: 3 }

/** Reads the calendars of all active BDMs in turn; a failed one does not stop the others. */
export async function readBusyFeeds(ctx: Ctx): Promise<void> {
  const bdms = await ctx.db
    .selectFrom('bdms')
    .select('id')
    .where('active', '=', true)
    .where('busyFeedUrl', 'is not', null)
    .where(withoutConnectedCalendar)
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
    .where(withoutConnectedCalendar)
    .executeTakeFirst()
  const url = bdm?.busyFeedUrl
  if (!url) return
  const read = await readFeed(ctx, bdm, url)
  await ctx.tx(async (tx) => {
    const before = await lockBdm(tx, bdmId)
    // an address changed meanwhile has its own read job
    if (before?.busyFeedUrl !== url || (await hasConnectedCalendar(tx, bdmId, 'any'))) return
    if (read.spans) await storeBusyTimes(tx, before, read)
    else await storeFailure(tx, before, read.error)
  })
}

async function storeBusyTimes(
  tx: Ctx,
  { id, busyFeedFailingSince: failingSince }: BdmRow,
  { spans, skipped }: Extract<Read, { error: null }>,
): Promise<void> {
  await noteBusyFeed(tx, id, {
    ...{ busyFeedError: null, busyFeedFailingSince: null, busyFeedReadAt: tx.now() },
    busyFeedSkipped: JSON.stringify(skipped.slice(0, MAX_SKIPPED)),
  })
  const busy = spans.map(([start, end]) => ({ from: new Date(start), to: new Date(end) }))
  await replaceBusyTimes(tx, id, busy)
  if (failingSince) await tx.emit('matter.settled', { kind: 'calendar_not_read' })
}

/** The first failure opens one task and sends one mail; a success ends the task. */
async function storeFailure(
  tx: Ctx,
  { id, name, busyFeedFailingSince: failingSince }: BdmRow,
  reason: string,
): Promise<void> {
  await noteBusyFeed(tx, id, { busyFeedError: reason, busyFeedFailingSince: failingSince ?? tx.now() })
  if (failingSince) return
  await reportToStaff(tx, {
    ...{ kind: 'calendar_not_read', key: String(id), name },
    occasion: `${id}:${tx.now().toISOString()}`,
    title: `The calendar of ${name} was not read`,
    details: `The calendar of ${name}: ${reason} The busy times that were read last stay in use.`,
    screen: { path: '/bookings?tab=bdms', label: 'Open the BDMs' },
  })
}

type Read = { spans: Span[]; skipped: SkippedEntry[]; error: null } | { spans: null; error: string }

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
