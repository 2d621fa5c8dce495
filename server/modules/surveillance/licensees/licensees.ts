import { longDay } from '#contract/calendar.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { licenseeMoves, listLicensees } from '#contract/surveillance/living-registers.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import {
  deleteWatchedLicensee,
  findBaseline,
  insertWatchedLicensee,
  type LicenseeRow,
  type MoveRow,
  movesOf,
  watchedLicensees,
} from './licensees.store.ts'

type Licensee = ReturnsOf<typeof listLicensees>[number]

export async function viewLicensees(ctx: Ctx): Promise<Licensee[]> {
  const baseline = await findBaseline(ctx)
  const rows = await watchedLicensees(ctx, baseline)
  return rows.map((row) => toLicensee(ctx, row, baseline?.date ?? null))
}

function toLicensee(ctx: Ctx, row: LicenseeRow, since: string | null): Licensee {
  const { number, name, status, endedOn, gone, representatives, brokers, joined, left } = row
  const ended = endedOn !== null && endedOn <= sydneyDate(ctx.now())
  const state = name === null || gone ? 'gone' : ended ? 'ended' : status === 'SUSP' ? 'suspended' : 'current'
  return { number, name, state, endedOn, representatives, brokers, joined, left, since }
}

/** @throws AppError forbidden, invalid for a number that is no licensee's */
export async function watchLicensee(ctx: Ctx, number: string): Promise<Licensee> {
  authorise(ctx, 'registers.import')
  return ctx.tx(async (tx) => {
    const known = await tx.db
      .selectFrom('registerEntries')
      .select('id')
      .where('register', '=', 'credit_licensees')
      .where('number', '=', number)
      .where('untilSnapshotId', 'is', null)
      .executeTakeFirst()
    if (!known) throw invalid({ number: 'ASIC’s register of credit licensees does not have this number' })
    if (!(await insertWatchedLicensee(tx, number)))
      throw invalid({ number: 'This licensee is on the list already' })
    await audit(tx, { action: 'licensee.added', subjectType: 'licensee', subjectId: number })
    const baseline = await findBaseline(tx)
    const [row] = await watchedLicensees(tx, baseline, number)
    if (!row) throw notFound('Licensee')
    return toLicensee(tx, row, baseline?.date ?? null)
  })
}

/** @throws AppError forbidden, not_found */
export async function unwatchLicensee(ctx: Ctx, number: string): Promise<void> {
  authorise(ctx, 'registers.import')
  await ctx.tx(async (tx) => {
    if (!(await deleteWatchedLicensee(tx, number))) throw notFound('Licensee')
    await audit(tx, { action: 'licensee.removed', subjectType: 'licensee', subjectId: number })
  })
}

const SHOWN_MOVES = 1000

/** @throws AppError not_found for a licensee that is not on the list */
export async function viewMoves(ctx: Ctx, number: string): Promise<ReturnsOf<typeof licenseeMoves>> {
  const watched = await ctx.db
    .selectFrom('watchedLicensees')
    .select('number')
    .where('number', '=', number)
    .executeTakeFirst()
  if (!watched) throw notFound('Licensee')
  const baseline = await findBaseline(ctx)
  if (!baseline) return []
  const rows = await movesOf(ctx, number, baseline, SHOWN_MOVES)
  return rows.map(({ kind, number: own, name, state, brokerId, ...move }) => ({
    ...{ kind, number: own, name, state, brokerId },
    text: describeMove({ kind, ...move }),
  }))
}

function describeMove({
  kind,
  otherLicence,
  otherName,
  endedOn,
}: Pick<MoveRow, 'kind' | 'otherLicence' | 'otherName' | 'endedOn'>): string {
  const other = otherLicence && `licensee ${otherLicence}${otherName ? `, ${otherName}` : ''}`
  if (kind === 'joined') return other ? `Came from ${other}.` : 'New on the register.'
  if (other) return `Now a representative of ${other}.`
  return endedOn ? `Ended on ${longDay(endedOn)}.` : 'No longer listed.'
}
