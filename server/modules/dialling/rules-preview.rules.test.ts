import { expect, it } from 'vitest'
import type { CallDecision } from './decide.rules.ts'
import { changeBetween } from './rules-preview.rules.ts'

const AT = new Date('2026-11-30T01:00:00Z')
const decision = (verdict: CallDecision['verdict'], notBefore: string | null = null): CallDecision => ({
  ...{ verdict, reasons: [{ code: 'outside_hours', text: 'Outside.' }], rulesVersion: '', dataVersions: {} },
  notBefore: notBefore === null ? null : new Date(notBefore),
})

// Covers: calling-rules-3
it('tells refused and later calls from those that stay', () => {
  const later = '2026-12-01T01:00:00Z'
  const change = (before: CallDecision, after: CallDecision) => changeBetween(before, after, AT).change
  expect(change(decision('call'), decision('call'))).toBe('same')
  expect(change(decision('call'), decision('never'))).toBe('refused')
  expect(change(decision('later', later), decision('never'))).toBe('refused')
  expect(changeBetween(decision('call'), decision('later', later), AT)).toEqual({
    ...{ change: 'moved', to: new Date(later), reason: 'Outside.' },
  })
  expect(change(decision('later', later), decision('later', later))).toBe('same')
  expect(change(decision('never'), decision('call'))).toBe('same')
  expect(change(decision('later', later), decision('call'))).toBe('same')
})
