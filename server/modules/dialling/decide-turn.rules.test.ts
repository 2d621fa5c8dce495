import { expect, it } from 'vitest'
import type { CallDecision } from './decide.rules.ts'
import { beforeFirstCall, type Decided } from './decide-turn.rules.ts'

// only what the rule reads
const decided = (enrolmentId: number, verdict: CallDecision['verdict'], e164: string | null): Decided =>
  ({ enrolmentId, decision: { verdict }, facts: { number: e164 === null ? null : { e164 } } }) as Decided

it('puts off those who were due before the first who may be called, and nobody whose number is left for later', () => {
  const all = [
    decided(1, 'later', '+61255500001'),
    decided(2, 'never', null),
    decided(3, 'never', '+61255500004'),
    decided(4, 'call', '+61255500004'),
    decided(5, 'later', null),
  ]
  expect(beforeFirstCall(all).map(({ enrolmentId }) => enrolmentId)).toEqual([1, 2])
  expect(beforeFirstCall(all.slice(0, 3))).toHaveLength(3)
  expect(beforeFirstCall(all.slice(3))).toEqual([])
})
