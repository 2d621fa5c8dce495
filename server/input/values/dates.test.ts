import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateColumn, readDate } from './dates.ts'

describe('a day as people, spreadsheets and databases write it', () => {
  test.each([
    '2026-07-13',
    '2026/7/13',
    '20260713',
    '13/07/2026',
    '13/7/2026',
    '13/07/26',
    '13-07-2026',
    '13.7.26',
    '13 07 2026',
    '13-Jul-26',
    '13-JUL-2026',
    '13 Jul 2026',
    '13 July 2026',
    '13th of July, 2026',
    '13Jul2026',
    "13 Jul '26",
    'Mon 13 July 2026',
    'Monday, 13 July 2026',
    'July 13, 2026',
    'Jul 13 2026',
    'Jul-13-2026',
    '2026-Jul-13',
    '46216',
    '46216.604166667',
    '13/07/2026 14:30',
    '13/07/2026 2:30:00 PM',
    '13/07/2026, 2:30 pm',
    '2026-07-13T14:30:00',
    '2026-07-13 00:00:00.000',
    '2026-07-13T00:00:00Z',
    '2026-07-12T14:00:00.000Z',
    '2026-07-13T00:00:00+10:00',
    "'13/07/2026",
    '\u200e13/07/2026',
    '13\u00a0July\u00a02026',
    '13–07–2026',
    '１３/０７/２０２６',
  ])('%s', (text) => expect(readDate(text)).toBe('2026-07-13'))

  test.each([
    '',
    '  ',
    'NULL',
    'N/A',
    '#N/A',
    '#REF!',
    '-',
    '--',
    'nil',
    '0000-00-00',
    '00/00/0000',
    '0/01/1900',
  ])('no day: %j', (text) => expect(readDate(text)).toBeNull())

  test.each([
    '31/02/2026',
    '2026-02-30',
    '7/13/2026',
    '13/13/2026',
    'soon',
    'Jul-26',
    '2026',
    '12',
    '123456',
    '13/07/202',
    '1/1/0026',
    'Permanent banning',
    '4.6E+04',
  ])('unreadable: %s', (text) => expect(readDate(text)).toBeUndefined())

  test('reads two-digit years as 1970 to 2069', () => {
    expect(['1/2/69', '1/2/70', '31-Dec-99'].map((text) => readDate(text))).toEqual([
      '2069-02-01',
      '1970-02-01',
      '1999-12-31',
    ])
  })

  test('reads the month first on request', () => {
    expect(readDate('7/13/2026', 'month')).toBe('2026-07-13')
    expect(readDate('07-01-26 9:00 AM', 'month')).toBe('2026-07-01')
    expect(readDate('13/07/2026', 'month')).toBeUndefined()
    expect(readDate('2026-07-13', 'month')).toBe('2026-07-13')
  })
})

// Covers: import-15
describe('a column decides which number is the month', () => {
  const decide = (...cells: string[]) => {
    const column = dateColumn()
    for (const cell of cells) column.add(cell)
    return column.decide()
  }

  test.each([
    ['day first by one date', ['1/07/2026', '13/07/2026'], { order: 'day', basis: 'decided' }],
    ['month first by one date', ['7/1/2026', '7/13/2026 9:00', ''], { order: 'month', basis: 'decided' }],
    ['both readings', ['7/1/2026', '8/2/2026'], { order: 'day', basis: 'assumed', example: '7/1/2026' }],
    ['a contradiction', ['13/7/2026', '7/13/2026', '1/7/2026'], { order: 'day', basis: 'assumed' }],
    ['same number twice', ['7/7/2026'], { order: 'day', basis: 'decided', example: null }],
    [
      'ISO and names only',
      ['2026-07-13', '1 July 2026', ''],
      { order: 'day', basis: 'decided', example: null },
    ],
  ])('%s', (_name, cells, decided) => expect(decide(...cells)).toMatchObject(decided))
})

test('reads every day of two centuries in every form', () => {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  const day = fc.date({ min: new Date('1955-01-01'), max: new Date('2110-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(day, (date) => {
      const iso = date.toISOString().slice(0, 10)
      const [y, m, d] = iso.split('-')
      const serial = Math.floor(date.getTime() / 86_400_000) + 25_569
      for (const text of [iso, `${d}/${m}/${y}`, `${Number(d)}-${months[Number(m) - 1]}-${y}`, `${serial}`])
        expect(readDate(text)).toBe(iso)
      expect(readDate(`${m}/${d}/${y}`, 'month')).toBe(iso)
    }),
  )
})
