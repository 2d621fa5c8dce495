import { describe, expect, it } from 'vitest'
import { applicationFields, draftFields } from '#contract/accreditations/accreditations.ts'
import { bodyOf, requestText, startTexts } from './application-form.ts'

const texts = {
  ...startTexts(null),
  firstName: 'Mia',
  lastName: 'Lang',
  email: 'mia@example.com',
  phone: '0491 570 156',
  asicNumber: '123456',
  membership: 'FBAA',
  company: 'Lang Home Loans',
  acceptedTerms: 'on',
}
const file = (name: string, text = 'x') =>
  new File([text], name, { type: 'application/pdf', lastModified: 7 })

describe('an application', () => {
  // Covers: accreditation-form-3
  it('is sent as the contract reads it, with its files after its texts', () => {
    const cameFrom = 'site=spring&utm_source=newsletter'
    const files = { piInsurance: file('pi.pdf') }
    const body = bodyOf({ texts, files, broker: 12, cameFrom, draft: 'token' })
    const fields = Object.fromEntries([...body].filter(([, value]) => typeof value === 'string'))
    expect(applicationFields.parse(fields)).toMatchObject({
      firstName: 'Mia',
      acceptedTerms: true,
      brokerId: 12,
      cameFrom,
      draft: 'token',
    })
    expect([...body.keys()].at(-1)).toBe('piInsurance')
    expect(body.get('piInsurance')).toMatchObject({ name: 'pi.pdf' })
  })

  // Covers: accreditation-form-4
  it('may be kept with nothing but an address', () => {
    const body = bodyOf({ texts: { email: 'mia@example.com' }, files: {}, broker: null })
    expect(draftFields.parse(Object.fromEntries(body))).toMatchObject({
      email: 'mia@example.com',
      firstName: null,
      membership: null,
      acceptedTerms: false,
    })
    expect(body.has('brokerId')).toBe(false)
    expect(body.has('draft')).toBe(false)
  })

  it('is the same try with the same texts and files, and another with any other', () => {
    const first = requestText({ texts, files: { piInsurance: file('pi.pdf') }, broker: null })
    expect(requestText({ texts: { ...texts }, files: { piInsurance: file('pi.pdf') }, broker: null })).toBe(
      first,
    )
    expect(requestText({ texts, files: { piInsurance: file('pi.pdf', 'xx') }, broker: null })).not.toBe(first)
    expect(requestText({ texts, files: { licenceCopy: file('pi.pdf') }, broker: null })).not.toBe(first)
    expect(requestText({ texts: { ...texts, phone: '1' }, files: {}, broker: null })).not.toBe(first)
  })
})
