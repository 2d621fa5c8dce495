import type { Ctx } from '#server/ctx.ts'
import { audit, changedFields } from '#server/modules/accounts/audit.ts'
import { notFound } from '#server/platform/errors.ts'
import { auditFields, basisOf, finishBrokerChange, NOT_AUDITED } from './brokers.ts'
import { parseCallable } from './phone.rules.ts'
import { normaliseName } from './rules.ts'
import { type BrokerRow, changeBroker, findBroker, insertBroker } from './store.ts'

/** The accredited person, as stated in the application. */
export interface Accredited {
  name: string
  /** As typed by the applicant. */
  phone: string
  email: string
  company: string
  asicNumber: string
  membership: string
}

const SOURCE = 'Accreditation application'
/** As it is read to them. */
const NUMBER_SOURCE = 'your accreditation application'

/** Adds the broker of an approved application; the caller authorises. @returns the broker's id */
export async function addAccredited(tx: Ctx, person: Accredited): Promise<number> {
  const basis = { callBasis: 'relationship', callBasisSource: SOURCE, callBasisAt: tx.now() } as const
  const row = await insertBroker(tx, { ...fieldsOf(person), name: normaliseName(person.name), ...basis })
  await audit(tx, {
    action: 'broker.created',
    subjectType: 'broker',
    subjectId: row.id,
    after: auditFields(row),
  })
  await finishBrokerChange(tx, { before: null, after: row, basis })
  return row.id
}

/** Fills only the blank fields of an existing record. @throws AppError not_found */
export async function fillAccredited(tx: Ctx, brokerId: number, person: Accredited): Promise<void> {
  const before = await findBroker(tx, brokerId, { forUpdate: true })
  if (!before) throw notFound('Broker')
  const fields = Object.entries(fieldsOf(person)) as [keyof BrokerRow, string | null][] // Object.entries widens the keys
  const blank = Object.fromEntries(
    // the application is not the source of a number that was on record before
    fields.filter(([field, value]) => value && !before[field] && !(field === 'numberSource' && before.phone)),
  )
  const difference = changedFields<BrokerRow>(before, blank, NOT_AUDITED)
  if (!difference) return
  const after = await changeBroker(tx, brokerId, blank)
  await audit(tx, { action: 'broker.changed', subjectType: 'broker', subjectId: brokerId, ...difference })
  await finishBrokerChange(tx, { before: basisOf(before), after, basis: basisOf(after) })
}

/** Leaves the phone blank when the number may not be called, e.g. an office's 1300 number. */
function fieldsOf({ phone, email, company, asicNumber, membership }: Accredited) {
  const parsed = parseCallable(phone)
  const number = parsed.ok ? parsed.e164 : null
  return { phone: number, numberSource: number && NUMBER_SOURCE, email, company, asicNumber, membership }
}
