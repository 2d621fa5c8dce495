import { describe, expect, it } from 'vitest'
import { blankTexts } from '#contract/brokers/broker-fields.ts'
import type { Broker } from '#contract/brokers/brokers.ts'
import {
  brokerForm,
  CONFIRM_REQUIRED,
  changesOf,
  membershipOptions,
  newBrokerOf,
  SOURCE_REQUIRED,
  valuesOf,
} from './broker-form.ts'

const stored: Broker = {
  ...blankTexts,
  id: 17,
  name: 'Priya Nair',
  phone: '+61491570156',
  company: 'Harbour Home Loans',
  location: 'NSW',
  region: 'NSW',
  timezone: 'Australia/Sydney',
  membership: 'Both',
  bdm: null,
  registered: null,
  status: 'Pending',
  callBasis: 'relationship',
  callBasisSource: null,
  numberSource: null,
  callBasisAt: null,
  suspended: false,
  suppressed: false,
  createdAt: '2026-11-20T00:00:00Z',
}

const typed = { name: 'Ann Ng', phone: '0491 570 156', email: 'ann@example.com', confirmed: true }

function errorsOf(broker: Broker | null, change: object): Record<string, string> {
  const result = brokerForm(broker).safeParse({ ...valuesOf(broker), ...change })
  return Object.fromEntries(
    (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  )
}

describe('brokerForm', () => {
  // Covers: brokers-3
  it('says all that is missing at once, in the specified texts', () => {
    expect(errorsOf(null, { callBasis: 'express' })).toEqual({
      name: 'Broker name is required',
      phone: 'Phone number is required',
      email: 'Valid email is required',
      callBasisSource: SOURCE_REQUIRED,
      confirmed: CONFIRM_REQUIRED,
    })
  })
  it('asks to confirm a claimed basis, and nothing where none is claimed', () => {
    expect(errorsOf(null, { ...typed, confirmed: false })).toEqual({ confirmed: CONFIRM_REQUIRED })
    expect(errorsOf(null, { ...typed, confirmed: false, callBasis: 'none' })).toEqual({})
    expect(errorsOf(null, typed)).toEqual({})
  })
  it('asks again only when the recorded basis changes', () => {
    expect(errorsOf(stored, { name: 'Priya N.' })).toEqual({})
    expect(errorsOf(stored, { callBasis: 'business_number' })).toEqual({ confirmed: CONFIRM_REQUIRED })
  })
  it('leaves a broker that came without an email without one, but takes no wrong one', () => {
    expect(errorsOf(stored, { email: '' })).toEqual({})
    expect(errorsOf(stored, { email: 'nonsense' })).toEqual({ email: 'Valid email is required' })
    expect(errorsOf({ ...stored, email: 'priya@example.com' }, { email: '' })).toEqual({
      email: 'Valid email is required',
    })
  })
})

describe('what is sent', () => {
  it('leaves the confirmation out of a new broker', () => {
    const fields = brokerForm(null).parse({ ...valuesOf(null), ...typed })
    expect(newBrokerOf(fields)).toEqual({
      ...blankTexts,
      name: 'Ann Ng',
      phone: '0491 570 156',
      email: 'ann@example.com',
      region: null,
      bdmId: null,
      callBasis: 'relationship',
      callBasisSource: null,
      callBasisAt: null,
      numberSource: null,
    })
  })
  it('sends only what was changed, and a basis with its source', () => {
    const fields = brokerForm(stored).parse({ ...valuesOf(stored), company: '', callBasis: 'none' })
    expect(changesOf(fields, { company: true })).toEqual({ company: null })
    expect(changesOf(fields, { callBasis: true, confirmed: true })).toEqual({
      callBasis: 'none',
      callBasisSource: null,
    })
  })
})

it('offers a stored membership that is none of the list', () => {
  expect(membershipOptions('Both').map(({ value }) => value)).toEqual([
    '',
    'MFAA',
    'FBAA',
    'CBA',
    'Other',
    'Both',
  ])
  expect(membershipOptions('MFAA').map(({ value }) => value)).toEqual(['', 'MFAA', 'FBAA', 'CBA', 'Other'])
})
