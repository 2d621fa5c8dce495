import { expect, it } from 'vitest'
import type { BulkChange } from '#contract/brokers/bulk-changes.ts'
import { outcomeText } from './bulk-texts.ts'

const change: BulkChange = {
  ...{ id: 1, kind: 'bdm', label: 'Assign BDM: Dana Cole', status: 'done', total: 5, missing: 0, done: 5 },
  ...{ changed: 5, unchanged: 0, refused: [], undo: null, undoable: true, error: null },
  ...{ createdAt: '2026-11-24T01:00:00.000Z', createdBy: 'Ada Whitlock' },
}

// Covers: brokers-13
it.each([
  [{}, '5 brokers changed.'],
  [{ changed: 1, unchanged: 1 }, '1 broker changed, 1 was so already.'],
  [
    { changed: 1200, unchanged: 3, missing: 2, refused: [{ reason: 'Opted out', brokers: 4 }] },
    '1,200 brokers changed, 3 were so already, 4 could not be changed, 2 are no longer there.',
  ],
  [
    { status: 'undone' as const, undo: { restored: 4, left: 1 } },
    '4 brokers back as before; 1 broker changed since stay as they are.',
  ],
])('says what became of many brokers', (values, text) => {
  expect(outcomeText({ ...change, ...values })).toBe(text)
})
