import { z } from 'zod'
import { forEachText } from '#contract/brokers/broker-fields.ts'
import {
  type Broker,
  type BrokerInput,
  brokerBody,
  type callBases,
  memberships,
  updateBroker,
} from '#contract/brokers/brokers.ts'
import { SYDNEY } from '#contract/calendar.ts'
import { givenDay } from '#contract/dates.ts'
import { formatPhone } from '#web/lib/format.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import type { Option } from '#web/ui/SelectField.tsx'

type Basis = (typeof callBases)[number]

export const SOURCE_REQUIRED = 'Enter where and when the broker agreed'
export const CONFIRM_REQUIRED = 'Confirm the basis, or choose None'

/** An empty date means today. */
const day = z
  .literal('')
  .or(givenDay())
  .transform((value) => value || null)

/** The value of a select: '' is no BDM. */
const bdmId = z.string().transform((value) => (value === '' ? null : Number(value)))

/** Fields of the Add and Edit dialogs; a call basis must be confirmed when it is recorded. */
export function brokerForm(stored: Broker | null) {
  // a broker imported without an email may stay without one
  const email = stored && !stored.email ? updateBroker.body.shape.email : brokerBody.shape.email
  return z
    .object({ ...brokerBody.shape, email, bdmId, callBasisAt: day, confirmed: z.boolean() })
    .refine((form) => form.callBasis !== 'express' || Boolean(form.callBasisSource), {
      path: ['callBasisSource'],
      message: SOURCE_REQUIRED,
      when: always,
    })
    .refine((form) => form.confirmed || !needsConfirmation(form.callBasis, stored), {
      path: ['confirmed'],
      message: CONFIRM_REQUIRED,
      when: always,
    })
}
export type BrokerFormValues = Omit<BrokerInput, 'callBasisAt' | 'bdmId'> & {
  bdmId: string
  callBasisAt: string
  confirmed: boolean
}

/** Runs even while other fields have errors. */
const always = (): boolean => true

export function needsConfirmation(basis: Basis | undefined, stored: Broker | null): boolean {
  return basis !== undefined && basis !== 'none' && basis !== stored?.callBasis
}

/** Initial values of the dialog. */
export function valuesOf(broker: Broker | null): BrokerFormValues {
  return {
    name: broker?.name ?? '',
    ...forEachText((field) => broker?.[field] ?? ''),
    phone: broker?.phone ? formatPhone(broker.phone) : '',
    region: broker?.region ?? '',
    bdmId: broker?.bdm ? String(broker.bdm.id) : '',
    callBasis: broker?.callBasis ?? 'relationship',
    callBasisSource: broker?.callBasisSource ?? '',
    numberSource: broker?.numberSource ?? '',
    callBasisAt: dayOf(broker?.callBasisAt),
    confirmed: false,
  }
}

/** The Sydney day of an instant, as a date field needs it; '' without one. */
function dayOf(instant: string | null | undefined): string {
  if (!instant) return ''
  return dayIn(SYDNEY, instant)
}

type BrokerFields = z.output<ReturnType<typeof brokerForm>>
export type BrokerChanges = z.input<typeof updateBroker.body>

/** The body of the POST request. */
export function newBrokerOf({ confirmed: _, email, ...fields }: BrokerFields): BrokerInput {
  return { ...fields, email: email ?? '' }
}

/** Only the changed fields: a colleague may have changed the others meanwhile. */
export function changesOf(
  fields: BrokerFields,
  dirty: Readonly<Partial<Record<keyof BrokerFields, unknown>>>,
): BrokerChanges {
  const names = (Object.keys(fields) as (keyof BrokerFields)[]).filter(
    (name) => name !== 'confirmed' && dirty[name],
  )
  // a basis is always recorded with its source, even an unchanged one
  if (names.includes('callBasis') && !names.includes('callBasisSource')) names.push('callBasisSource')
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}

/** The memberships, plus the stored one if it is not among them. */
export function membershipOptions(stored: string | null | undefined): Option[] {
  const known: readonly string[] = memberships
  const values = stored && !known.includes(stored) ? [...known, stored] : known
  return [{ value: '', label: 'Not known' }, ...values.map((value) => ({ value, label: value }))]
}
