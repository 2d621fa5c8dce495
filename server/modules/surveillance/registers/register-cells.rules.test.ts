import { describe, expect, it } from 'vitest'
import { readCompanyDigits } from './company-numbers.rules.ts'
import { readEnd, readName, readNumber, readPostcode, readStart, readState } from './register-cells.rules.ts'

describe('the end of a ban or licence', () => {
  // Covers: surveillance-2
  it.each([
    ...[
      'Permanent banning',
      'Permanent',
      'PERMANENT',
      'Permanently banned',
      'N/A',
      'n/a',
      'NA',
      '#N/A',
      'Nil',
      '-',
      '–',
    ],
    ...[
      'Indefinite',
      'Indefinitely',
      'Until further order',
      'Until further notice',
      'until varied or revoked',
      'Lifetime',
    ],
    ...['No end date', 'Not applicable', 'Ongoing', 'NULL', '', '\u00a0', '31/12/9999', '00/00/0000'],
    ...['Banned permanently', 'Permanent\u00a0banning', 'Until order of the court'],
  ])('"%s" is no end', (text) => {
    expect(readEnd(text)).toBeNull()
  })

  // Covers: surveillance-2
  it.each([
    ['12/03/2024', '2024-03-12'],
    ['1/3/2024', '2024-03-01'],
    ['12-03-2024', '2024-03-12'],
    ['12.03.2024', '2024-03-12'],
    ['2024-03-12', '2024-03-12'],
    ['2024/03/12', '2024-03-12'],
    ['2024-03-12T00:00:00', '2024-03-12'],
    ['12/03/2024 00:00:00', '2024-03-12'],
    ['12/03/2024 12:00:00 AM', '2024-03-12'],
    ['12-Mar-24', '2024-03-12'],
    ['12 March 2024', '2024-03-12'],
    ['12 Sept 2024', '2024-09-12'],
    ['12/03/24', '2024-03-12'],
    ['12/03/98', '1998-03-12'],
    ['20240312', '2024-03-12'],
    ['45363', '2024-03-12'],
    ['Until 12/03/2024', '2024-03-12'],
    ['\u00a012/03/2024 ', '2024-03-12'],
  ])('"%s" is %s', (text, day) => {
    expect(readEnd(text)).toBe(day)
  })

  it.each([
    '31/02/2026',
    '5 years',
    'see comments',
    '12/2024',
    '2024',
    '99/99/2024',
    '#REF!',
    '03/13/2024',
  ])('"%s" is unreadable', (text) => {
    expect(readEnd(text)).toBeUndefined()
  })
})

it('a begin is no word for "no end"', () => {
  expect([readStart('Permanent'), readStart('N/A'), readStart('01/07/2020')]).toEqual([
    undefined,
    null,
    '2020-07-01',
  ])
})

it.each([
  ['000385487', '385487'],
  ['385 487', '385487'],
  ['385487.0', '385487'],
  ['CRN 385487', '385487'],
  ['#385487', '385487'],
  ['3.85E+05', null],
  ['385487/1', null],
  ['N/A', null],
  ['', null],
  ['1234567890', null],
])('the number "%s" is %s', (text, number) => {
  expect(readNumber(text)).toBe(number)
})

it.each([
  ['FRASER,\u00a0ISLA\u200b', 'FRASER, ISLA'],
  ['#REF!', null],
  ['12345', null],
  [' ', null],
])('the name "%s" is %s', (text, name) => {
  expect(readName(text)).toBe(name)
})

it('states are short and postcodes have four digits', () => {
  expect([readState('new south wales'), readState('N.S.W.'), readState('Overseas'), readState('')]).toEqual([
    'NSW',
    'NSW',
    'OVERSEAS',
    null,
  ])
  expect([readPostcode('800'), readPostcode('0800'), readPostcode('2000.0'), readPostcode('')]).toEqual([
    '0800',
    '0800',
    '2000',
    null,
  ])
})

it.each([
  ['990 000 014', '990000014'],
  ['990000014.0', '990000014'],
  ['19', '19'],
  ['4085616', '004085616'],
  ['4085617', '4085617'],
  ['9.9E+08', null],
  ['', ''],
])('the company number "%s" has the digits %s', (text, digits) => {
  expect(readCompanyDigits(text)).toBe(digits)
})
