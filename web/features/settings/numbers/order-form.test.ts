import { describe, expect, it } from 'vitest'
import type { NumberNeeds } from '#contract/calls/telephony.ts'
import { firstOrder, NEW_ADDRESS, orderForm, orderOf, orderRefusal } from './order-form.ts'

const needs = (changes: Partial<NumberNeeds> = {}): NumberNeeds => ({
  areaCode: '02',
  type: 'local',
  explanation: 'A local number.',
  address: { needed: false, choices: [] },
  bundle: { needed: false, choices: [] },
  examples: [],
  ...changes,
})

const head = { id: 'AD1', label: '1 Example St, Sydney' }
const address = {
  customerName: 'Banksia Lending Pty Ltd',
  street: '1 Example St',
  city: 'Sydney',
  region: 'NSW',
  postalCode: '2000',
}
const messages = (asked: NumberNeeds, values: unknown) =>
  Object.fromEntries(
    (orderForm(asked).safeParse(values).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  )

describe('the order of a number', () => {
  // Covers: settings-3
  it('asks for nothing where nothing is needed', () => {
    const plain = needs({ areaCode: '415', type: 'us' })
    expect(messages(plain, firstOrder(plain, ''))).toEqual({})
    expect(orderOf(plain, '415', firstOrder(plain, ''))).toEqual({ areaCode: '415' })
    expect(orderRefusal(plain)).toBeNull()
  })

  // Covers: settings-3
  it('starts with an address that is known, and sends that one only', () => {
    const known = needs({ address: { needed: true, choices: [head] } })
    const values = firstOrder(known, 'Banksia Lending Pty Ltd')
    expect(messages(known, values)).toEqual({})
    expect(orderOf(known, '02', values)).toEqual({ areaCode: '02', addressId: 'AD1' })
  })

  // Covers: settings-3
  it('names each part of a new address that is missing or wrong', () => {
    const unknown = needs({ address: { needed: true, choices: [] } })
    const values = firstOrder(unknown, 'Banksia Lending Pty Ltd')
    expect(messages(unknown, { ...values, address: { ...values.address, postalCode: '20' } })).toEqual({
      'address.street': 'Street is required',
      'address.city': 'Suburb is required',
      'address.region': 'State is required',
      'address.postalCode': 'A postcode has four digits',
    })
    const filled = { ...values, addressId: NEW_ADDRESS, address }
    expect(messages(unknown, filled)).toEqual({})
    expect(orderOf(unknown, '02', filled)).toEqual({ areaCode: '02', address })
  })

  // Covers: settings-3
  it('takes the only bundle there is, asks which of several, and cannot go on without any', () => {
    const bundle = { id: 'BU1', label: 'Mobile, Banksia' }
    const one = needs({ bundle: { needed: true, choices: [bundle] } })
    expect(orderOf(one, '04', firstOrder(one, ''))).toEqual({ areaCode: '04', bundleId: 'BU1' })
    const two = needs({ bundle: { needed: true, choices: [bundle, { id: 'BU2', label: 'Other' }] } })
    expect(messages(two, firstOrder(two, ''))).toEqual({ bundleId: 'Choose a bundle' })
    expect(orderRefusal(two)).toBeNull()
    expect(orderRefusal(needs({ bundle: { needed: true, choices: [] } }))).toContain('regulatory bundle')
  })
})
