import { describe, expect, it } from 'vitest'
import type { Activity } from '#contract/brokers/timeline.ts'
import { oneACall } from './activity-groups.ts'

const activity = (id: number, type: string, callId: number | null): Activity => ({
  ...{ id, type, callId, description: `${type} ${id}`, phoneNumber: null, test: false },
  ...{ createdAt: `2026-11-24T03:00:${String(id).padStart(2, '0')}Z`, broker: { id: 1, name: 'Ada' } },
})

describe('recent activity', () => {
  // Covers: dashboard-13
  it('tells of a call once: what came of it, when it last said something', () => {
    const told = oneACall([
      activity(9, 'call_completed', 4),
      activity(8, 'meeting_booked', 4),
      activity(7, 'call_completed', 3),
      activity(6, 'call_answered', 4),
    ])
    expect(told.map(({ id, createdAt }) => [id, createdAt])).toEqual([
      [8, '2026-11-24T03:00:09Z'],
      [7, '2026-11-24T03:00:07Z'],
    ])
  })
  it('keeps what no call led to, each for itself', () => {
    const visits = [activity(2, 'microsite_visited', null), activity(1, 'microsite_visited', null)]
    expect(oneACall(visits)).toEqual(visits)
  })
})
