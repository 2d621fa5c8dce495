import { describe, expect, it } from 'vitest'
import { smsLength } from '#contract/messages/sms-length.ts'
import { linkSms } from '../sms-text.rules.ts'
import { codeSentence, contactCode, spokenCheck } from './contact-codes.rules.ts'

const SECRET = 'a-secret-of-32-characters-or-more'

describe('the code of a call or SMS', () => {
  // Covers: verification-1
  it('is one for each, and none can be mistaken for the other', () => {
    const names = [
      { kind: 'call', id: 17 },
      { kind: 'call', id: 171 },
      { kind: 'sms', occasion: 'call:17:option_1' },
      { kind: 'sms', occasion: '17' },
    ] as const
    const codes = names.map((name) => contactCode(SECRET, name))
    expect(new Set(codes).size).toBe(4)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/)
  })

  // Covers: verification-1
  it('is spelled with words, because B, D, P and T sound alike', () => {
    expect(spokenCheck('K7BQ0X', 'https://calls.lumen.example')).toBe(
      'You can check that this call is genuine. Open calls dot lumen dot example slash verify, and enter your number ' +
        'and this code: K for Kilo, 7, B for Bravo, Q for Quebec, 0, X for X-ray.',
    )
    for (const sign of 'ABCDEFGHJKMNPQRSTVWXYZ')
      expect(spokenCheck(sign, '')).toMatch(new RegExp(`: ${sign} for ${sign}`))
  })

  // Covers: verification-1
  it('costs a follow-up SMS one further segment at most', () => {
    const publicUrl = 'https://calls.lumen-home-loans.example.com.au'
    const url = `${publicUrl}/s/${'x'.repeat(22)}`
    for (const product of [
      'Loan',
      'Premium Home Loan',
      'Investment property, interest only for five years',
    ]) {
      const body = linkSms({ lender: 'Lumen Home Loans', product, url, phone: '1800 160 401' })
      const length = smsLength(body + codeSentence('K7P2QX', publicUrl))
      expect(length).toMatchObject({ encoding: 'GSM-7' })
      expect(length.segments).toBeLessThanOrEqual(2)
    }
  })
})
