import { describe, expect, it } from 'vitest'
import { MAX_IMPORT_BYTES } from '#contract/brokers/imports.ts'
import { fileProblem, importBar, importForecast, isRunning, resultText } from './import-rules.ts'

const counts = { rows: 10, accepted: 8, rejected: 2, existing: 3 }

describe('importForecast', () => {
  it.each([
    ['skip', '5 brokers will be added; 3 brokers exist already and stay as they are.'],
    ['fill', '5 brokers will be added; 3 brokers exist already and get their blanks filled.'],
    ['overwrite', '5 brokers will be added; 3 brokers exist already and are overwritten.'],
  ] as const)('says what happens to brokers that exist (%s)', (onExisting, text) => {
    expect(importForecast({ counts, onExisting })).toBe(text)
  })
  it('counts one as one, and none not at all', () => {
    const one = { ...counts, accepted: 2, existing: 1 }
    expect(importForecast({ counts: one, onExisting: 'overwrite' })).toBe(
      '1 broker will be added; 1 exists already and is overwritten.',
    )
    expect(importForecast({ counts: { ...counts, existing: 0 }, onExisting: 'fill' })).toBe(
      '8 brokers will be added.',
    )
  })
})

describe('importBar', () => {
  it('asks for the columns that no broker can do without', () => {
    expect(importBar({ mapping: {}, counts })).toBe('Choose the column for Name and Phone first.')
    expect(importBar({ mapping: { name: 'Name' }, counts })).toBe('Choose the column for Phone first.')
  })
  it('bars a file without a single good row', () => {
    const mapping = { name: 'Name', phone: 'Mobile' }
    expect(importBar({ mapping, counts: { ...counts, accepted: 0 } })).toContain('No row can be imported')
    expect(importBar({ mapping, counts })).toBeNull()
  })
})

describe('fileProblem', () => {
  // Covers: import-11
  it('takes a file of exactly 50 MB and refuses one byte more', () => {
    expect(fileProblem({ name: 'a.csv', size: MAX_IMPORT_BYTES })).toBeNull()
    expect(fileProblem({ name: 'a.csv', size: MAX_IMPORT_BYTES + 1 })).toContain('larger than 50 MB')
  })
  it('refuses an empty file', () => expect(fileProblem({ name: 'a.csv', size: 0 })).toContain('is empty'))
})

it('says what an import did', () => {
  expect(resultText({ created: 1204, updated: 0, skipped: 3 }, 2)).toBe(
    '1,204 brokers added, 0 brokers updated, 3 brokers left as they were, 2 rows rejected.',
  )
  expect(resultText({ created: 1, updated: 1, skipped: 0 }, 0)).toBe('1 broker added, 1 broker updated.')
})

it('knows what goes on in the background', () => {
  expect(
    (['preview', 'importing', 'imported', 'undoing', 'undone', 'failed'] as const).filter(isRunning),
  ).toEqual(['importing', 'undoing'])
})
