import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isCompanyName, parseCompanyName } from './company-name.ts'

const none = {
  name: '',
  legalForm: null,
  trust: null,
  tradingName: null,
  formerName: null,
  companyNumber: null,
  insolvency: null,
}

describe('a name of a company', () => {
  // Covers: surveillance-9
  test.each([
    ['Zenwick P/L', { name: 'Zenwick', legalForm: 'P/L' }],
    ['Zenwick P L', { name: 'Zenwick', legalForm: 'P L' }],
    ['Zenwick PL', { name: 'Zenwick', legalForm: 'PL' }],
    ['Zenwick Proprietary Limited', { name: 'Zenwick', legalForm: 'Proprietary Limited' }],
    ['Zenwick PtyLtd', { name: 'Zenwick', legalForm: 'PtyLtd' }],
    ['Zenwick NL', { name: 'Zenwick', legalForm: 'NL' }],
    ['Zenwick, Inc.', { name: 'Zenwick', legalForm: 'Inc' }],
    ['P L Finance Pty Ltd', { name: 'P L Finance', legalForm: 'Pty Ltd' }],
    ['Tas Lending Tas Pty Ltd', { name: 'Tas Lending Tas', legalForm: 'Pty Ltd' }],
    [
      'Corvane Lending Pty Ltd ATF The Whitlock Family Trust',
      { name: 'Corvane Lending', legalForm: 'Pty Ltd', trust: 'Whitlock Family Trust' },
    ],
    [
      'Corvane Lending Pty Ltd (as trustee for the Whitlock Unit Trust)',
      { name: 'Corvane Lending', legalForm: 'Pty Ltd', trust: 'Whitlock Unit Trust' },
    ],
    ['The Trustee for the Whitlock Family Trust', { trust: 'Whitlock Family Trust' }],
    [
      'Tallowbark Pty Ltd T/As Bright Home Loans',
      { name: 'Tallowbark', legalForm: 'Pty Ltd', tradingName: 'Bright Home Loans' },
    ],
    [
      'Tallowbark P/L ATF Oak Trust trading as Bright Home Loans',
      { name: 'Tallowbark', legalForm: 'P/L', trust: 'Oak Trust', tradingName: 'Bright Home Loans' },
    ],
    [
      'Tallowbark P/L t/a Bright Home Loans ATF Oak Trust',
      { name: 'Tallowbark', legalForm: 'P/L', trust: 'Oak Trust', tradingName: 'Bright Home Loans' },
    ],
    [
      'Tallowbark Pty Ltd ACN 123 456 780',
      { name: 'Tallowbark', legalForm: 'Pty Ltd', companyNumber: '123456780' },
    ],
    [
      'Tallowbark Pty Ltd (A.B.N. 12 123 456 780)',
      { name: 'Tallowbark', legalForm: 'Pty Ltd', companyNumber: '123456780' },
    ],
    ['ACN 123 456 780 Pty Ltd', { legalForm: 'Pty Ltd', companyNumber: '123456780' }],
    ['Tallowbark Pty Ltd Australian Credit Licence 990101', { name: 'Tallowbark', legalForm: 'Pty Ltd' }],
    [
      'Merrigum Pty Ltd (In Liquidation)',
      { name: 'Merrigum', legalForm: 'Pty Ltd', insolvency: 'in liquidation' },
    ],
    [
      'Merrigum Pty Ltd (Receivers and Managers Appointed) (Administrators Appointed)',
      { name: 'Merrigum', legalForm: 'Pty Ltd', insolvency: 'receivers and managers appointed' },
    ],
    [
      'Merrigum Pty Ltd (subject to deed of company arrangement)',
      { name: 'Merrigum', legalForm: 'Pty Ltd', insolvency: 'subject to deed of company arrangement' },
    ],
    ['Liquidation Services Pty Ltd', { name: 'Liquidation Services', legalForm: 'Pty Ltd' }],
    ['Bluegum Mortgages (Vic) Pty Ltd', { name: 'Bluegum Mortgages (Vic)', legalForm: 'Pty Ltd' }],
    [
      'Redgum Lending Pty Ltd (formerly Bluegum Pty Ltd)',
      { name: 'Redgum Lending', legalForm: 'Pty Ltd', formerName: 'Bluegum Pty Ltd' },
    ],
    ['Limited', { name: 'Limited' }],
    ['', {}],
  ])('%s has its parts', (text, expected) => {
    expect(parseCompanyName(text)).toEqual({ ...none, ...expected })
  })

  // Covers: surveillance-9
  it('is told from a person by its form, its trust or a word of business', () => {
    const companies = ['Zenwick P/L', 'Harbour Home Loans', 'Oakes Family Trust', 'Redgum Finance Group']
    const people = ['Grace Banks', 'Loan Nguyen', 'John Price', 'Peter Inskip', 'Anna Pell', 'Van Do']
    expect(companies.map(isCompanyName)).toEqual(companies.map(() => true))
    expect(people.map(isCompanyName)).toEqual(people.map(() => false))
  })

  it('is read from any text, in time that does not grow with its length', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc
        .array(fc.constantFrom(...'( ,/pPlL.ATFatf09)'), { maxLength: 300 })
        .map((letters) => letters.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        expect(typeof parseCompanyName(text).name).toBe('string')
      }),
      { seed: 5, numRuns: 200 },
    )
    const began = process.cpuUsage()
    for (const part of ['(', ' (', 'receivers and managers ', 'acn 1 ', 'p l ', 'trustee for ', ', '])
      parseCompanyName(part.repeat(20_000 / part.length))
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000)
  })
})
