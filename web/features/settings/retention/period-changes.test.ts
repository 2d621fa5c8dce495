import { expect, test } from 'vitest'
import type { RetentionPeriods } from '#contract/system/retention.ts'
import { retentionKinds, retentionTerms } from '#contract/system/retention-terms.ts'
import { changesOf, dueWords, shorterOf, shorterWords } from './period-changes.ts'

const saved = Object.fromEntries(
  retentionKinds.map((kind) => [kind, retentionTerms[kind].usual]),
) as unknown as RetentionPeriods // one for each kind

// Covers: settings-11
test('a period is shorter by its length, not by its number', () => {
  const typed: RetentionPeriods = {
    ...saved,
    recordings: { count: 300, unit: 'days' },
    transcripts: { count: 24, unit: 'months' },
    visits: { count: 800, unit: 'days' },
  }
  const changes = changesOf(saved, typed)
  expect(changes.map(({ kind }) => kind)).toEqual(['recordings', 'transcripts', 'visits'])
  expect(shorterOf(changes).map(({ kind }) => kind)).toEqual(['recordings'])
})

// Covers: settings-11
test('what would go is said with its number, a few by their dates, many by the oldest', () => {
  const [first, second] = ['2025-03-04T01:00:00Z', '2025-03-09T01:00:00Z']
  const due = { kind: 'recordings', count: 3, oldest: first, examples: [first, first, second] } as const
  expect(dueWords({ ...due, examples: [...due.examples] })).toBe(
    '3 recordings of Tue 4 Mar 2025 and Sun 9 Mar 2025',
  )
  expect(dueWords({ ...due, count: 1, examples: [first] })).toBe('1 recording of Tue 4 Mar 2025')
  expect(dueWords({ ...due, count: 1200, examples: [] })).toBe(
    '1,200 recordings, the oldest of Tue 4 Mar 2025',
  )
  expect(dueWords({ ...due, count: 0, oldest: null, examples: [] })).toBe('nothing')
  const change = { kind: 'recordings', before: saved.recordings, after: { count: 30, unit: 'days' } } as const
  expect(shorterWords(change, { ...due, examples: [second] })).toBe(
    'Call recordings, 30 days instead of 12 months: 3 recordings of Sun 9 Mar 2025',
  )
})
