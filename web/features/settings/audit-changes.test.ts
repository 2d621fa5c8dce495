import { describe, expect, it } from 'vitest'
import { auditChanges } from './audit-changes.ts'

describe('auditChanges', () => {
  it('puts what changed first, field by field', () => {
    expect(
      auditChanges(
        { name: 'Ann', region: 'NSW', suspended: false },
        { name: 'Ann', region: 'VIC', suspended: true },
      ),
    ).toEqual([
      { field: 'region', before: 'NSW', after: 'VIC', changed: true },
      { field: 'suspended', before: 'no', after: 'yes', changed: true },
      { field: 'name', before: 'Ann', after: 'Ann', changed: false },
    ])
  })
  it('reads a creation and a deletion', () => {
    expect(auditChanges(null, { days: ['1', '2'] })).toEqual([
      { field: 'days', before: '–', after: '1, 2', changed: true },
    ])
    expect(auditChanges({ reason: 'typo' }, undefined)).toEqual([
      { field: 'reason', before: 'typo', after: '–', changed: true },
    ])
  })
  it('takes whatever stands there', () => {
    expect(auditChanges('old', 7)).toEqual([{ field: 'value', before: 'old', after: '7', changed: true }])
    expect(auditChanges({ at: { x: 1 }, list: [] }, { at: { x: 1 }, list: [{ a: 1 }] })).toEqual([
      { field: 'list', before: '–', after: '[{"a":1}]', changed: true },
      { field: 'at', before: '{"x":1}', after: '{"x":1}', changed: false },
    ])
    expect(auditChanges(null, null)).toEqual([])
  })
})
