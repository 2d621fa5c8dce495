import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanEmail, emailFault, emailField, isEmail, optionalEmail } from './email.ts'

describe('an email address', () => {
  // Covers: analytics-figures-25
  it.each([
    'smith&jones@example.com',
    "o'brien@example.com",
    'dana+brokerline@example.com',
    'a=b@example.com',
    'hello!@example.com',
    '#sales@example.com',
    '{team}@example.com',
    'who?what@example.com',
    'dana/whitlock@example.com',
    '~dana@example.com',
    '_@example.com',
    '-dana-@example.com',
    '1@example.com',
    'dana.whitlock@mail.loans.example.com.au',
    'dana@my-finance.example.com',
    'dana@3bees.example',
    'dana@xn--bcher-kva.example',
    'dana@example.xn--p1ai',
    'DANA@EXAMPLE.COM',
    'dana@b.example.photography',
    `${'a'.repeat(64)}@example.com`,
  ])('%s is accepted', (address) => {
    expect(emailFault(address)).toBeNull()
    expect(emailField().parse(address)).toBe(address)
  })

  // Covers: analytics-figures-1
  it.each([
    ['', 'Valid email is required'],
    ['nobody', 'Valid email is required'],
    ['dana@', 'Valid email is required'],
    ['@example.com', 'Valid email is required'],
    ['dana@localhost', 'Valid email is required'],
    ['dana whitlock@example.com', 'Valid email is required'],
    ['dana@exam ple.com', 'Valid email is required'],
    ['dana@example..com', 'Valid email is required'],
    ['dana@.example.com', 'Valid email is required'],
    ['dana@example.com.', 'Valid email is required'],
    ['.dana@example.com', 'Valid email is required'],
    ['dana.@example.com', 'Valid email is required'],
    ['da..na@example.com', 'Valid email is required'],
    ['dana@-example.com', 'Valid email is required'],
    ['dana@example-.com', 'Valid email is required'],
    ['dana@exam_ple.com', 'Valid email is required'],
    ['dana@example.c', 'Valid email is required'],
    ['dana@127.0.0.1', 'Valid email is required'],
    ['a@b@example.com', 'Valid email is required'],
    ['dana@example.com,tom@example.com', 'Valid email is required'],
    ['dana@example.com;tom@example.com', 'Valid email is required'],
    ['dana(home)@example.com', 'Valid email is required'],
    ['josé@example.com', 'Valid email is required'],
    ['"dana whitlock"@example.com', /quotation marks/],
    ['dana@[192.0.2.1]', /domain name after the @/],
    [`${'a'.repeat(65)}@example.com`, /more than 64 characters/],
    [`dana@${'a123456789.'.repeat(24)}example`, /more than 254 characters/],
    [`dana@${'a'.repeat(64)}.example`, 'Valid email is required'],
  ])('%s is refused', (address, message) => {
    const { error } = emailField().safeParse(address)
    expect(error?.issues[0]?.message).toMatch(message)
  })

  it.each([
    ['blanks around it', '  dana@example.com\u00a0', 'dana@example.com'],
    ['a zero-width space', 'dana@\u200bexample.com', 'dana@example.com'],
    ['a byte order mark', '\ufeffdana@example.com', 'dana@example.com'],
    ['a right-to-left override', '\u202edana@example.com\u202c', 'dana@example.com'],
    ['a line break at its end', 'dana@example.com\r\n', 'dana@example.com'],
    ['a soft hyphen', 'dana@exam\u00adple.com', 'dana@example.com'],
    ['brackets', '<dana@example.com>', 'dana@example.com'],
    ['what a copied link begins with', 'mailto:dana@example.com', 'dana@example.com'],
    ['signs of a wide keyboard', 'dana＠example．com', 'dana@example.com'],
    ['a domain in letters of its own', 'dana@bücher.example', 'dana@xn--bcher-kva.example'],
  ])('is cleaned of %s', (_what, typed, address) => {
    expect(emailField().parse(typed)).toBe(address)
  })

  it('is refused where a line break stands within it, so that no header of a mail can be added', () => {
    expect(emailField().safeParse('dana@example.com\r\nBcc: tom@example.com').success).toBe(false)
  })

  it('may be left out where it is optional, and is checked where it is not', () => {
    expect([undefined, null, '', ' \u200b'].map((value) => optionalEmail.parse(value))).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(optionalEmail.parse('smith&jones@example.com')).toBe('smith&jones@example.com')
    expect(optionalEmail.safeParse('nobody').success).toBe(false)
  })

  it('says no more than its schema about any text, and stays the same when cleaned twice', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (typed) => {
        const clean = cleanEmail(typed)
        expect(cleanEmail(clean)).toBe(clean)
        if (isEmail(clean)) expect(clean).toMatch(/^[\x21-\x7e]+@[a-z0-9.-]+$/i)
      }),
    )
  })
})
