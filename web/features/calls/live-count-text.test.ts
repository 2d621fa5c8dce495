import { describe, expect, it } from 'vitest'
import type { CallStage } from '#contract/calls/live-calls.ts'
import { liveCountText } from './live-count-text.ts'

const calls = (...stages: CallStage[]) => stages.map((stage) => ({ stage }))

describe('the count of live calls', () => {
  // Covers: dashboard-15
  it('is split by stage, in the order of a call', () => {
    expect(liveCountText({ calls: calls('chose', 'ringing', 'talking', 'ringing'), total: 4 })).toBe(
      '4 calls: 2 ringing, 1 talking, 1 chose',
    )
    expect(liveCountText({ calls: calls('operator'), total: 73 })).toBe(
      '73 calls, of the newest 1: 1 asked for a person',
    )
    expect(liveCountText({ calls: [], total: 1 })).toBe('1 call')
  })
})
