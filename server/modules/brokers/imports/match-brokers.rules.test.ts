import { expect, test } from 'vitest'
import type { BrokerFields } from '../rules.ts'
import { type Match, matchBrokers } from './match-brokers.rules.ts'

const fields = { phone: '+61491570156', email: 'ann@example.com', asicNumber: '123' } as BrokerFields // those that count
const ann = (by: Match['by']): Match => ({ id: 1, name: 'Ann', by })
const bob = (by: Match['by']): Match => ({ id: 2, name: 'Bob', by })

/** The outcomes of rows 2, 3 … with these matches. */
const outcomes = (...matches: Match[][]) =>
  matchBrokers(
    matches.map((of, index) => ({ row: index + 2, fields, matches: of })),
    new Map(),
    (field) => `Column of ${field}`,
  )

// Covers: decision-import-match
test('a row that matches nobody is new, one that matches somebody once or more updates them', () => {
  expect(outcomes([], [ann('phone'), ann('email')], [bob('email')])).toEqual([
    { row: 2, existingId: null },
    { row: 3, existingId: 1 },
    { row: 4, existingId: 2 },
  ])
})

test.each<[string, Match[], { column: string; value: string; reason: string }]>([
  [
    'by email and phone',
    [bob('phone'), ann('email')],
    {
      column: 'Column of phone',
      value: '+61491570156',
      reason: 'Matches different brokers: Bob (phone and name) and Ann (email)',
    },
  ],
  [
    'by ASIC number and email, the ASIC number counting most',
    [ann('email'), bob('asicNumber'), bob('email')],
    {
      column: 'Column of email',
      value: 'ann@example.com',
      reason: 'Matches different brokers: Ann (email) and Bob (ASIC number)',
    },
  ],
])('a row that matches two brokers %s is told so, at the weaker match', (_how, matches, problem) => {
  expect(outcomes(matches)).toEqual([{ row: 2, problem }])
})

test('a second row of one broker is told which row was the first, at its strongest match', () => {
  expect(outcomes([ann('email')], [ann('phone'), ann('asicNumber')])[1]).toEqual({
    row: 3,
    problem: {
      column: 'Column of asicNumber',
      value: '123',
      reason: 'The same broker as row 2: both match Ann',
    },
  })
})
