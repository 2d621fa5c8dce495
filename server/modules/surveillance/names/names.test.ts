import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createNameIndex } from './name-index.rules.ts'
import { scoreNames, WORKING_CUTOFF } from './name-score.rules.ts'

const pairs = parse(readFileSync('test/names/pairs.csv'), { columns: true }) as Record<
  'schema' | 'name1' | 'name2' | 'is_match',
  string
>[]
/** Names as brokers, spreadsheets and ASIC write them: initials, titles, particles, trustees, trading names. */
const fieldPairs = parse(readFileSync('test/names/field-pairs.csv'), { columns: true }) as typeof pairs
const kindOf = (schema: string) => (schema === 'Person' ? 'person' : 'company')

/** Of all pairs of a kind at the working cut-off. */
function qualityOf(schema: string, of = pairs): { precision: number; recall: number } {
  const judged = of
    .filter((pair) => pair.schema === schema)
    .map(({ name1, name2, is_match }) => ({
      same: is_match === 'true',
      found: scoreNames(kindOf(schema), name1, name2).score >= WORKING_CUTOFF[kindOf(schema)],
    }))
  const hits = judged.filter(({ same, found }) => same && found).length
  return {
    precision: hits / judged.filter(({ found }) => found).length,
    recall: hits / judged.filter(({ same }) => same).length,
  }
}

describe('two names', () => {
  // Covers: surveillance-8
  it('of people are told apart, whatever way they are written in', () => {
    const { precision, recall } = qualityOf('Person')
    expect(precision).toBeGreaterThanOrEqual(0.93)
    expect(recall).toBeGreaterThanOrEqual(0.93)
  })

  // Covers: surveillance-8
  it('of companies are told apart', () => {
    const { precision, recall } = qualityOf('Company')
    expect(precision).toBeGreaterThanOrEqual(0.9)
    expect(recall).toBeGreaterThanOrEqual(0.9)
  })

  // Covers: surveillance-9
  test.each(['Person', 'Company'])('as people write them are told apart: %s', (schema) => {
    const { precision, recall } = qualityOf(schema, fieldPairs)
    expect(precision).toBeGreaterThanOrEqual(0.95)
    expect(recall).toBeGreaterThanOrEqual(0.95)
  })

  // Covers: surveillance-8
  test.each([
    ['order, capitals and marks', 'Zoë O’Brien', 'OBRIEN, ZOE', 0.99],
    ['a short form', 'Bill Murphy', 'MURPHY, WILLIAM', 0.9],
    ['a middle name that only the register has', 'Isla Fraser', 'FRASER, ISLA CATHERINE', 0.9],
    ['another alphabet', 'Сергей Лавров', 'LAVROV, SERGEI', 0.8],
  ])('are the same in spite of %s', (_why, one, other, least) => {
    expect(scoreNames('person', one, other).score).toBeGreaterThanOrEqual(least)
  })

  // Covers: surveillance-8
  it('say which word stood for which', () => {
    expect(scoreNames('person', 'Bill J Murphy', 'MURPHY, WILLIAM').parts).toEqual([
      { one: 'murphy', other: 'murphy', score: 1, by: 'same' },
      { one: 'bill', other: 'william', score: 0.88, by: 'short form' },
      { one: 'j', other: '', score: 0, by: 'missing' },
    ])
  })

  it('score between 0 and 1 whatever they are, 1 with themselves', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...pairs.map(({ name1 }) => name1)),
    )
    fc.assert(
      fc.property(fc.constantFrom('person', 'company'), anything, anything, (kind, one, other) => {
        const { score } = scoreNames(kind, one, other)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
      }),
      { seed: 7, numRuns: 500 },
    )
    for (const { schema, name2 } of pairs) expect(scoreNames(kindOf(schema), name2, name2).score).toBe(1)
  })
})

describe('an index of names', () => {
  const ofKind = (schema: string) => [...pairs, ...fieldPairs].filter((pair) => pair.schema === schema)

  // Covers: surveillance-8
  test.each(['Person', 'Company'])('finds every %s that scoring all of them one by one finds', (schema) => {
    const kind = kindOf(schema)
    const cutoff = WORKING_CUTOFF[kind]
    const rows = [...new Set(ofKind(schema).map(({ name2 }) => name2))]
    const index = createNameIndex<string>(kind, (row) => row)
    index.add(rows)
    for (const { name1 } of ofKind(schema)) {
      const all = rows.filter((row) => scoreNames(kind, name1, row).score >= cutoff).sort()
      const found = index.search(name1, cutoff).map(({ row }) => row)
      expect(found.sort(), name1).toEqual(all)
    }
    expect(index.compared).toBeLessThan(rows.length * ofKind(schema).length * 0.3)
  })

  it('answers nothing for a name without words, and knows none', () => {
    const index = createNameIndex<string>('person', (row) => row)
    index.add(['FRASER, ISLA', '', '??'])
    for (const name of ['', '  ', ',', '-', 'Dr']) expect(index.search(name, 0.5)).toEqual([])
  })
})
