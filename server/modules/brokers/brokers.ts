import { forEachText } from '#contract/brokers/broker-fields.ts'
import type {
  createBroker as createEndpoint,
  Region,
  updateBroker as updateEndpoint,
} from '#contract/brokers/brokers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit, changedFields } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { requireBdm } from './own-bdm.ts'
import {
  type Basis,
  basisAfter,
  type Checked,
  contactOf,
  normaliseName,
  PUBLISHED_REQUIRED,
  recordsConsent,
} from './rules.ts'
import { type BrokerRow, changeBroker, findBroker, insertBroker } from './store.ts'
import { endOptOuts } from './suppressions/suppressions.ts'

export const IN_CALL = 'This broker is in a call right now. Try again when the call has ended.'

/** Adds a broker. @throws AppError forbidden, invalid */
export async function createBroker(ctx: Ctx, input: BodyOf<typeof createEndpoint>): Promise<number> {
  authorise(ctx, 'brokers.write')
  const { name, region, postcode, bdmId = null, numberSource = null } = input
  const contact = requireValid(contactOf(input.phone, { phone: null, region, postcode }))
  const basis = requireValid(basisAfter(null, input, ctx.now()))
  return ctx.tx(async (tx) => {
    await requireBdm(tx, bdmId)
    const row = await insertBroker(tx, {
      ...forEachText((field) => input[field]),
      ...{ bdmId, region, numberSource, ...contact, ...basis },
      name: normaliseName(name),
    })
    await audit(tx, {
      action: 'broker.created',
      subjectType: 'broker',
      subjectId: row.id,
      after: auditFields(row),
    })
    await finishBrokerChange(tx, { before: null, after: row, basis })
    return row.id
  })
}

/** Changes the given fields of a broker. @throws AppError forbidden, invalid, not_found */
export async function updateBroker(
  ctx: Ctx,
  id: number,
  changes: BodyOf<typeof updateEndpoint>,
): Promise<void> {
  authorise(ctx, 'brokers.write')
  await ctx.tx((tx) => changeRecord(tx, id, changes))
}

/** `updateBroker` for callers that have already authorised, e.g. a broker in the portal. Only inside `ctx.tx`. */
export async function changeRecord(
  tx: Ctx,
  id: number,
  changes: BodyOf<typeof updateEndpoint>,
): Promise<void> {
  const before = await findBroker(tx, id, { forUpdate: true })
  if (!before) throw notFound('Broker')
  const currentBasis = basisOf(before)
  const region = changes.region === undefined ? (before.region as Region | null) : changes.region // guaranteed by the table's check constraint
  const postcode = changes.postcode === undefined ? before.postcode : changes.postcode
  const contact = requireValid(contactOf(changes.phone, { phone: before.phone, region, postcode }))
  const { callBasis, callBasisSource, callBasisAt } = changes
  const basisGiven = callBasis !== undefined || callBasisSource !== undefined || callBasisAt !== undefined
  const basis = basisGiven ? requireValid(basisAfter(currentBasis, changes, tx.now())) : currentBasis
  requirePublished(before, basis, callBasisSource)
  const { name, email, bdmId = before.bdmId } = changes
  if (bdmId !== before.bdmId) await requireBdm(tx, bdmId)
  const values = {
    ...forEachText((field) => (changes[field] === undefined ? before[field] : changes[field])),
    ...{ region, bdmId, ...contact, ...basis },
    name: name === undefined ? before.name : normaliseName(name),
    email: email === undefined ? before.email : email || null,
    numberSource: sourceAfter(before, changes.numberSource, contact.phone),
  }
  const difference = changedFields(before, values, NOT_AUDITED)
  // leaves the row untouched when nothing changes, so that an import can still be undone
  if (!difference) return
  const after = await changeBroker(tx, id, values)
  await audit(tx, { action: 'broker.changed', subjectType: 'broker', subjectId: id, ...difference })
  await finishBrokerChange(tx, { before: currentBasis, after, basis })
}

/**
 * A broker added from ASIC's register may be called on a business number only with the place of its publication: the
 * register has no numbers, and a private number may not be called. @throws AppError invalid
 */
function requirePublished(before: BrokerRow, { callBasis }: Basis, source: string | null | undefined): void {
  if (!before.prospectSince || callBasis !== 'business_number' || before.callBasis === 'business_number')
    return
  if (!source) throw invalid({ callBasisSource: PUBLISHED_REQUIRED })
}

/** The source of a changed number is dropped, unless it is given again. */
function sourceAfter(
  before: BrokerRow,
  given: string | null | undefined,
  phone: string | null,
): string | null {
  if (given !== undefined) return given
  return phone === before.phone ? before.numberSource : null
}

/** Completes adding or changing a broker: newly recorded consent ends opt-outs, and other modules are notified. */
export async function finishBrokerChange(
  tx: Ctx,
  change: { before: Basis | null; after: BrokerRow; basis: Basis },
): Promise<void> {
  const { before, after, basis } = change
  if (after.phone && basis.callBasisAt && recordsConsent(before, basis)) {
    await endOptOuts(tx, {
      phone: after.phone,
      consentAt: basis.callBasisAt,
      source: basis.callBasisSource ?? '',
    })
  }
  await tx.emit('broker.changed', { brokerIds: [after.id] })
}

/** @throws AppError invalid */
function requireValid<T>(checked: Checked<T>): T {
  if (!checked.ok) throw invalid(checked.fields)
  return checked.value
}

export function basisOf(row: BrokerRow): Basis {
  const { callBasisSource, callBasisAt } = row
  // the table's check constraint allows no other value
  return { callBasis: row.callBasis as Basis['callBasis'], callBasisSource, callBasisAt }
}

export const NOT_AUDITED: readonly (keyof BrokerRow)[] = ['updatedAt', 'createdAt', 'importId']

export function auditFields(row: BrokerRow): Partial<BrokerRow> {
  return Object.fromEntries(
    Object.entries(row).filter(([field]) => !NOT_AUDITED.includes(field as keyof BrokerRow)), // keys of the row
  )
}
