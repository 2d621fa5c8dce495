import { describe, expect, it } from 'vitest'
import { changesBy, prefillOf } from './prefill.ts'

const premium = {
  product: 'Premium Loan',
  rate: '6.140',
  rateType: 'p.a. variable',
  description: 'Up to 80%',
}
const fixed = { product: 'Fixed Loan', rate: null, rateType: 'p.a. fixed', description: null }
const empty = { name: '', slug: '', productName: '', heroTitle: '', heroSubtitle: '', description: '' }

describe('a microsite filled from its campaign', () => {
  it('has its product, rate and rate type', () => {
    expect(prefillOf(premium)).toEqual({
      ...{
        name: 'Premium Loan',
        slug: 'premium-loan',
        productName: 'Premium Loan',
        heroTitle: 'Premium Loan',
      },
      ...{ heroSubtitle: '6.14% p.a. variable for your clients.', description: 'Up to 80%' },
    })
    expect(prefillOf(fixed).heroSubtitle).not.toMatch(/null|%/)
  })

  // Covers: staff-screens-microsites-4
  it('keeps what was typed, and follows another choice in what was not', () => {
    const first = prefillOf(premium)
    expect(changesBy(first, { typed: empty, former: null })).toEqual(first)
    const typed = { ...first, heroTitle: 'My own title' }
    const next = changesBy(prefillOf(fixed), { typed, former: first })
    expect(next).not.toHaveProperty('heroTitle')
    expect(next).toMatchObject({ name: 'Fixed Loan', slug: 'fixed-loan', description: '' })
    expect(changesBy(first, { typed: first, former: first })).toEqual({})
  })
})
