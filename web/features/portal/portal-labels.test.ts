import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Accreditation } from '#contract/documents/documents.ts'
import { accreditationWords, remainingText } from './accreditation-labels.ts'
import { nextStepWords } from './overview/next-step-labels.ts'
import { membershipOptions, registerSchema } from './sign-in/register-form.ts'

// the year of this day is not written
beforeAll(() => void vi.setSystemTime('2026-11-24T01:00:00Z'))
afterAll(() => void vi.useRealTimers())

const standing = (part: Partial<Accreditation>): Accreditation => ({
  status: 'in_progress',
  since: null,
  percent: 0,
  required: 8,
  fulfilled: 0,
  remaining: 8,
  pending: 0,
  approved: 0,
  rejected: 0,
  ...part,
})

describe('the Accreditation tab', () => {
  // Covers: broker-portal-screens-11
  it('asks to complete the uploads while something is missing, and says when all is under review', () => {
    expect(accreditationWords(standing({}))).toMatchObject({
      title: 'Accreditation in Progress',
      text: 'Complete your document uploads to begin the review process.',
    })
    expect(accreditationWords(standing({ pending: 8 })).text).toMatch(/under review/)
    // once uploads have begun, the text no longer invites the broker to begin
    expect(accreditationWords(standing({ pending: 2 })).text).toBe(
      '2 documents under review. Upload the rest to complete your accreditation.',
    )
    expect([remainingText(1), remainingText(3)]).toEqual(['1 document remaining', '3 documents remaining'])
  })

  // Covers: broker-portal-screens-11
  it('says what it takes to resume what lapsed, and since when', () => {
    const since = '2026-11-24T00:00:00Z'
    const lapsed = accreditationWords(standing({ status: 'lapsed', since, remaining: 1 }))
    expect(lapsed.text).toContain('lapsed on Tue 24 Nov. It resumes as soon as the new one is approved')
    expect(accreditationWords(standing({ status: 'accredited', since })).title).toBe('You are accredited')
  })
})

describe('the next step', () => {
  // Covers: broker-portal-screens-9
  it('is nothing while everything is with the reviewer, and nothing once accredited', () => {
    expect(nextStepWords([], standing({ pending: 1 }), 0)).toMatchObject({ tone: 'waiting', entry: null })
    expect(nextStepWords([], standing({ status: 'accredited' }), 0).title).toBe('You are accredited')
  })
})

describe('the form to register', () => {
  // Covers: broker-portal-screens-3
  it('compares the passwords whatever else is wrong, and sends no empty texts', () => {
    const wrong = registerSchema.safeParse({
      name: '',
      email: '',
      phone: '',
      password: 'a',
      confirmPassword: '',
    })
    expect(wrong.error?.issues.map(({ message }) => message)).toContain("Passwords don't match")
    const right = registerSchema.parse({
      ...{ name: 'Ann Ng', email: 'ann@example.com', phone: '0491 570 156', region: '', company: '' },
      ...{ password: 'long-enough', confirmPassword: 'long-enough' },
    })
    expect([right.region, right.company]).toEqual([null, null])
  })

  // Covers: broker-portal-screens-4
  it('offers the portal’s memberships, and the stored one where it is another', () => {
    const values = (stored?: string) => membershipOptions(stored).map(({ value }) => value)
    expect(values()).toEqual(['', 'MFAA', 'FBAA', 'CBA', 'Other'])
    expect(values('Both')).toEqual(['', 'MFAA', 'FBAA', 'CBA', 'Other', 'Both'])
  })
})
