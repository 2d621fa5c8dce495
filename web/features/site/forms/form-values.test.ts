import { describe, expect, it } from 'vitest'
import { applicationFields } from '#contract/accreditations/accreditations.ts'
import { errorsOf, isChanged, textsOf } from './form-values.ts'

describe('a form', () => {
  it('gives its texts by name, without its files', () => {
    const data = new FormData()
    data.append('name', 'Ann Ng')
    data.append('piInsurance', new Blob(['x']), 'pi.pdf')
    expect(textsOf(data)).toEqual({ name: 'Ann Ng' })
  })

  // Covers: accreditation-form-1
  it('counts as changed once a text differs from the start, a box that was unticked included', () => {
    expect(isChanged({ name: '', terms: 'on' }, { terms: 'on' })).toBe(false)
    expect(isChanged({ name: 'A' }, { name: '' })).toBe(true)
    expect(isChanged({}, { terms: 'on' })).toBe(true)
    expect(isChanged({ terms: 'on' }, {})).toBe(true)
  })

  // Covers: accreditation-form-1
  it('has one message for each field', () => {
    const result = applicationFields.safeParse({ email: 'nobody' })
    expect(result.error && errorsOf(result.error)).toMatchObject({
      firstName: 'First name is required',
      email: 'Valid email is required',
      membership: 'Membership selection is required',
      acceptedTerms: 'You must accept the terms and conditions',
    })
  })
})
