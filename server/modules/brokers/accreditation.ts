import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { notFound } from '#server/platform/errors.ts'
import { basisOf, differenceOf, recorded, settle } from './brokers.ts'
import { parseCallable } from './phone.rules.ts'
import { normaliseName } from './rules.ts'
import { type BrokerRow, changeBroker, findBroker, insertBroker } from './store.ts'

/** Who was accredited, as the application says. */
export interface Accredited {
  name: string
  /** As it was written. */
  phone: string
  email: string
  company: string
  asicNumber: string
  membership: string
}

const SOURCE = 'Accreditation application'

/** Adds the broker of an approved application. Whoever approves has been authorised to. @returns the broker's id */
export async function addAccredited(tx: Ctx, person: Accredited): Promise<number> {
  const basis = { callBasis: 'relationship', callBasisSource: SOURCE, callBasisAt: tx.now() } as const
  const row = await insertBroker(tx, { ...fieldsOf(person), name: normaliseName(person.name), ...basis })
  await audit(tx, {
    action: 'broker.created',
    subjectType: 'broker',
    subjectId: row.id,
    after: recorded(row),
  })
  await settle(tx, { before: null, after: row, basis })
  return row.id
}

/** Fills what the record leaves blank; what stands there stays. @throws AppError not_found */
export async function fillAccredited(tx: Ctx, brokerId: number, person: Accredited): Promise<void> {
  const before = await findBroker(tx, brokerId, { forUpdate: true })
  if (!before) throw notFound('Broker')
  const fields = Object.entries(fieldsOf(person)) as [keyof BrokerRow, string | null][] // its own keys
  const blank = Object.fromEntries(fields.filter(([field, value]) => value && !before[field]))
  const difference = differenceOf(before, { ...before, ...blank })
  if (!difference) return
  const after = await changeBroker(tx, brokerId, blank)
  await audit(tx, { action: 'broker.changed', subjectType: 'broker', subjectId: brokerId, ...difference })
  await settle(tx, { before: basisOf(before), after, basis: basisOf(after) })
}

/** A number that is never called, e.g. an office's 1300, stays with the application. */
function fieldsOf({ phone, email, company, asicNumber, membership }: Accredited) {
  const parsed = parseCallable(phone)
  return { phone: parsed.ok ? parsed.e164 : null, email, company, asicNumber, membership }
}
