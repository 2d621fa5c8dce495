import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { type Region, regions } from '#contract/brokers/brokers.ts'
import {
  classifyNumber,
  formatPhone,
  parseCallable,
  parseFacts,
  parsePhone,
  whyNotCallable,
} from './phone.rules.ts'

const MOBILE_FORMS = [
  '(+61) 491 570 156',
  '+(61) 491 570 156',
  '(61) 491 570 156',
  '(+61)491570156',
  '(+61) 0491 570 156',
  '0491.570.156',
  '0491.570156',
  '0491/570/156',
  '0491_570_156'.replaceAll('_', '\u2011'),
  '0491•570•156',
  '0011 61 491 570 156',
  '0011 61 (0)491 570 156',
  '0011-61-491-570-156',
  '0011 61 0491 570 156',
  '+61 (0)491 570 156',
  '+61 (0) 491-570-156',
  '+610491570156',
  '610491570156',
  '61 491 570 156',
  '00 61 491 570 156',
  '+0491570156',
  '491570156',
  '491570156.0',
  '4.91570156E+08',
  '61491570156.0',
  '6.1491570156E+10',
  'ph: 0491 570 156',
  'Ph. 0491 570 156',
  'Mob 0491570156',
  'M: 0491 570 156',
  'Mobile: +61 491 570 156',
  'tel:+61491570156',
  '0491 570 156 (mobile)',
  '0491 570 156 - work',
  '0491 570 156 (m)',
  '0491 570 156 ext 12',
  '0491 570 156 / 02 5550 1234',
  '0491 570 156 or 02 5550 1234',
  '0491 570 156; 0491 570 157',
  '0491 570 156, 0491 570 157',
  '0491 570 156\n02 5550 1234',
  '0491 570 156 02 5550 1234',
  'M: 0491 570 156 W: 02 5550 1234',
  'F: 02 5550 1234 M: 0491 570 156',
  '1300 975 707 / 0491 570 156',
  '12 / 0491 570 156',
  "'0491 570 156",
  '\u202a0491 570 156\u202c',
  '0491\u200b570\u00a0156',
  '0491\u2009570\u2009156',
  '０４９１　５７０　１５６',
]
const FIXED_FORMS = [
  '(02) 5550 1234',
  '(02) 5550 1234 ext 12',
  '02 5550 1234 x4',
  '02 5550 1234 #4',
  '+61 2 5550 1234',
  '+61 (02) 5550 1234',
  '(+61 2) 5550 1234',
  '(+612) 5550 1234',
  '0011 61 2 5550 1234',
  '255501234',
  'Work: 02 5550 1234',
  'Office (02) 5550-1234, ext. 7',
]

describe('what people write', () => {
  test.each<[text: string, e164: string, kind: string]>([
    ['0412 345 678', '+61412345678', 'mobile'],
    ['+61 412 345 678', '+61412345678', 'mobile'],
    ['61412345678', '+61412345678', 'mobile'],
    ['412345678', '+61412345678', 'mobile'],
    ['+61 (0)412 345 678', '+61412345678', 'mobile'],
    ['+6104 1234 5678', '+61412345678', 'mobile'],
    ['0011 61 412 345 678', '+61412345678', 'mobile'],
    ['0061 412 345 678', '+61412345678', 'mobile'],
    ['0412-345-678', '+61412345678', 'mobile'],
    ['0412.345.678', '+61412345678', 'mobile'],
    ['0412–345–678', '+61412345678', 'mobile'],
    ['\u202a0412\u00a0345\u00a0678\u202c', '+61412345678', 'mobile'],
    ['０４１２ ３４５ ６７８', '+61412345678', 'mobile'],
    ["'0412345678", '+61412345678', 'mobile'],
    ['tel:0412345678', '+61412345678', 'mobile'],
    ['02 9876 5432', '+61298765432', 'fixed'],
    ['(02) 9876 5432', '+61298765432', 'fixed'],
    ['+61 02 9876 5432', '+61298765432', 'fixed'],
    ['298765432', '+61298765432', 'fixed'],
    ['0147 123 456', '+61147123456', 'voip'],
    ['1300 975 707', '+611300975707', 'shared'],
    ['13 14 44', '+61131444', 'shared'],
    ['132500', '+61132500', 'shared'],
    ['1800 160 401', '+611800160401', 'tollfree'],
    ['1900 654 321', '+611900654321', 'premium'],
    ['1902 123 456', '+611902123456', 'premium'],
    ['000', '+61000', 'emergency'],
    ['112', '+61112', 'emergency'],
    ['106', '+61106', 'emergency'],
    ['1194', '+611194', 'short'],
    ['12455', '+6112455', 'short'],
    ['+64 21 123 4567', '+64211234567', 'foreign'],
    ['+1 212 555 0100', '+12125550100', 'foreign'],
    ['0011 64 21 123 4567', '+64211234567', 'foreign'],
    ...MOBILE_FORMS.map((text) => [text, '+61491570156', 'mobile'] satisfies [string, string, string]),
    ...FIXED_FORMS.map((text) => [text, '+61255501234', 'fixed'] satisfies [string, string, string]),
  ])('%s is %s, %s', (text, e164, kind) => {
    expect(parsePhone(text)).toEqual({ ok: true, e164, kind })
    expect(classifyNumber(e164)).toMatchObject({ e164, kind, australian: e164.startsWith('+61') })
  })

  // Covers: brokers-4
  test.each([
    ['', 'Phone number is required'],
    ['   ', 'Phone number is required'],
    ['n/a', 'Phone number is required'],
    ['NULL', 'Phone number is required'],
    ['-', 'Phone number is required'],
    ['call me', 'only digits'],
    ['1300 HOMELOAN', 'only digits'],
    ['4.12E+08', 'spreadsheet'],
    ['4.9157E+08', 'spreadsheet'],
    ['491570156.5', 'spreadsheet'],
    ['call Ann on 0412 345 678', 'only digits'],
    ['fax: 02 9876 5432, fax: 02 9876 5433', 'only digits'],
    ['0412 345', 'no such number'],
    ['0412 345 6789', 'no such number'],
    ['0000000000', 'no such number'],
    ['05 1234 5678', 'no such number'],
    ['0500 123 456', 'no such number'],
    ['0555 123 456', 'no such number'],
    ['0550 123 456', 'no such number'],
    ['1345 6789', 'no such number'],
    ['0163 123 456', 'no such number'],
    ['+999 123 456 789', 'too few or too many digits'],
    ['+', 'only digits'],
    ['9'.repeat(60), 'too few or too many digits'],
    ['9876 5432', 'area code is missing'],
  ])('%s is refused: %s', (text, reason) => {
    const parsed = parsePhone(text)
    expect(parsed).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  })
})

// Covers: import-11
describe('eight digits take the area code of the state', () => {
  const codes: Record<Region, string> = {
    NSW: '2',
    ACT: '2',
    VIC: '3',
    TAS: '3',
    QLD: '7',
    WA: '8',
    SA: '8',
    NT: '8',
  }
  test.each([...regions])('%s', (region) => {
    expect(parsePhone('5550 1234', { region })).toEqual({
      ok: true,
      e164: `+61${codes[region]}55501234`,
      kind: 'fixed',
    })
  })

  test('a number with its area code keeps it, whatever the state', () => {
    expect(parsePhone('(08) 7010 0001', { region: 'NSW' })).toMatchObject({ e164: '+61870100001' })
  })
})

describe('which numbers may be called', () => {
  test.each(['mobile', 'fixed'] as const)('%s: yes', (kind) => expect(whyNotCallable(kind)).toBeNull())

  // Covers: called-when-4
  test.each([
    ['1900 654 321', 'premium-rate'],
    ['1800 160 401', '1800'],
    ['13 14 44', '13 and 1300'],
    ['0147 123 456', 'internet telephony'],
    ['1194', 'short'],
    ['000', 'emergency'],
    ['+64 21 123 4567', 'only Australian'],
  ])('%s: no, %s', (text, why) => {
    expect(parseCallable(text)).toMatchObject({ ok: false, reason: expect.stringContaining(why) })
  })
})

describe('fictitious numbers', () => {
  test.each([
    '+61491570006',
    '+61491570156',
    '+61491579455',
    '+61255500000',
    '+61370109999',
    '+61855501234',
  ])('%s can be called in the simulator only', (e164) => {
    expect(classifyNumber(e164)).toMatchObject({ fictitious: true })
    expect(whyNotCallable(classifyNumber(e164).kind)).toBeNull()
  })

  test.each([
    '+611800160401',
    '+611800975707',
    '+611300975711',
  ])('%s is fictitious and not callable', (e164) => {
    expect(classifyNumber(e164)).toMatchObject({ fictitious: true })
    expect(whyNotCallable(classifyNumber(e164).kind)).not.toBeNull()
  })

  test.each([
    '+61491570000',
    '+61491570155',
    '+61491570160',
    '+61412345678',
    '+61298765432',
    '+61255510000',
    '+61455501234',
    '+611300975712',
    '+611300975706',
    '0491570156',
    '+6149157015',
    '+614915701560',
  ])('%s is not', (e164) => expect(classifyNumber(e164).fictitious).toBe(false))

  test('there are thirty mobiles', () => {
    const all = Array.from({ length: 10_000 }, (_, n) => `+6149157${String(n).padStart(4, '0')}`)
    expect(all.filter((e164) => classifyNumber(e164).fictitious)).toHaveLength(30)
  })
})

test.each([
  ['+61491570156', '0491 570 156'],
  ['+61255501234', '(02) 5550 1234'],
  ['+611300975707', '1300 975 707'],
  ['+64211234567', '+64 21 123 4567'],
  ['rubbish', 'rubbish'],
])('%s is shown as %s', (e164, shown) => expect(formatPhone(e164)).toBe(shown))

test('a stored number is of the kind that parsing it gives', () => {
  const kinds = new Set<string>()
  fc.assert(
    fc.property(fc.stringMatching(/^\+61[1-9]\d{7,9}$/), (e164) => {
      expect(classifyNumber(e164)).toEqual(parseFacts(e164))
      kinds.add(classifyNumber(e164).kind)
    }),
    { numRuns: 5000, examples: [['+61891621234'], ['+61891641234'], ['+61147123456'], ['+61491570156']] },
  )
  expect([...kinds]).toEqual(expect.arrayContaining(['mobile', 'fixed', 'invalid']))
})

test('every Australian number is shown as the library writes it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+61[23478]\d{8}$/), (e164) => {
      const parsed = parsePhoneNumberFromString(e164)
      if (parsed?.isValid()) expect(formatPhone(e164)).toBe(parsed.formatNational())
    }),
    { numRuns: 500 },
  )
})

// Covers: brokers-4
test('whatever is typed, the answer is a number in E.164 that reads back as itself, or a reason', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 ()-]{1,20}$/)),
      fc.constantFrom(...regions, null),
      (text, region) => {
        const parsed = parsePhone(text, { region })
        if (!parsed.ok) {
          expect(parsed.reason).not.toBe('')
          return
        }
        expect(parsed.e164).toMatch(/^\+\d{5,15}$/)
        expect(classifyNumber(parsed.e164).kind).toBe(parsed.kind)
      },
    ),
  )
})

// Covers: analytics-figures-23
test('a stored mobile is told as the library tells it, whatever its digits are', () => {
  const digits = fc.stringMatching(/^[0-9]{8}$/)
  fc.assert(
    fc.property(digits, (rest) => {
      const e164 = `+614${rest}`
      const isMobile = parsePhoneNumberFromString(e164)?.getType() === 'MOBILE'
      expect(classifyNumber(e164).kind === 'mobile').toBe(isMobile)
    }),
    { numRuns: 1000 },
  )
  // some of the range are no mobiles
  expect(classifyNumber('+61484512345').kind).toBe(
    parsePhoneNumberFromString('+61484512345')?.getType() === 'MOBILE' ? 'mobile' : 'invalid',
  )
})
