import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { smsLength } from '#contract/messages/sms-length.ts'
import { fitsOneSms, linkSms } from './sms-text.rules.ts'

const base = {
  lender: 'Lumen Lending',
  product: 'Premium Home Loan',
  url: 'http://localhost:3000/s/abcdefghijklmnopqrstuv',
  phone: '1800 160 401',
}

describe('the SMS with the link', () => {
  // Covers: messages-15
  it('names the sender, the product, the link, a contact and how to stop', () => {
    expect(linkSms({ ...base, url: 'https://l.example/s/x' })).toBe(
      "Lumen Lending: here's the Premium Home Loan link you asked for https://l.example/s/x Questions 1800 160 401. Reply STOP to opt out.",
    )
  })

  // Covers: messages-15
  it('fits one message: first the contact goes, then the product is cut', () => {
    const tight = linkSms({ ...base, product: 'Premium Home Loan for owners' })
    expect(smsLength(tight).segments).toBe(1)
    expect(tight).toContain(base.url)
    expect(tight).toContain('Reply STOP to opt out.')
    const long = linkSms({ ...base, product: 'P'.repeat(200) })
    expect(smsLength(long).segments).toBe(1)
    expect(long).toContain(base.url)
  })

  it('says nothing of questions where no number is known', () => {
    expect(linkSms({ ...base, phone: '' })).toBe(
      `Lumen Lending: here's the Premium Home Loan link you asked for ${base.url} Reply STOP to opt out.`,
    )
  })

  // Covers: messages-15
  it('fits one message with signs that text editors write, and with a product in another alphabet', () => {
    const url = 'https://l.example/s/abcdefghijklmnopqrstuv'
    const typographic = linkSms({ ...base, url, lender: 'O’Brien – Lending', product: 'First “Home” Loan' })
    expect(typographic).toContain('First “Home” Loan')
    expect(fitsOneSms(typographic)).toBe(true)
    const other = linkSms({ ...base, url, product: 'Vietnamese Tết home loan 🏠' })
    expect(smsLength(other)).toMatchObject({ encoding: 'GSM-7', segments: 1 })
    expect(other).toContain(url)
  })

  it('keeps link and way out whatever the names', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 25 }), (product, lender) => {
        const sms = linkSms({ ...base, product, lender })
        expect(sms).toContain(base.url)
        expect(sms).toContain('Reply STOP to opt out.')
        expect(sms.includes("here's the product link") || fitsOneSms(sms)).toBe(true)
      }),
    )
  })
})
