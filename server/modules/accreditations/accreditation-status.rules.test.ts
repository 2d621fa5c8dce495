import { describe, expect, it } from 'vitest'
import { type AccreditationState, accreditationStates } from '#contract/documents/documents.ts'
import { accreditationStatusOf, higherStatus, notificationTable } from './accreditation-status.rules.ts'

const facts = (
  before: AccreditationState,
  fulfilled: number,
  required: number,
  applicationApproved: boolean,
) => ({
  before,
  fulfilled,
  required,
  applicationApproved,
})

describe('a standing', () => {
  it.each(
    accreditationStates,
  )('that was %s is accredited as soon as every needed document is there', (before) => {
    for (const approved of [true, false]) {
      expect(accreditationStatusOf(facts(before, 8, 8, approved))).toBe('accredited')
      expect(accreditationStatusOf(facts(before, 1, 1, approved))).toBe('accredited')
    }
  })

  it.each<[AccreditationState, number, boolean, AccreditationState]>([
    ['in_progress', 0, false, 'in_progress'],
    ['in_progress', 7, false, 'in_progress'],
    ['in_progress', 0, true, 'conditional'],
    ['conditional', 7, true, 'conditional'],
    // its application was deleted, or moved to another record
    ['conditional', 7, false, 'in_progress'],
    ['accredited', 7, true, 'lapsed'],
    ['accredited', 0, false, 'lapsed'],
    ['lapsed', 0, false, 'lapsed'],
    ['lapsed', 7, true, 'lapsed'],
  ])('that was %s, with %i of 8 documents and an approved application: %s, is %s', (before, fulfilled, approved, after) => {
    expect(accreditationStatusOf(facts(before, fulfilled, 8, approved))).toBe(after)
  })

  it.each<[AccreditationState, boolean, AccreditationState]>([
    ['in_progress', false, 'in_progress'],
    ['in_progress', true, 'conditional'],
    ['conditional', true, 'conditional'],
    ['accredited', false, 'accredited'],
    ['lapsed', true, 'lapsed'],
  ])('that was %s, where nothing is needed (application approved: %s), is %s', (before, approved, after) => {
    expect(accreditationStatusOf(facts(before, 0, 0, approved))).toBe(after)
  })

  it('stays as it is when it is worked out again', () => {
    for (const before of accreditationStates) {
      for (const [fulfilled, required] of [
        [0, 0],
        [0, 8],
        [8, 8],
      ] as const) {
        for (const approved of [true, false]) {
          const once = accreditationStatusOf(facts(before, fulfilled, required, approved))
          expect(accreditationStatusOf(facts(once, fulfilled, required, approved))).toBe(once)
        }
      }
    }
  })
})

it('of two records the one that has come higherStatus tells', () => {
  const row = (status: AccreditationState) => ({ status })
  expect(higherStatus(row('in_progress'), row('accredited')).status).toBe('accredited')
  expect(higherStatus(row('lapsed'), row('conditional')).status).toBe('lapsed')
  expect(higherStatus(row('accredited'), row('lapsed')).status).toBe('accredited')
  const [kept, same] = [row('conditional'), row('conditional')]
  expect(higherStatus(kept, same)).toBe(kept)
})

it('tells brokers of what they gained and what they lost, of nothing else', () => {
  const told = accreditationStates.filter((status) => notificationTable[status])
  expect(told).toEqual(['accredited', 'lapsed'])
})
