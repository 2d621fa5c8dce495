import { describe, expect, test } from 'vitest'
import { CHANGED_NUMBER } from '#contract/whole-numbers.ts'
import { inPercent, type RateUnit, rateColumn, readAmount, readRate } from './amounts.ts'

// Covers: import-15
describe('an amount as people and spreadsheets write it', () => {
  test.each([
    ['725000', 725_000],
    ['725000.5', 725_000.5],
    ['725000.00', 725_000],
    ['$725,000', 725_000],
    ['$ 725,000.00', 725_000],
    ['725 000', 725_000],
    ['725\u00a0000', 725_000],
    ['725\u202f000', 725_000],
    ["725'000", 725_000],
    ['725’000', 725_000],
    ['7,25,000', 725_000],
    ['1,250,000.75', 1_250_000.75],
    ['A$725,000', 725_000],
    ['AU$725,000', 725_000],
    ['AUD 725,000', 725_000],
    ['725,000 AUD', 725_000],
    ['725000,50', 725_000.5],
    ['725.000,00', 725_000],
    ['1.250.000', 1_250_000],
    ['A$1.2m', 1_200_000],
    ['$725k', 725_000],
    ['1.2 million', 1_200_000],
    ['(1,250)', -1250],
    ['($1,250.50)', -1250.5],
    ['-$1,250', -1250],
    ['$-1,250', -1250],
    ['1,250-', -1250],
    ['−1250', -1250],
    ['7.25000E+05', 725_000],
    ['0.30000000000000004', 0.3],
    ["'725000", 725_000],
    ['.5', 0.5],
    ['1,2', 1.2],
  ])('%j', (text, value) => expect(readAmount(text)).toEqual({ ok: true, value }))

  test.each(['', ' ', 'NULL', '-', 'N/A', '#VALUE!'])('no amount: %j', (text) =>
    expect(readAmount(text)).toEqual({ ok: true, value: null }))

  test.each([
    '725.000',
    'about 725000',
    '725,00,0',
    '7,250,00',
    '725000 NZD',
    '€725,000',
    '1..2',
    '12,34.5',
    '$-',
  ])('unreadable: %s', (text) => expect(readAmount(text)).toEqual({ ok: false, problem: 'unreadable' }))

  test('a rounded scientific number is refused', () => {
    expect(readAmount('7.25E+05')).toEqual({ ok: false, problem: CHANGED_NUMBER })
  })
})

describe('a rate', () => {
  test.each([
    ['80%', 80],
    ['80 %', 80],
    ['80.5%', 80.5],
    ['80 per cent', 80],
    ['80pct', 80],
    ['0.8%', 0.8],
    ['80', 80],
    ['80,5', 80.5],
  ])('%s in a column of per cents is %d', (text, percent) => {
    const rate = readRate(text)
    expect(rate && inPercent(rate, 'percent')).toBe(percent)
  })

  test('a fraction is multiplied without noise, unless a per cent sign follows', () => {
    const percent = (text: string) =>
      inPercent(readRate(text) ?? { value: -1, hasPercent: false }, 'fraction')
    expect(['0.8', '0.95', '.72', '1', '0.07', '80%'].map(percent)).toEqual([80, 95, 72, 100, 7, 80])
  })

  test('empty and unreadable cells', () => {
    expect(['', 'N/A', '-'].map(readRate)).toEqual([null, null, null])
    expect(['eighty', '-5', '8 0', '1.2.3'].map(readRate)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  const decide = (...cells: string[]): { unit: RateUnit; basis: string; example: string | null } => {
    const column = rateColumn()
    for (const cell of cells) column.add(cell)
    return column.decide()
  }
  test.each([
    ['per cents', ['80', '75.5', '0', ''], { unit: 'percent', basis: 'decided', example: null }],
    ['per cent signs', ['80%', '0.8%'], { unit: 'percent', basis: 'decided', example: null }],
    ['fractions', ['0.8', '0.95', '1.05', '0'], { unit: 'fraction', basis: 'decided', example: '0.8' }],
    ['fractions and signs', ['0.8', '95%'], { unit: 'fraction', basis: 'decided', example: '0.8' }],
    ['both', ['80', '0.8'], { unit: 'percent', basis: 'assumed', example: '0.8' }],
    ['nothing', ['', '0'], { unit: 'percent', basis: 'decided', example: null }],
  ])('a column of %s', (_name, cells, decided) => expect(decide(...cells)).toEqual(decided))
})
