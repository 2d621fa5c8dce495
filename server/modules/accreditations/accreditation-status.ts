import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { notifyBroker } from '#server/modules/documents/reviews/notify-broker.ts'
import { figuresOf, goodVersion } from '#server/modules/documents/rules.ts'
import { type BrokerType, viewBrokerTypes } from '#server/modules/documents/views.ts'
import { accreditationStatusOf, higherStatus, notificationTable } from './accreditation-status.rules.ts'
import {
  type AccreditationStatusRow,
  brokersWithAccreditationStatus,
  changeAccreditationStatus,
  hasApprovedApplication,
  lockAccreditationStatus,
} from './accreditation-status.store.ts'
import { recountJob } from './recount.job.ts'

/** Brokers per job; the next job continues after the last one. */
const BATCH = 500

/** A document was uploaded, was decided, or expired. */
export async function onDocumentChanged(tx: Ctx, { brokerId }: AppEvents['document.changed']): Promise<void> {
  await updateAccreditationStatus(tx, brokerId)
}

/** The required documents have changed, so every broker's status is updated in the background. */
export async function onDocumentTypesChanged(tx: Ctx): Promise<void> {
  await tx.enqueue(recountJob, { afterId: 0 })
}

/** Updates accreditation statuses in batches of brokers. Safe to repeat: only changes are written and announced. */
export async function recount(ctx: Ctx, afterId: number): Promise<void> {
  const ids = await brokersWithAccreditationStatus(ctx, afterId, BATCH)
  for (const id of ids) {
    await ctx.tx((tx) => updateAccreditationStatus(tx, id))
  }
  const last = ids.at(-1)
  if (last !== undefined && ids.length === BATCH) await ctx.enqueue(recountJob, { afterId: last })
}

/** Keeps the higher status of two merged records. Their documents have been moved already. */
export async function mergeAccreditationStatuses(tx: Ctx, fromId: number, intoId: number): Promise<void> {
  const [into, from] = [await lockAccreditationStatus(tx, intoId), await lockAccreditationStatus(tx, fromId)]
  if (into && from) await changeAccreditationStatus(tx, intoId, higherStatus(into, from))
  await updateAccreditationStatus(tx, intoId)
}

/** Updates a broker's accreditation status; a change is stored, audited and announced once. Only inside `ctx.tx`. */
export async function updateAccreditationStatus(tx: Ctx, brokerId: number): Promise<void> {
  // locked before the documents are read, so that concurrent decisions see each other's documents
  const before = await lockAccreditationStatus(tx, brokerId)
  if (!before) return
  const types = await viewBrokerTypes(tx, brokerId)
  const { required, fulfilled } = figuresOf(types, sydneyDate(tx.now()))
  const status = accreditationStatusOf({
    before: before.status,
    applicationApproved: await hasApprovedApplication(tx, brokerId),
    required,
    fulfilled,
  })
  if (status === before.status) return
  const after: AccreditationStatusRow = { status, since: tx.now() }
  await changeAccreditationStatus(tx, brokerId, after)
  // by the system, because no person decides it: it follows from the documents
  await audit(tx.as({ kind: 'system', name: 'accreditations' }), {
    action: 'accreditation.changed',
    subjectType: 'accreditation',
    subjectId: brokerId,
    before: { status: before.status, since: before.since },
    after: { status, required, fulfilled },
  })
  if (status === 'accredited') await tx.emit('broker.accredited', { brokerId })
  await announceChange(tx, brokerId, { after, types })
}

async function announceChange(
  tx: Ctx,
  brokerId: number,
  { after, types }: { after: AccreditationStatusRow; types: readonly BrokerType[] },
): Promise<void> {
  const notification = notificationTable[after.status]
  if (!notification) return
  await addActivity(tx, {
    type: notification.activity,
    description: notification.description,
    brokerId,
    simulated: false,
  })
  const today = sydneyDate(tx.now())
  const missing = types.filter(({ required, versions }) => required && !goodVersion(versions, today))
  await notifyBroker(tx, {
    brokerId,
    kind: 'accreditation_changed',
    occasion: `accreditation:${brokerId}:${after.status}:${after.since.toISOString()}`,
    facts: { status: notification.mail, missing: missing.map(({ type }) => type.name) },
  })
}
