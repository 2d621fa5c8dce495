import { sql } from 'kysely'
import type { Region } from '#contract/brokers/brokers.ts'
import { regionOfPostcode } from '#server/calendar/regions.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { auditFields, changeRecord, finishBrokerChange } from './brokers.ts'
import { contactOf, normaliseName } from './rules.ts'
import { type BrokerRow, findBroker, insertBroker } from './store.ts'

/** The fields that brokers state about themselves. */
export interface OwnFields {
  name: string
  phone: string
  company: string | null
  region: Region | null
  asicNumber: string | null
  membership: string | null
}

const SOURCE = 'Portal registration'
/** As it is read to them. */
const OWN_NUMBER = 'what you entered in our broker portal'
const NEW_NUMBER = 'Number stated by the broker in the portal'

/** The number in E.164, as stored with brokers. @throws AppError invalid for a number that may not be called */
export function ownNumber(phone: string, region: Region | null): string {
  const contact = contactOf(phone, { phone: null, region, postcode: null })
  if (!contact.ok) throw invalid(contact.fields)
  // never null here: a number was given
  return contact.value.phone ?? phone
}

/**
 * Adds the broker who registered in the portal. Registering is not consent to calls: the broker may be called only once
 * the number has been washed or consent is recorded. @returns the broker's id
 */
export async function addRegistered(tx: Ctx, own: OwnFields & { email: string }): Promise<number> {
  const { email, company, region, asicNumber, membership } = own
  const contact = contactOf(own.phone, { phone: null, region, postcode: null })
  if (!contact.ok) throw invalid(contact.fields)
  const basis = { callBasis: 'none', callBasisSource: SOURCE, callBasisAt: null } as const
  const now = tx.now()
  const row = await insertBroker(tx, {
    ...{ email, company, region, asicNumber, membership, ...contact.value, ...basis },
    ...{ name: normaliseName(own.name), numberSource: OWN_NUMBER, createdAt: now },
  })
  await audit(tx, {
    action: 'broker.created',
    subjectType: 'broker',
    subjectId: row.id,
    after: auditFields(row),
  })
  await finishBrokerChange(tx, { before: null, after: row, basis })
  return row.id
}

/** Fills only the blank fields of the record from the broker's statements. @throws AppError not_found */
export async function fillRegistered(tx: Ctx, brokerId: number, own: OwnFields): Promise<void> {
  const before = await findBroker(tx, brokerId, { forUpdate: true })
  if (!before) throw notFound('Broker')
  const ifBlank = <Field extends keyof OwnFields>(field: Field): OwnFields[Field] | undefined =>
    before[field] ? undefined : own[field]
  await changeRecord(tx, brokerId, {
    ...(!before.phone && basisOfNewNumber(before, own)),
    phone: ifBlank('phone'),
    company: ifBlank('company'),
    region: ifBlank('region'),
    asicNumber: ifBlank('asicNumber'),
    membership: ifBlank('membership'),
  })
}

/** The newest record with this email that has no portal account yet, locked until the transaction ends. */
export async function unclaimedRecord(tx: Ctx, email: string): Promise<number | null> {
  const row = await tx.db
    .selectFrom('brokers')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('users').select('users.id').whereRef('users.brokerId', '=', 'brokers.id')),
      ),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return row?.id ?? null
}

/** Changes the given fields of the signed-in broker's own record. @throws AppError not_signed_in, invalid, not_found */
export async function updateOwnRecord(tx: Ctx, changes: Partial<OwnFields>): Promise<void> {
  const { brokerId } = requireBroker(tx)
  const before = await findBroker(tx, brokerId, { forUpdate: true })
  const { region } = changes
  // a postcode from the previous state would contradict the new one and leave the time zone unknown
  const moved = region && before?.postcode && regionOfPostcode(before.postcode) !== region
  await changeRecord(tx, brokerId, {
    ...changes,
    ...(moved && { postcode: null }),
    ...(before && basisOfNewNumber(before, changes)),
  })
}

/** A new number is unverified: it may not be called until staff record on what basis. */
function basisOfNewNumber(
  before: Pick<BrokerRow, 'phone' | 'region' | 'postcode'>,
  { phone, region }: Partial<OwnFields>,
): { callBasis?: 'none'; callBasisSource?: string; numberSource?: string } {
  if (phone === undefined) return {}
  // the table's check constraint allows no other region
  const place = region === undefined ? (before.region as Region | null) : region
  const contact = contactOf(phone, { phone: before.phone, region: place, postcode: before.postcode })
  if (!contact.ok || contact.value.phone === before.phone) return {}
  return { callBasis: 'none', callBasisSource: NEW_NUMBER, numberSource: OWN_NUMBER }
}
