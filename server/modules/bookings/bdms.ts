import { randomBytes } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { addLeave, bdmFields, updateBdm } from '#contract/bookings/bdms.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { parseCallable } from '#server/modules/brokers/phone.rules.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import {
  type BdmRow,
  changeBdm,
  deleteBusyTimes,
  deleteLeave,
  insertBdm,
  insertLeave,
  lockBdm,
} from './bdms.store.ts'
import { hasConnectedCalendar } from './connected-calendars.views.ts'
import { notifyLinkChanged } from './notify.ts'
import { raiseSequences } from './store.ts'
import { viewBookingsBetween } from './views.ts'

/** Reads one BDM's own calendar now. */
export const readBusyFeedJob = defineJob('bookings.read-busy-feed', z.object({ bdmId: z.number() }), {
  maxAttempts: 1,
})

/** 128 bits, because the address alone grants access to the calendar. */
const newFeedToken = (): string => randomBytes(16).toString('base64url')

/** @returns the BDM's id */
export async function createBdm(ctx: Ctx, input: z.output<typeof bdmFields>): Promise<number> {
  authorise(ctx, 'bookings.write')
  requireCallable(input.phone)
  return ctx.tx(async (tx) => {
    const row = await insertBdm(tx, { ...toColumns(input), ...required(input), feedToken: newFeedToken() })
    await audit(tx, { action: 'bdm.created', subjectType: 'bdm', subjectId: row.id, after: audited(row) })
    await enqueueRead(tx, row)
    return row.id
  })
}

/** Calls are put through to it. @throws AppError invalid */
function requireCallable(phone: string | null | undefined): void {
  const parsed = phone ? parseCallable(phone) : null
  if (parsed && !parsed.ok) throw invalid({ phone: parsed.reason })
}

const required = ({ name, email, hours, blocks }: z.output<typeof bdmFields>) => ({
  name,
  email,
  hours: JSON.stringify(hours),
  blocks: JSON.stringify(blocks),
})

type Changes = BodyOf<typeof updateBdm>

function toColumns({ hours, blocks, callHours, ...rest }: Changes) {
  return {
    ...rest,
    ...(callHours !== undefined && { callHours: callHours && JSON.stringify(callHours) }),
    ...(hours && { hours: JSON.stringify(hours) }),
    ...(blocks && { blocks: JSON.stringify(blocks) }),
  }
}

/** Omits the secret addresses, because more people may read the audit log than may open a calendar. */
function audited({
  feedToken: _token,
  busyFeedUrl,
  createdAt: _created,
  updatedAt: _updated,
  ...row
}: BdmRow) {
  return { ...row, busyFeed: busyFeedUrl ? new URL(busyFeedUrl).host : null }
}

/** Existing bookings stay even outside the new hours. @throws AppError not_found */
export async function changeBdmFields(ctx: Ctx, id: number, changes: Changes): Promise<void> {
  authorise(ctx, 'bookings.write')
  requireCallable(changes.phone)
  await ctx.tx(async (tx) => {
    const before = await lockBdm(tx, id)
    if (!before) throw notFound('BDM')
    const newFeed = changes.busyFeedUrl !== undefined && changes.busyFeedUrl !== before.busyFeedUrl
    const reset = newFeed
      ? { busyFeedReadAt: null, busyFeedError: null, busyFeedFailingSince: null, busyFeedSkipped: '[]' }
      : {}
    const after = await changeBdm(tx, id, { ...toColumns(changes), ...reset })
    if (newFeed && !(await hasConnectedCalendar(tx, id, 'any'))) await deleteBusyTimes(tx, id)
    if (after.videoLink !== before.videoLink) await sendNewLink(tx, sql`bdm_id = ${id}`)
    if (newFeed || after.tentativeIsBusy !== before.tentativeIsBusy) await enqueueRead(tx, after)
    await tx.emit('matter.settled', { kind: 'calendar_not_read' })
    await tx.emit('bdm.changed', { bdmId: id })
    await audit(tx, {
      action: 'bdm.changed',
      subjectType: 'bdm',
      subjectId: id,
      before: audited(before),
      after: audited(after),
    })
  })
}

/** The organisation's link changed, which BDMs without a link of their own use. Only inside `ctx.tx`. */
export const sendOrganisationLink = (tx: Ctx): Promise<void> =>
  sendNewLink(tx, sql`bdm_id in (select id from bdms where video_link is null)`)

/** Sends the invitations of future meetings again, with the new video link. */
async function sendNewLink(tx: Ctx, among: RawBuilder<SqlBool>): Promise<void> {
  for (const id of await raiseSequences(tx, among)) await notifyLinkChanged(tx, id)
}

async function enqueueRead(tx: Ctx, { id, busyFeedUrl }: BdmRow): Promise<void> {
  if (busyFeedUrl) await tx.enqueue(readBusyFeedJob, { bdmId: id }, { key: `busy-feed:${id}` })
}

/** Adds leave to a calendar. Meetings within it stay and are returned as conflicts. */
export async function scheduleLeave(
  ctx: Ctx,
  bdmId: number,
  input: BodyOf<typeof addLeave>,
): Promise<ReturnsOf<typeof addLeave>> {
  authorise(ctx, 'bookings.write')
  const span = { from: new Date(input.from), to: new Date(input.to) }
  return ctx.tx(async (tx) => {
    if (!(await lockBdm(tx, bdmId))) throw notFound('BDM')
    const createdBy = tx.actor.kind === 'staff' ? tx.actor.userId : null
    const id = await insertLeave(tx, { bdmId, ...span, reason: input.reason, createdBy })
    const after = { leave: id, ...span, reason: input.reason }
    await audit(tx, { action: 'bdm.leave_added', subjectType: 'bdm', subjectId: bdmId, after })
    const conflicts: Booking[] = await viewBookingsBetween(tx, bdmId, span)
    const leave = { id, from: span.from.toISOString(), to: span.to.toISOString(), reason: input.reason }
    return { leave, conflicts }
  })
}

/** @throws AppError not_found */
export async function cancelLeave(ctx: Ctx, of: { bdmId: number; leaveId: number }): Promise<void> {
  authorise(ctx, 'bookings.write')
  await ctx.tx(async (tx) => {
    const before = await deleteLeave(tx, of)
    if (!before) throw notFound('Leave')
    await audit(tx, { action: 'bdm.leave_removed', subjectType: 'bdm', subjectId: of.bdmId, before })
  })
}

/** The calendar's old address stops working immediately. @throws AppError not_found */
export async function renewFeedToken(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'bookings.write')
  await ctx.tx(async (tx) => {
    if (!(await lockBdm(tx, id))) throw notFound('BDM')
    await changeBdm(tx, id, { feedToken: newFeedToken() })
    await audit(tx, { action: 'bdm.calendar_renewed', subjectType: 'bdm', subjectId: id })
  })
}
