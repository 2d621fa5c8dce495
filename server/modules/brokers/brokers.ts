import type {
  createBroker as createEndpoint,
  Region,
  updateBroker as updateEndpoint,
} from '#contract/brokers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { type Basis, basisAfter, type Checked, contactOf, normaliseName, recordsConsent } from './rules.ts'
import { type BrokerRow, changeBroker, deleteBrokerRow, findBroker, insertBroker, isInCall } from './store.ts'
import { endOptOuts } from './suppressions/suppressions.ts'

export const IN_CALL = 'This broker is in a call right now. Try again when the call has ended.'

/** Adds a broker. @throws AppError forbidden, invalid */
export async function createBroker(ctx: Ctx, input: BodyOf<typeof createEndpoint>): Promise<number> {
  authorise(ctx, 'brokers.write')
  const { name, region, postcode, email, company, asicNumber, membership } = input
  const contact = taken(contactOf(input.phone, { phone: null, region, postcode }))
  const basis = taken(basisAfter(null, input, ctx.now()))
  return ctx.tx(async (tx) => {
    const row = await insertBroker(tx, {
      ...{ region, postcode, email, company, asicNumber, membership, ...contact, ...basis },
      name: normaliseName(name),
    })
    await audit(tx, {
      action: 'broker.created',
      subjectType: 'broker',
      subjectId: row.id,
      after: recorded(row),
    })
    await settle(tx, { before: null, after: row, basis })
    return row.id
  })
}

/** Changes a broker; what is not given stays. @throws AppError forbidden, invalid, not_found */
export async function updateBroker(
  ctx: Ctx,
  id: number,
  changes: BodyOf<typeof updateEndpoint>,
): Promise<void> {
  authorise(ctx, 'brokers.write')
  await ctx.tx((tx) => changeRecord(tx, id, changes))
}

/** The same for whoever has been authorised, e.g. a broker in their own portal. Only inside `ctx.tx`. */
export async function changeRecord(
  tx: Ctx,
  id: number,
  changes: BodyOf<typeof updateEndpoint>,
): Promise<void> {
  const before = await findBroker(tx, id, { forUpdate: true })
  if (!before) throw notFound('Broker')
  const known = basisOf(before)
  const region = changes.region === undefined ? (before.region as Region | null) : changes.region // the table's check allows no other
  const postcode = changes.postcode === undefined ? before.postcode : changes.postcode
  const contact = taken(contactOf(changes.phone, { phone: before.phone, region, postcode }))
  const { callBasis, callBasisSource, callBasisAt } = changes
  const judged = callBasis !== undefined || callBasisSource !== undefined || callBasisAt !== undefined
  const basis = judged ? taken(basisAfter(known, changes, tx.now())) : known
  const { name, email, company, asicNumber, membership } = changes
  const values = {
    ...{ region, postcode, ...contact, ...basis },
    name: name === undefined ? before.name : normaliseName(name),
    email: email === undefined ? before.email : email || null,
    company: company === undefined ? before.company : company,
    asicNumber: asicNumber === undefined ? before.asicNumber : asicNumber,
    membership: membership === undefined ? before.membership : membership,
  }
  const difference = differenceOf(before, { ...before, ...values })
  // nothing new: the row stays as it is, so that an import can still be taken back
  if (!difference) return
  const after = await changeBroker(tx, id, values)
  await audit(tx, { action: 'broker.changed', subjectType: 'broker', subjectId: id, ...difference })
  await settle(tx, { before: known, after, basis })
}

/** What follows from a new or changed broker: recorded consent ends opt-outs, and the others hear of it. */
export async function settle(
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
  await tx.emit('broker.changed', { brokerId: after.id })
  tx.changed('brokers', 'dashboard')
}

/** Deletes a broker; its suppression and its audit rows stay. @throws AppError forbidden, not_found, conflict */
export async function deleteBroker(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'brokers.write')
  await ctx.tx(async (tx) => {
    // locked before looking for calls: the dispatcher passes over a broker that is being deleted
    const before = await findBroker(tx, id, { forUpdate: true })
    if (!before) throw notFound('Broker')
    if (await isInCall(tx, id)) throw new AppError('conflict', IN_CALL)
    await tx.emit('broker.deleting', { brokerId: id })
    await deleteBrokerRow(tx, id)
    await audit(tx, {
      action: 'broker.deleted',
      subjectType: 'broker',
      subjectId: id,
      before: recorded(before),
    })
    tx.changed('brokers', 'activities', 'campaigns', 'calls', 'dashboard')
  })
}

function taken<T>(checked: Checked<T>): T {
  if (!checked.ok) throw invalid(checked.fields)
  return checked.value
}

export function basisOf(row: BrokerRow): Basis {
  const { callBasisSource, callBasisAt } = row
  // the table's check allows no other
  return { callBasis: row.callBasis as Basis['callBasis'], callBasisSource, callBasisAt }
}

const KEPT_OUT: readonly (keyof BrokerRow)[] = ['updatedAt', 'createdAt', 'importId']

export function recorded(row: BrokerRow): Partial<BrokerRow> {
  return Object.fromEntries(
    Object.entries(row).filter(([field]) => !KEPT_OUT.includes(field as keyof BrokerRow)), // its own keys
  )
}

/** The fields that differ, before and after; null: none. */
export function differenceOf(before: BrokerRow, after: BrokerRow): { before: object; after: object } | null {
  const fields = (Object.keys(after) as (keyof BrokerRow)[]).filter(
    (field) => !KEPT_OUT.includes(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  if (fields.length === 0) return null
  const pick = (row: BrokerRow) => Object.fromEntries(fields.map((field) => [field, row[field]]))
  return { before: pick(before), after: pick(after) }
}
