import { describe, expect, test } from 'vitest'
import { agreementOf } from './screen-brokers.ts'

/** Below, a finding holds the broker: the number is somebody else's. */
const SAME_HOLDER = 0.75

describe('the holder of a number', () => {
  // Covers: surveillance-9
  test.each([
    ['Dana Whitlock', 'Zenwick P/L', 'ZENWICK PTY LTD'],
    ['Dana Whitlock', 'Zenwick P L', 'ZENWICK PTY. LIMITED'],
    ['Dana Whitlock', 'Corvane Lending Pty Ltd ATF The Whitlock Family Trust', 'CORVANE LENDING PTY LTD'],
    [
      'Dana Whitlock',
      'Corvane Lending Pty Ltd',
      'CORVANE LENDING PTY LTD AS TRUSTEE FOR THE WHITLOCK FAMILY TRUST',
    ],
    ['Dana Whitlock', 'Whitlock Family Trust', 'CORVANE LENDING PTY LTD ATF WHITLOCK FAMILY TRUST'],
    [
      'Dana Whitlock',
      'The Trustee for the Whitlock Family Trust',
      'CORVANE LENDING PTY LTD ATF WHITLOCK FAMILY TRUST',
    ],
    ['Dana Whitlock', 'Tallowbark Pty Ltd T/As Bright Home Loans', 'TALLOWBARK PTY LTD'],
    ['Dana Whitlock', 'Bright Home Loans', 'TALLOWBARK PTY LTD T/A BRIGHT HOME LOANS'],
    ['Dana Whitlock', 'Tallowbark Pty Ltd ACN 123 456 780', 'TALLOWBARK PTY LTD'],
    ['Dana Whitlock', 'Merrigum Pty Ltd', 'MERRIGUM PTY LTD (ADMINISTRATORS APPOINTED)'],
    ['Whitlock, Dana', null, 'WHITLOCK, DANA MARIE'],
    ['Dr Dana Whitlock', 'Zenwick Pty Ltd', 'WHITLOCK, DANA'],
    ['K.S. Perera', null, 'PERERA, KASUN SAMPATH'],
    ['Office', 'Dana Whitlock T/A Bright Home Loans', 'WHITLOCK, DANA'],
    ['Zenwick Pty Ltd', null, 'ZENWICK PTY LTD'],
  ])('is %s of %s: %s', (name, company, registered) => {
    expect(agreementOf({ name, company }, registered)).toBeGreaterThanOrEqual(SAME_HOLDER)
  })

  // Covers: surveillance-9
  test.each([
    ['Dana Whitlock', 'Zenwick P/L', 'ZENITH PTY LTD'],
    [
      'Dana Whitlock',
      'Corvane Lending Pty Ltd ATF Oakes Family Trust',
      'MERRIGUM PTY LTD ATF OAKES FAMILY TRUST',
    ],
    ['Dana Whitlock', 'Merrigum Pty Ltd (In Liquidation)', 'TALLOWBARK PTY LTD (IN LIQUIDATION)'],
    ['Dana Whitlock', null, 'WHITFIELD, DANA'],
    ['Imran Shaikh', null, 'KHAN, IMRAN'],
    ['Minh Tuan Le', null, 'TRAN, MINH TUAN'],
  ])('is not %s of %s: %s', (name, company, registered) => {
    expect(agreementOf({ name, company }, registered)).toBeLessThan(SAME_HOLDER)
  })
})
