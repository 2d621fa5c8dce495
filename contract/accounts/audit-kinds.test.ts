import { describe, expect, it } from 'vitest'
import { actionsOf, auditKinds } from './audit-kinds.ts'
import { auditLabels } from './audit-labels.ts'

describe('the kinds of the audit log', () => {
  it('have each action in exactly one of them', () => {
    const sorted = auditKinds.flatMap(actionsOf).toSorted()
    expect(sorted).toEqual(Object.keys(auditLabels).toSorted())
  })
})
