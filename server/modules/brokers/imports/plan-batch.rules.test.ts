import { describe, expect, test } from 'vitest'
import { blankTexts } from '#contract/brokers/broker-fields.ts'
import type { BrokerFields } from '../rules.ts'
import { planBatch, planUndo } from './plan-batch.rules.ts'

const fields = (values: Partial<BrokerFields>): BrokerFields => ({
  ...{ ...blankTexts, name: 'Ann', phone: '+61491570156', region: null, bdmId: null },
  ...values,
})

describe('a batch', () => {
  const existing = new Map([[7, fields({ company: 'Old', region: 'NSW' })]])
  const row = { row: 2, fields: fields({ name: 'New', email: 'n@example.com', region: 'WA' }), existingId: 7 }

  // Covers: import-5
  test.each([
    ['skip', null],
    ['fill', { name: 'Ann', company: 'Old', email: 'n@example.com', timezone: 'Australia/Sydney' }],
    ['overwrite', { name: 'New', company: 'Old', email: 'n@example.com', timezone: 'Australia/Perth' }],
  ] as const)('%s; blank cells never erase', (rule, after) => {
    const plan = planBatch([row], existing, rule)
    expect(plan.changed).toMatchObject(after ? [{ id: 7, ...after }] : [])
    expect(plan.done).toEqual([{ row: 2, doneAs: after ? 'updated' : 'skipped', existingId: 7 }])
  })

  test('a row that says nothing new changes nothing; a broker that has gone since is added anew', () => {
    const same = { row: 3, fields: fields({ company: 'Old' }), existingId: 7 }
    const gone = { row: 4, fields: fields({ name: 'Gone' }), existingId: 8 }
    const plan = planBatch([same, gone], existing, 'overwrite')
    expect(plan.changed).toEqual([])
    expect(plan.added).toMatchObject([{ row: 4, name: 'Gone' }])
    expect(plan.done.map(({ doneAs }) => doneAs)).toEqual(['skipped', 'created'])
  })
})

test.each([
  [{ added: true }, 'removed'],
  [{ added: false }, 'restored'],
  [{ added: true, name: null }, 'nothing'],
  [{ added: false, name: null }, 'Deleted since the import'],
  [{ added: true, called: true }, 'Called since the import'],
  [{ added: false, edited: true }, 'Edited since the import'],
  [{ added: true, called: true, edited: true }, 'Called and edited since the import'],
])('undo of %j: %s', (values, what) => {
  const { removed, restored, kept } = planUndo([
    { brokerId: 1, nameBefore: 'Ann', name: 'Ann', edited: false, called: false, ...values },
  ])
  const done = removed.length > 0 ? 'removed' : restored.length > 0 ? 'restored' : 'nothing'
  expect(kept[0]?.reason ?? done).toBe(what)
  expect(removed.length + restored.length + kept.length).toBeLessThanOrEqual(1)
})
