import { describe, expect, it } from 'vitest'
import { finishText } from './finish-text.ts'

const campaign = {
  status: 'active' as const,
  timezone: 'Australia/Perth',
  progress: { enrolled: 9, done: 2, waiting: 7, inFlight: 0 },
}

describe('the expected finish of a campaign', () => {
  // Covers: campaigns-list-12
  it('is in the zone of its hours, and a dash where it does not call', () => {
    expect(finishText(campaign, '2026-12-03T03:51:00Z')).toMatch(/^Thu 3 Dec( 2026)?, 11:51 am AWST$/)
    expect(finishText(campaign, undefined)).toBe('…')
    expect(finishText(campaign, null)).toBe('No end in sight')
    expect(finishText({ ...campaign, status: 'paused' }, '2026-12-03T03:51:00Z')).toBe('–')
    expect(finishText({ ...campaign, progress: { ...campaign.progress, waiting: 0 } }, null)).toBe('–')
  })
})
