import { describe, expect, it } from 'vitest'
import { NO_ADDRESSES, text, withoutAddresses } from './text-fields.ts'

const name = withoutAddresses(text(200))

describe('a name typed by a stranger', () => {
  // Covers: analytics-figures-25
  it.each([
    ...[
      'J.R.Smith',
      'Dr.Jones',
      'M.A.D.Karunaratne',
      'K.S. Perera',
      'St.John Rivers',
      'Mr.Lee',
      'Prof.Nguyen',
      'J.R.R.Tolkien',
    ],
    ...[
      'A.Li',
      'T.Do',
      'Dr.Ng',
      'O’Brien',
      "Anne-Marie D'Arcy",
      'Smith Jr.',
      'Mary St. Clair',
      'Mary-Anne.Smith',
      'Дж.Смит',
    ],
    ...[
      'Smith, J.',
      'John Smith (Jack)',
      'Sam 2.5',
      'No. 1 Finance',
      'A. B. Smith Pty. Ltd.',
      'J.P.Morgan',
      'W.Bond',
    ],
  ])('%s is accepted', (typed) => expect(name.safeParse(typed).success).toBe(true))

  // Covers: analytics-figures-27
  it.each([
    ...[
      'bank.com',
      'Dana bank.com',
      'www.bank.example',
      'https://bank',
      'Dana://x',
      'my-bank.com.au',
      'bank.com.au',
      'a.com',
    ],
    ...[
      'evil.xyz',
      'click.here.link',
      'bank.io',
      'bank.co',
      'lender.finance',
      'bank．com',
      'bank。com',
      't.co/abc',
      'x.y/login',
    ],
    ...[
      'BANK.COM',
      'Dana Cole bank.net now',
      'пример.рф',
      'sub.bank.example/path',
      'bank.com:8080',
      '1bank.info',
    ],
  ])('%s is refused, as mail programs make a link of it', (typed) => {
    expect(name.safeParse(typed).error?.issues[0]?.message).toBe(NO_ADDRESSES)
  })

  it('scans a word of a million letters once', () => {
    const [long] = name.safeParse('x'.repeat(1_000_000)).error?.issues ?? []
    expect(long?.message).toBe('At most 200 characters')
  })
})
