import { describe, expect, it } from 'vitest'
import { overnightText } from './overnight-text.ts'

const none = { calls: 0, responses: 0, meetings: 0, applications: 0, optOuts: 0, documents: 0 }

describe('the summary of the night', () => {
  // Covers: dashboard-18
  it('names what happened since the last working day closed, and nothing else', () => {
    const since = '2026-11-20T06:00:00.000Z'
    expect(overnightText({ since, ...none })).toBe('Since Fri 5:00 pm: nothing new')
    expect(overnightText({ since, ...none, calls: 120, meetings: 1, documents: 3 })).toBe(
      'Since Fri 5:00 pm: 120 calls, 1 meeting booked, 3 documents uploaded',
    )
  })
})
